import dataclasses

import numpy as np
import pytest

from covey.core.errors import GuaranteeError
from covey.core.partition import ColumnPartitions, Partition


def test_sizes_and_number_of_groups():
    partition = Partition([1, 0, 1, 0, 1], k=2)
    assert partition.sizes.tolist() == [2, 3]
    assert partition.n_groups == 2
    assert len(partition) == 5


def test_it_answers_for_every_variable():
    partition = Partition([1, 0, 1, 0, 1], k=2)
    assert partition.joint is partition
    assert partition.for_variable(3) is partition
    assert partition.facts == {}


@pytest.mark.parametrize(
    ("labels", "k", "message"),
    [
        ([0, 0, 1], 2, "Smallest group has 1 record; k=2 was promised"),
        ([0, 0, 1, 1], 3, "Smallest group has 2 records; k=3"),
        ([0, 0, 2, 2], 2, "without gaps; 1 are unused"),
        ([-1, 0, 0], 2, "some records have no group"),
        ([0.0, 0.0], 2, "whole numbers"),
        ([[0, 0]], 2, "one for each record"),
        ([], 2, "one for each record"),
    ],
)
def test_it_refuses_to_exist(labels, k, message):
    with pytest.raises(GuaranteeError, match=message):
        Partition(labels, k=k)


def test_it_refuses_the_wrong_length():
    with pytest.raises(GuaranteeError, match="4 labels cannot cover 5 records"):
        Partition([0, 0, 1, 1], k=2, shape=(5, 1))


@pytest.mark.parametrize(
    ("divisions", "message"),
    [
        ([0, 0, 0, 1], "1 of 2 groups cross a division"),
        ([1, 0, 0, 1], "2 of 2 groups cross a division"),
        ([0, 0, 1], r"one for each of the 4 records. Got shape \(3,\)"),
    ],
)
def test_it_refuses_groups_that_cross_a_division(divisions, message):
    with pytest.raises(GuaranteeError, match=message):
        Partition([0, 0, 1, 1], k=2, divisions=np.array(divisions))


def test_it_may_keep_to_divisions_of_any_kind():
    divisions = np.array(["north", "south", "north", "south"])
    assert Partition([0, 1, 0, 1], k=2, divisions=divisions).n_groups == 2
    assert Partition([0, 1, 0, 1], k=2, divisions=["b", "b", "b", "b"]).n_groups == 2


def test_it_cannot_be_changed_afterwards():
    given = np.array([0, 0, 1, 1])
    partition = Partition(given, k=2)
    given[0] = 1  # the caller's array is a copy's original, nothing more
    assert partition.labels.tolist() == [0, 0, 1, 1]
    with pytest.raises(ValueError, match="read-only"):
        partition.labels[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        partition.sizes[0] = 9
    with pytest.raises(dataclasses.FrozenInstanceError):
        partition.k = 1


def test_its_text_shows_no_labels():
    assert (
        repr(Partition([0, 0, 1, 1, 1], k=2)) == "Partition(5 records in 2 groups of 2 to 3, k=2)"
    )


def test_it_holds_a_partition_for_each_variable():
    parts = ColumnPartitions([[0, 0], [0, 1], [1, 0], [1, 1], [1, 0]], k=2)
    assert (len(parts.partitions), parts.k, len(parts)) == (2, 2, 5)
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
        (np.zeros((3, 0), dtype=int), "one for each record and variable"),
    ],
)
def test_columns_refuse_to_exist(labels, message):
    with pytest.raises(GuaranteeError, match=message):
        ColumnPartitions(labels, k=2)


def test_columns_cannot_be_changed_afterwards():
    given = np.zeros((4, 2), dtype=np.intp)
    parts = ColumnPartitions(given, k=2)
    given[0] = 1
    assert parts.labels.tolist() == [[0, 0]] * 4
    with pytest.raises(ValueError, match="read-only"):
        parts.labels[0, 0] = 1
    with pytest.raises(AttributeError):
        parts.partitions = ()


def test_the_text_of_columns_shows_no_labels():
    parts = ColumnPartitions(np.zeros((4, 2), dtype=int), k=3)
    assert repr(parts) == "ColumnPartitions(4 records by 2 variables, k=3)"


def test_variables_of_a_set_share_a_partition():
    first, second = Partition([0, 0, 1, 1], k=2), Partition([0, 1, 0, 1], k=2)
    columns = ColumnPartitions.of([first, second, first], facts={"search": {"is_stopped": True}})
    assert columns.labels.tolist() == [[0, 0, 0], [0, 1, 0], [1, 0, 1], [1, 1, 1]]
    assert columns.for_variable(2) is first
    assert (columns.joint, columns.k, len(columns)) == (None, 2, 4)
    assert columns.facts["search"]["is_stopped"]
    assert first.partitions == (first,)


@pytest.mark.parametrize(
    "partitions",
    [
        [],
        [Partition([0, 0], k=2), Partition([0, 0, 0], k=2)],
        [Partition([0, 0, 0], k=2), Partition([0, 0, 0], k=3)],
    ],
)
def test_partitions_of_variables_belong_together(partitions):
    with pytest.raises(GuaranteeError, match="must be of the same records and k"):
        ColumnPartitions.of(partitions)
