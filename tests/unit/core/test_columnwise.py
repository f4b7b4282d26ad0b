import dataclasses

import numpy as np
import pytest

from covey.core.columnwise import ColumnPartitions
from covey.core.errors import GuaranteeError
from covey.core.partition import Partition


def test_it_holds_a_partition_for_each_variable():
    parts = ColumnPartitions.from_labels([[0, 0], [0, 1], [1, 0], [1, 1], [1, 0]], k=2)
    assert (parts.n_variables, parts.k, len(parts)) == (2, 2, 5)
    assert isinstance(parts.for_variable(1), Partition)
    assert [parts.for_variable(j).sizes.tolist() for j in range(2)] == [[2, 3], [3, 2]]
    assert parts.sizes.tolist() == [2, 3, 3, 2]
    assert parts.n_groups == 4
    assert parts.joint is None
    assert parts.facts == {}
    assert parts.labels.shape == (5, 2)
    assert parts.labels.dtype == np.intp


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([[0, 0], [0, 1], [0, 1], [0, 1]], "Variable 1: Smallest group has 1 record; k=2 was"),
        ([[0, 0], [0, 0], [0, 2], [0, 2]], "Variable 1: .* without gaps"),
        ([0, 0, 1, 1], r"one for each record and variable. Got shape \(4,\)"),
        ([[-1], [0], [0]], "Variable 0: .* some records have no group"),
        ([[0.5], [0.5]], "Variable 0: Labels must be whole numbers"),
        (np.zeros((3, 0), dtype=int), "one for each variable. Got none"),
    ],
)
def test_it_refuses_to_exist(labels, message):
    with pytest.raises(GuaranteeError, match=message):
        ColumnPartitions.from_labels(labels, k=2)


def test_it_refuses_partitions_that_do_not_belong_together():
    pair, trio = Partition([0, 0], k=2), Partition([0, 0, 0], k=2)
    with pytest.raises(GuaranteeError, match="cover the same records"):
        ColumnPartitions((pair, trio))
    with pytest.raises(GuaranteeError, match="promise the same k"):
        ColumnPartitions((trio, Partition([0, 0, 0], k=3)))


def test_it_cannot_be_changed_afterwards():
    given = np.zeros((4, 2), dtype=np.intp)
    parts = ColumnPartitions.from_labels(given, k=2)
    given[0] = 1
    assert parts.labels.tolist() == [[0, 0]] * 4
    with pytest.raises(ValueError, match="read-only"):
        parts.labels[0, 0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        parts.partitions = ()


def test_its_text_shows_no_labels():
    parts = ColumnPartitions.from_labels(np.zeros((4, 2), dtype=int), k=3)
    assert repr(parts) == "ColumnPartitions(4 records by 2 variables, k=3)"
