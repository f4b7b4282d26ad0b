import numpy as np
import pytest

from covey.measuring import Attribute, Evidence
from covey.measuring.attribute.sse_min import SSE_MIN


def test_by_hand(grouped):
    """Mean 0, variance (4 · 1 + 4 · 9) / 8 = 5. Within group 0: ±1 twice, 4 / 5 in z-scores."""
    found = SSE_MIN.compute(grouped([0] * 4 + [1] * 4, income=[-1, 1, -1, 1, -3, 3, -3, 3]))
    assert found.value == pytest.approx(0.8)
    assert found.details == {"income": pytest.approx(0.8)}
    assert found.note == ""


def test_columns_add_up_within_a_group(grouped):
    """Each column alone has a group of equal values; no group has both. Income: variance 2/3 of
    2, 0, 0, 2, 1, 1 about 1, group 0 spreads by 2, so 3. Height is the same in group 1, and both
    spread by 3 in group 2."""
    found = SSE_MIN.compute(
        grouped([0, 0, 1, 1, 2, 2], income=[2, 0, 1, 1, 0, 2], height=[1, 1, 2, 0, 2, 0])
    )
    assert found.details == {"income": 0.0, "height": 0.0}
    assert found.value == pytest.approx(3.0)


def test_categories_by_hand(grouped):
    """Shares ½, ¼, ¼ leave 1 − 6/16 = 5/8 of spread. Group 0 holds f and g: 2 (1 − ½) = 1, so 8/5;
    group 1 holds f and h, the same."""
    assert SSE_MIN.compute(grouped([0, 0, 1, 1], illness="fgfh")).value == pytest.approx(1.6)


def test_two_values_give_the_same_as_numbers_and_as_text(grouped):
    groups = [0, 0, 0, 1, 1, 1, 1]
    as_text = SSE_MIN.compute(grouped(groups, smokes="ynnnyyy"))
    as_numbers = SSE_MIN.compute(grouped(groups, smokes=[1, 0, 0, 0, 1, 1, 1]))
    assert as_text.value == pytest.approx(as_numbers.value)


def test_missing_and_infinite_numbers_are_left_out(grouped):
    """What remains is -1, 1 and -3, 3 with variance 5: the smaller spread is 2 / 5."""
    nan, inf = float("nan"), float("inf")
    found = SSE_MIN.compute(grouped([0, 0, 0, 1, 1, 1], income=[-1, nan, 1, -3, 3, inf]))
    assert found.value == pytest.approx(0.4)
    assert found.note == "In 'income' 2 missing or infinite values are left out."


def test_a_group_without_numbers_has_no_spread(grouped):
    nan = float("nan")
    found = SSE_MIN.compute(grouped([0, 0, 1, 1], income=[nan, nan, 1, 2]))
    assert found.value == 0.0
    nothing = SSE_MIN.compute(grouped([0, 0], income=[nan, nan]))
    assert nothing.value == 0.0
    assert nothing.note == (
        "In 'income' 2 missing or infinite values are left out. "
        "Nothing of 'income' remains to be compared."
    )


def test_limits(grouped):
    assert SSE_MIN.compute(grouped([0, 0, 0], income=[1, 2, 9])).value == pytest.approx(3.0)
    assert SSE_MIN.compute(grouped([0, 1, 2], income=[1, 2, 9])).value == 0.0
    assert SSE_MIN.compute(grouped([0, 0, 0], illness="fgh")).value == pytest.approx(3.0)
    for column in ([4], "f"):
        alone = SSE_MIN.compute(grouped([0], x=column))
        assert (alone.value, alone.note) == (0.0, "'x' holds the same value throughout.")


def test_equal_values_give_zero_not_a_rounding_error(grouped):
    found = SSE_MIN.compute(grouped([0] * 7 + [1] * 2, income=[0.1] * 7 + [0.3, 1e9]))
    assert found.value == 0.0


def test_units_do_not_matter(grouped):
    values = np.array([-1.0, 1, -1, 1, -3, 3, -3, 3])
    for factor in (1e-300, 1e300):
        found = SSE_MIN.compute(grouped([0] * 4 + [1] * 4, income=values * factor))
        assert found.value == pytest.approx(0.8)


def dense(evidence):
    group = evidence.twins
    total = np.zeros(group.max() + 1)
    for attribute in evidence.attributes:
        if attribute.is_numeric:
            X = attribute.values[np.isfinite(attribute.values)].reshape(-1, 1)
            members = group[np.isfinite(attribute.values)]
        else:
            X = np.eye(int(attribute.values.max()) + 1)[attribute.values.astype(int)]
            members = group
        X = X / np.sqrt(np.square(X - X.mean(axis=0)).sum() / len(X))
        for g in set(members):
            part = X[members == g]
            total[g] += np.square(part - part.mean(axis=0)).sum()
    return total.min()


def test_against_the_definition(random_evidence):
    assert SSE_MIN.compute(random_evidence).value == pytest.approx(
        dense(random_evidence), abs=1e-12
    )


def test_against_the_definition_in_large_groups():
    rng = np.random.default_rng(8)
    key = rng.integers(0, 5, (600, 1)).astype(float)
    attributes = (
        Attribute("a", rng.lognormal(size=600), True),
        Attribute("b", rng.integers(0, 9, 600).astype(float), False),
    )
    evidence = Evidence(key, key, attributes=attributes)
    assert SSE_MIN.compute(evidence).value == pytest.approx(dense(evidence))


def test_rows_may_be_shuffled(random_evidence, shuffled):
    order = np.random.default_rng(1).permutation(random_evidence.n_records)
    assert SSE_MIN.compute(shuffled(random_evidence, order)) == SSE_MIN.compute(random_evidence)


def test_declaration():
    assert (SSE_MIN.symbol, SSE_MIN.better) == ("SSE_min", "higher")
    assert SSE_MIN.needs == "confidential"
