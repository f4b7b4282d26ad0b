import pickle

import numpy as np
import pytest

from covey.core.divisions import TablePart, group_within, rows_of
from covey.core.engine import IN_TURN
from covey.core.errors import GuaranteeError
from covey.core.method import Grouped
from covey.core.partition import Partition
from covey.engines import Threads
from covey.partitioning import mdav
from covey.refining import search

X = np.random.default_rng(0).normal(size=(40, 2))
DIVISIONS = np.random.default_rng(1).permutation(np.repeat([0, 1, 5], [20, 13, 7]))


def method_and_refinement(records, *, progress):
    """Group by a method, and lower the loss, as in a table of its own."""
    start = mdav(records, k=3)
    return search(records, start, effort=0.1).labels


@pytest.mark.parametrize("engine", [IN_TURN, Threads(2)])
def test_no_group_crosses_a_division(engine):
    labels, facts = group_within(DIVISIONS, method_and_refinement, [X], engine=engine)
    partition = Partition(labels, k=3, divisions=DIVISIONS)
    assert len(partition) == 40
    assert facts == [{}, {}, {}]


def test_each_division_is_grouped_as_a_table_of_its_own():
    labels, _ = group_within(DIVISIONS, method_and_refinement, [X])
    rows = np.flatnonzero(DIVISIONS == 1)
    alone = method_and_refinement(X[rows], progress=None)
    assert np.array_equal(labels[rows] - labels[rows].min(), alone)


def test_divisions_get_their_part_of_each_array_and_facts_come_in_their_order():
    def tell(records, numbers, *, progress):
        progress(1.0)
        return Grouped(np.zeros(len(records), dtype=np.intp), {"numbers": numbers.tolist()})

    labels, facts = group_within(np.array([1, 0, 1]), tell, [X[:3], np.arange(3)])
    assert labels.tolist() == [1, 0, 1]
    assert facts == [{"numbers": [1]}, {"numbers": [0, 2]}]


def test_progress_counts_records():
    told = []

    def zeros(records, *, progress):
        progress(1.0)
        return np.zeros(len(records), dtype=np.intp)

    group_within(np.array([0, 0, 0, 1]), zeros, [X[:4]], progress=told.append)
    assert told == [0.75, 1.0]


def test_numbers_of_divisions_may_have_gaps():
    assert [len(rows) for rows in rows_of(DIVISIONS)] == [20, 13, 7]


def test_a_part_that_is_sent_elsewhere_takes_its_own_records_along_and_no_others():
    large = np.arange(100_000.0)
    part = TablePart((large, X), np.array([1, 3]))
    sent = pickle.dumps(part)
    assert len(sent) < 1_000
    values, records = pickle.loads(sent).taken()  # noqa: S301 (our own bytes)
    assert values.tolist() == [1.0, 3.0]
    assert np.array_equal(records, X[[1, 3]])


def test_what_crosses_a_division_is_refused():
    with pytest.raises(GuaranteeError, match="1 of 2 groups cross a division"):
        Partition([0, 0, 1, 1], k=2, divisions=np.array([0, 0, 0, 1]))
