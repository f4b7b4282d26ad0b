import numpy as np
import pytest

from covey.core.errors import RequestError
from covey.measuring.attribute.l_distinct import L_DISTINCT


def test_by_hand(grouped):
    """Group 0 holds flu and gout, group 1 flu alone in one column and three numbers in the other:
    the smallest count is 1 for the illness, 2 for the income (5, 5, 7)."""
    found = L_DISTINCT.compute(
        grouped([0, 0, 0, 1, 1, 1], illness="fgffff", income=[5, 5, 7, 1, 2, 3])
    )
    assert found.value == 1.0
    assert found.details == {"illness": 1.0, "income": 2.0}
    assert found.note == ""


def test_missing_is_a_value_of_its_own(grouped):
    nan = float("nan")
    assert L_DISTINCT.compute(grouped([0, 0, 0], income=[nan, nan, 4])).value == 2.0
    assert L_DISTINCT.compute(grouped([0, 0, 1, 1], income=[nan, nan, 4, 5])).value == 1.0


def test_zero_has_no_sign(grouped):
    assert L_DISTINCT.compute(grouped([0, 0, 1, 1], income=[0.0, -0.0, 1, 2])).value == 1.0


def test_limits(grouped):
    assert L_DISTINCT.compute(grouped([0, 0, 0], income=[1, 2, 3])).value == 3.0
    assert L_DISTINCT.compute(grouped([0, 1, 2], income=[1, 2, 3])).value == 1.0
    alone = L_DISTINCT.compute(grouped([0], illness="f"))
    assert (alone.value, alone.note) == (1.0, "'illness' holds the same value throughout.")


def test_against_sets(random_evidence):
    _, group = random_evidence.twins
    for attribute in random_evidence.attributes:
        texts = attribute.values.astype(str)
        counts = [len(set(texts[group == g])) for g in set(group)]
        assert L_DISTINCT.compute(random_evidence).details[attribute.name] == min(counts)


def test_rows_may_be_shuffled(random_evidence, shuffled):
    order = np.random.default_rng(1).permutation(random_evidence.n_records)
    other = shuffled(random_evidence, order)
    assert L_DISTINCT.compute(other) == L_DISTINCT.compute(random_evidence)


def test_a_confidential_column_is_needed(grouped):
    with pytest.raises(RequestError, match=r"needs a confidential column\. Got none\. Name one"):
        L_DISTINCT.compute(grouped([0, 0, 1]))


def test_declaration():
    assert (L_DISTINCT.symbol, L_DISTINCT.kind, L_DISTINCT.needs) == (
        "L_distinct",
        "attribute",
        "confidential",
    )
    assert L_DISTINCT.better == "higher"
