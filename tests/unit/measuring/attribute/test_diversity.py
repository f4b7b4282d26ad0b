import numpy as np
import pytest
from scipy.stats import entropy

from covey.core.errors import RequestError
from covey.measuring.attribute.diversity import CERTAIN, L_DISTINCT, L_ENTROPY


def test_l_distinct_by_hand(grouped):
    """Group 0 holds flu and gout, group 1 flu alone in one column and three numbers in the other:
    the smallest count is 1 for the illness, 2 for the income (5, 5, 7)."""
    found = L_DISTINCT.compute(
        grouped([0, 0, 0, 1, 1, 1], illness="fgffff", income=[5, 5, 7, 1, 2, 3])
    )
    assert found.value == 1.0
    assert found.details == {"illness": 1.0, "income": 2.0}
    assert found.note == ""


def test_l_distinct_missing_is_a_value_of_its_own(grouped):
    nan = float("nan")
    assert L_DISTINCT.compute(grouped([0, 0, 0], income=[nan, nan, 4])).value == 2.0
    assert L_DISTINCT.compute(grouped([0, 0, 1, 1], income=[nan, nan, 4, 5])).value == 1.0


def test_zero_has_no_sign(grouped):
    assert L_DISTINCT.compute(grouped([0, 0, 1, 1], income=[0.0, -0.0, 1, 2])).value == 1.0


def test_l_distinct_limits(grouped):
    assert L_DISTINCT.compute(grouped([0, 0, 0], income=[1, 2, 3])).value == 3.0
    assert L_DISTINCT.compute(grouped([0, 1, 2], income=[1, 2, 3])).value == 1.0
    alone = L_DISTINCT.compute(grouped([0], illness="f"))
    assert (alone.value, alone.note) == (1.0, "'illness' holds the same value throughout.")


def test_l_distinct_against_sets(random_evidence):
    group = random_evidence.twins
    for attribute in random_evidence.attributes:
        texts = attribute.values.astype(str)
        counts = [len(set(texts[group == g])) for g in set(group)]
        assert L_DISTINCT.compute(random_evidence).details[attribute.name] == min(counts)


def test_l_distinct_rows_may_be_shuffled(random_evidence, shuffled):
    order = np.random.default_rng(1).permutation(random_evidence.n_records)
    other = shuffled(random_evidence, order)
    assert L_DISTINCT.compute(other) == L_DISTINCT.compute(random_evidence)


def test_a_confidential_column_is_needed(grouped):
    with pytest.raises(RequestError, match=r"needs a confidential column\. Got none\. Name one"):
        L_DISTINCT.compute(grouped([0, 0, 1]))


def test_l_distinct_declaration():
    assert (L_DISTINCT.symbol, L_DISTINCT.kind, L_DISTINCT.needs) == (
        "L_distinct",
        "attribute",
        "confidential",
    )
    assert L_DISTINCT.better == "higher"


def test_l_entropy_by_hand(grouped):
    """Shares ⅔ and ⅓: exp(⅔ ln 3/2 + ⅓ ln 3) = 3 / 2^⅔ = 1.8899. The other group has three equal
    shares, worth 3."""
    found = L_ENTROPY.compute(grouped([0, 0, 0, 1, 1, 1], illness="ffgfgh"))
    assert found.value == pytest.approx(3 / 2 ** (2 / 3))
    assert found.details == {"illness": found.value}
    assert found.note == ""


def test_the_worst_column_counts(grouped):
    found = L_ENTROPY.compute(grouped([0, 0, 1, 1], illness="ffgh", income=[1, 2, 3, 4]))
    assert found.value == 1.0
    assert found.details == {"illness": 1.0, "income": pytest.approx(2.0)}


def test_l_entropy_missing_is_a_value_of_its_own(grouped):
    nan = float("nan")
    assert L_ENTROPY.compute(grouped([0] * 4, income=[nan, nan, 1, 1])).value == pytest.approx(2.0)
    assert L_ENTROPY.compute(grouped([0, 0], income=[nan, nan])).value == 1.0


def test_l_entropy_limits(grouped):
    assert L_ENTROPY.compute(grouped([0, 1, 2], income=[1, 2, 3])).value == 1.0
    alone = L_ENTROPY.compute(grouped([0], income=[4]))
    assert (alone.value, alone.note) == (1.0, "'income' holds the same value throughout.")


