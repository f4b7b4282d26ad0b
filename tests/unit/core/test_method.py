from typing import Annotated

import numpy as np
import pytest
from pydantic import Field

from covey.core.errors import GuaranteeError, RequestError
from covey.core.method import Declaration, Grouped, Method, algorithm, columnwise
from covey.core.partition import ColumnPartitions

DECLARATION = {"family": "test", "reference": "none (2001)"}


def halves(X, *, k, swap: Annotated[bool, Field(description="Which half is first.")] = False):
    """Split every variable into the lower and the upper half of the records."""
    column = np.arange(len(X)) >= len(X) // 2
    return np.repeat((column ^ swap).astype(np.intp)[:, None], X.shape[1], axis=1)


def test_no_method_can_forget_the_guarantee():
    @algorithm("careless", family="test", reference="none (2001)")
    def careless(X, *, k):
        return np.arange(len(X))

    with pytest.raises(GuaranteeError, match="Smallest group has 1 record; k=2"):
        careless(np.zeros((4, 1)), k=2)


def test_no_method_can_lose_a_record():
    @algorithm("lossy", family="test", reference="none (2001)")
    def lossy(X, *, k):
        return np.zeros(len(X) - 1, dtype=np.intp)

    with pytest.raises(GuaranteeError, match="3 labels cannot cover 4 records"):
        lossy(np.zeros((4, 1)), k=2)


def test_context_reaches_only_methods_that_want_it():
    @algorithm("seeded", family="test", reference="none (2001)")
    def seeded(X, *, k, seed: int = 0):
        assert seed == 7
        return np.zeros(len(X), dtype=np.intp)

    assert seeded(np.zeros((4, 1)), k=2, seed=7, progress=print).n_groups == 1


def test_a_declared_method_runs_and_says_what_it_is():
    method = columnwise("halves", **DECLARATION)(halves)
    assert not method.is_k_anonymous
    assert (
        method.summary == "Split every variable into the lower and the upper half of the records."
    )
    assert [option.name for option in method.options] == ["swap"]
    assert method(np.zeros((4, 2)), k=2).for_variable(0).labels.tolist() == [0, 0, 1, 1]
    assert method(np.zeros((4, 2)), k=2, swap="yes").for_variable(0).labels.tolist() == [1, 1, 0, 0]


def test_context_reaches_only_columnwise_methods_that_want_it():
    @columnwise("seeded", **DECLARATION)
    def seeded(X, *, k, seed: int = 0):
        assert seed == 7
        return np.zeros(X.shape, dtype=np.intp)

    assert seeded(np.zeros((4, 2)), k=2, seed=7, progress=print).labels.shape == (4, 2)


def test_an_unknown_option_is_refused():
    method = columnwise("halves", **DECLARATION)(halves)
    with pytest.raises(RequestError, match="'halves' has no option 'flavour'"):
        method(np.zeros((5, 2)), k=2, flavour=1)


def test_no_columnwise_method_can_forget_the_guarantee():
    method = columnwise("halves", **DECLARATION)(halves)
    with pytest.raises(GuaranteeError, match="Variable 0: Smallest group has 2 records; k=3"):
        method(np.zeros((4, 2)), k=3)


def test_no_method_can_lose_a_variable():
    @columnwise("lossy", **DECLARATION)
    def lossy(X, *, k):
        return np.zeros((len(X), 1), dtype=np.intp)

    with pytest.raises(GuaranteeError, match="4 records by 1 variables cannot cover 4 by 2"):
        lossy(np.zeros((4, 2)), k=2)


def test_facts_are_kept_by_the_name_of_the_method():
    def told(X, *, k):
        return Grouped(np.zeros(len(X), dtype=np.intp), {"n_rounds": 1})

    found = algorithm("told", **DECLARATION)(told)(np.zeros((4, 1)), k=2)
    assert found.facts == {"told": {"n_rounds": 1}}


def test_facts_of_a_columnwise_method_are_kept_as_well():
    def told(X, *, k):
        return Grouped(np.zeros(X.shape, dtype=np.intp), {"n_rounds": 1})

    found = columnwise("told", **DECLARATION)(told)(np.zeros((4, 2)), k=2)
    assert isinstance(found, ColumnPartitions)
    assert found.facts == {"told": {"n_rounds": 1}}


def test_bare_labels_tell_nothing():
    assert Grouped.of(np.zeros(3, dtype=np.intp)).told_by("m") == {}


def test_a_name_that_stands_for_others_has_no_card():
    assert Method(name="auto", summary="Any.", **DECLARATION).card == ""
    assert Declaration(name="auto", summary="Any.", reference="none").card == ""
