import numpy as np
import pytest
from scipy.stats import entropy

from covey.measuring.attribute.l_distinct import L_DISTINCT
from covey.measuring.attribute.l_entropy import L_ENTROPY


def test_by_hand(grouped):
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


def test_missing_is_a_value_of_its_own(grouped):
    nan = float("nan")
    assert L_ENTROPY.compute(grouped([0] * 4, income=[nan, nan, 1, 1])).value == pytest.approx(2.0)
    assert L_ENTROPY.compute(grouped([0, 0], income=[nan, nan])).value == 1.0


def test_limits(grouped):
    assert L_ENTROPY.compute(grouped([0, 1, 2], income=[1, 2, 3])).value == 1.0
    alone = L_ENTROPY.compute(grouped([0], income=[4]))
    assert (alone.value, alone.note) == (1.0, "'income' holds the same value throughout.")


@pytest.mark.parametrize("n", range(1, 30))
def test_rounding_does_not_exceed_the_number_of_values(grouped, n):
    value = L_ENTROPY.compute(grouped([0] * n, income=range(n))).value
    assert value == pytest.approx(n)
    assert value <= n


def test_against_scipy(random_evidence):
    _, group = random_evidence.twins
    found = L_ENTROPY.compute(random_evidence)
    for attribute in random_evidence.attributes:
        texts = attribute.values.astype(str)
        by_group = [np.unique(texts[group == g], return_counts=True)[1] for g in set(group)]
        expected = min(np.exp(entropy(counts)) for counts in by_group)
        assert found.details[attribute.name] == pytest.approx(expected)
        assert found.value <= L_DISTINCT.compute(random_evidence).value


def test_rows_may_be_shuffled(random_evidence, shuffled):
    order = np.random.default_rng(1).permutation(random_evidence.n_records)
    other = shuffled(random_evidence, order)
    assert L_ENTROPY.compute(other) == L_ENTROPY.compute(random_evidence)


def test_declaration():
    assert L_ENTROPY.symbol == "L_entropy"
    assert L_ENTROPY.better == "higher"
    assert L_ENTROPY.needs == "confidential"