@pytest.mark.parametrize("n", range(1, 30))
def test_rounding_does_not_exceed_the_number_of_values(grouped, n):
    value = L_ENTROPY.compute(grouped([0] * n, income=range(n))).value
    assert value == pytest.approx(n)
    assert value <= n


def test_against_scipy(random_evidence):
    group = random_evidence.twins
    found = L_ENTROPY.compute(random_evidence)
    for attribute in random_evidence.attributes:
        texts = attribute.values.astype(str)
        by_group = [np.unique(texts[group == g], return_counts=True)[1] for g in set(group)]
        expected = min(np.exp(entropy(counts)) for counts in by_group)
        assert found.details[attribute.name] == pytest.approx(expected)
        assert found.value <= L_DISTINCT.compute(random_evidence).value


def test_l_entropy_rows_may_be_shuffled(random_evidence, shuffled):
    order = np.random.default_rng(1).permutation(random_evidence.n_records)
    other = shuffled(random_evidence, order)
    assert L_ENTROPY.compute(other) == L_ENTROPY.compute(random_evidence)


def test_l_entropy_declaration():
    assert L_ENTROPY.symbol == "L_entropy"
    assert L_ENTROPY.better == "higher"
    assert L_ENTROPY.needs == "confidential"


def test_certain_by_hand(grouped):
    """Of three groups, all have flu in the first, which holds 3 of 6 records."""
    found = CERTAIN.compute(grouped([0, 0, 0, 1, 1, 2], illness="fffgfh"))
    assert found.value == pytest.approx(200 / 3)  # the first, and the third with its one record
    assert found.details == {
        "illness": pytest.approx(200 / 3),
        "illness (records)": pytest.approx(400 / 6),
        "any column (records)": pytest.approx(400 / 6),
    }


def test_a_group_counts_once_whichever_column_is_certain(grouped):
    """The illness is certain in group 0, the income in group 1, neither in group 2: 2 of 3."""
    found = CERTAIN.compute(
        grouped([0, 0, 1, 1, 2, 2], illness="ffghgh", income=[1, 2, 3, 3, 4, 5])
    )
    assert found.value == pytest.approx(200 / 3)
    assert found.details["illness"] == found.details["income"] == pytest.approx(100 / 3)
    assert found.details["any column (records)"] == pytest.approx(400 / 6)


def test_certain_missing_is_a_value_of_its_own(grouped):
    nan = float("nan")
    assert CERTAIN.compute(grouped([0, 0, 1, 1], income=[nan, nan, nan, 1])).value == 50.0


def test_certain_limits(grouped):
    assert CERTAIN.compute(grouped([0, 0, 0], income=[1, 2, 3])).value == 0.0
    assert CERTAIN.compute(grouped([0, 1, 2], income=[1, 2, 3])).value == 100.0
    equal = CERTAIN.compute(grouped([0, 0, 1, 1], illness="ffff"))
    assert (equal.value, equal.note) == (100.0, "'illness' holds the same value throughout.")
    assert CERTAIN.compute(grouped([0], income=[1])).value == 100.0


def test_certain_against_sets(random_evidence):
    group = random_evidence.twins
    names = sorted(set(group))
    certain = {
        attribute.name: np.array(
            [len(set(attribute.values.astype(str)[group == g])) == 1 for g in names]
        )
        for attribute in random_evidence.attributes
    }
    found = CERTAIN.compute(random_evidence)
    for name, expected in certain.items():
        assert found.details[name] == pytest.approx(100 * expected.mean())
    assert found.value == pytest.approx(100 * np.any(list(certain.values()), axis=0).mean())


def test_certain_rows_may_be_shuffled(random_evidence, shuffled):
    order = np.random.default_rng(1).permutation(random_evidence.n_records)
    assert CERTAIN.compute(shuffled(random_evidence, order)) == CERTAIN.compute(random_evidence)


def test_certain_declaration():
    assert (CERTAIN.symbol, CERTAIN.unit, CERTAIN.better) == ("CERTAIN", "%", "lower")
    assert CERTAIN.needs == "confidential"
