import numpy as np
import pytest
from scipy.stats import wasserstein_distance

from covey.measuring.attribute.composition import compose
from covey.measuring.attribute.t_closeness import T, ordered_distance
from covey.measuring.confidential import Attribute, tally


def test_numbers_by_hand(grouped):
    """Table F: ¼, ½, ¾, 1 on four values. Group {1, 2}: ½, 1, 1, 1, so (¼ + ½ + ¼) / 3 = ⅓; the
    group {3, 40} is its mirror image. How far 40 is does not matter, only its rank."""
    found = T.compute(grouped([0, 0, 1, 1], income=[1, 2, 3, 40]))
    assert found.value == pytest.approx(1 / 3)
    assert found.details == {"income": found.value}
    assert found.note == ""


def test_ties_share_a_rank(grouped):
    """Three values, table F: ½, ¾, 1. Group {1, 1}: 1, 1, 1, so (½ + ¼) / 2 = ⅜."""
    assert T.compute(grouped([0, 0, 1, 1], income=[1, 1, 2, 3])).value == pytest.approx(3 / 8)


def test_categories_by_hand(grouped):
    """Table shares ½, ¼, ¼. Group {f, f}: f exceeds by ½; group {g, h}: both exceed by ¼."""
    found = T.compute(grouped([0, 0, 1, 1], illness="ffgh"))
    assert found.value == 0.5


def test_the_printed_example():
    """Li, Li and Venkatasubramanian (2007), section 4.2: salaries of 3 to 11 thousand in groups of
    three have the distances 0.375 and 0.167."""
    salary = Attribute("salary", np.array([3.0, 4, 5, 6, 8, 11, 7, 9, 10]), is_numeric=True)
    distance = ordered_distance(compose(salary, np.repeat([0, 1, 2], 3)), *tally([salary]))
    assert distance[0] == pytest.approx(0.375)
    assert distance[1] == pytest.approx(1 / 6)


def test_missing_numbers_are_left_out(grouped):
    """As if the table were 1, 2 | 3, 4; the group with nothing but missing values is left out."""
    nan = float("nan")
    found = T.compute(grouped([0, 0, 0, 1, 1, 2], income=[1, nan, 2, 3, 4, nan]))
    assert found.value == pytest.approx(1 / 3)
    assert found.note == "In 'income' 2 missing values are left out."


def test_nothing_to_compare(grouped):
    nan = float("nan")
    found = T.compute(grouped([0, 0, 1], income=[nan, nan, nan]))
    assert found.value == 0.0
    assert found.note.endswith("Nothing of 'income' remains to be compared.")
    single = T.compute(grouped([0, 0, 1], income=[nan, 5, 5]))
    assert single.value == 0.0
    assert single.note == (
        "In 'income' 1 missing value is left out. 'income' holds the same value throughout."
    )


def test_infinite_numbers_have_a_rank(grouped):
    inf = float("inf")
    assert T.compute(grouped([0, 0, 1, 1], income=[-inf, 2, 3, inf])).value == pytest.approx(1 / 3)


def test_limits(grouped):
    assert T.compute(grouped([0] * 4, income=[1, 2, 2, 9], illness="ffgh")).value == 0.0
    assert T.compute(grouped([0, 0, 1, 1], income=[1, 2, 1, 2], illness="fgfg")).value == 0.0
    assert T.compute(grouped([0, 1, 2], income=[1, 2, 3])).value == pytest.approx(1 / 2)
    assert T.compute(grouped([0, 1], illness="fg")).value == 0.5
    # One record at the end of a line on which all others stand at the other end.
    far = T.compute(grouped([0] + [1] * 999, income=[1] + [2] * 999)).value
    assert far == pytest.approx(0.999)
    for column in ([4], "f"):
        alone = T.compute(grouped([0], x=column))
        assert (alone.value, alone.note) == (0.0, "'x' holds the same value throughout.")


def dense(attribute, group):
    values, code = np.unique(attribute.values.astype(str), return_inverse=True)
    if attribute.is_numeric:
        known = ~np.isnan(attribute.values)
        group = group[known]
        values, code = np.unique(attribute.values[known], return_inverse=True)
    table = np.bincount(code) / len(code)
    worst = 0.0
    for g in set(group):
        share = np.bincount(code[group == g], minlength=len(values)) / (group == g).sum()
        if attribute.is_numeric:
            distance = np.abs(np.cumsum(share - table)).sum() / (len(values) - 1)
        else:
            distance = np.abs(share - table).sum() / 2
        worst = max(worst, distance)
    return worst


def test_against_the_definition(random_evidence):
    found = T.compute(random_evidence)
    for attribute in random_evidence.attributes:
        expected = dense(attribute, random_evidence.twins)
        assert found.details[attribute.name] == pytest.approx(expected, abs=1e-14)
    assert found.value == max(found.details.values())


@pytest.mark.parametrize("n_values", [2, 3, 40, 4000])
def test_each_group_against_scipy(n_values):
    rng = np.random.default_rng(n_values)
    group = np.unique(rng.integers(0, 50, 2000), return_inverse=True)[1]
    values = rng.integers(0, n_values, 2000).astype(float)
    rank = np.unique(values, return_inverse=True)[1]
    column = Attribute("x", values, is_numeric=True)
    distance = ordered_distance(compose(column, group), *tally([column]))
    for g in range(50):
        expected = wasserstein_distance(rank[group == g], rank) / rank.max()
        assert distance[g] == pytest.approx(expected, abs=1e-12)


def test_rows_may_be_shuffled(random_evidence, shuffled):
    order = np.random.default_rng(1).permutation(random_evidence.n_records)
    assert T.compute(shuffled(random_evidence, order)) == T.compute(random_evidence)


def test_declaration():
    assert (T.symbol, T.low, T.high, T.better) == ("T", 0.0, 1.0, "lower")
    assert T.needs == "confidential"
