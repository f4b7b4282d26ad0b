import dataclasses
from typing import Annotated

import numpy as np
import pytest
from pydantic import Field

from covey.core.columnwise import ColumnPartitions, columnwise
from covey.core.errors import GuaranteeError, RequestError
from covey.core.partition import Partition
from covey.core.registry import Algorithm

DECLARATION = {"family": "test", "summary": "Tests.", "reference": "none (2001)"}


def halves(X, *, k, swap: Annotated[bool, Field(description="Which half is first.")] = False):
    """Split every variable into the lower and the upper half of the records."""
    column = np.arange(len(X)) >= len(X) // 2
    return np.repeat((column ^ swap).astype(np.intp)[:, None], X.shape[1], axis=1)


def test_it_holds_a_partition_for_each_variable():
    parts = ColumnPartitions.from_labels([[0, 0], [0, 1], [1, 0], [1, 1], [1, 0]], k=2)
    assert (parts.n_records, parts.n_variables, parts.k, len(parts)) == (5, 2, 2, 2)
    assert isinstance(parts[1], Partition)
    assert [part.sizes.tolist() for part in parts] == [[2, 3], [3, 2]]
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


def test_a_declared_method_runs_and_says_what_it_is():
    method = columnwise("halves", **DECLARATION)(halves)
    assert not method.is_k_anonymous
    assert not isinstance(method, Algorithm)
    assert [option.name for option in method.options] == ["swap"]
    assert method(np.zeros((4, 2)), k=2)[0].labels.tolist() == [0, 0, 1, 1]
    assert method(np.zeros((4, 2)), k=2, swap="yes")[0].labels.tolist() == [1, 1, 0, 0]


def test_context_reaches_only_methods_that_want_it():
    @columnwise("seeded", **DECLARATION)
    def seeded(X, *, k, seed: int = 0):
        assert seed == 7
        return np.zeros(X.shape, dtype=np.intp)

    assert seeded(np.zeros((4, 2)), k=2, seed=7, progress=print).n_variables == 2


def test_an_unknown_option_is_refused():
    method = columnwise("halves", **DECLARATION)(halves)
    with pytest.raises(RequestError, match="'halves' has no option 'flavour'"):
        method(np.zeros((5, 2)), k=2, flavour=1)


def test_no_method_can_forget_the_guarantee():
    method = columnwise("halves", **DECLARATION)(halves)
    with pytest.raises(GuaranteeError, match="Variable 0: Smallest group has 2 records; k=3"):
        method(np.zeros((4, 2)), k=3)


def test_no_method_can_lose_a_variable():
    @columnwise("lossy", **DECLARATION)
    def lossy(X, *, k):
        return np.zeros((len(X), 1), dtype=np.intp)

    with pytest.raises(GuaranteeError, match="4 records by 1 variables cannot cover 4 by 2"):
        lossy(np.zeros((4, 2)), k=2)
