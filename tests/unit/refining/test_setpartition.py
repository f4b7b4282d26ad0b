import sys

import numpy as np
import pytest

from covey.core.errors import RequestError
from covey.refining.setpartition import (
    Relaxation,
    choose,
    groups_of,
    labels_from,
    make_candidates,
    make_solver,
)

X = np.array([[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]])
SOME = np.array([[0, 5, -1], [1, 4, -1], [3, 2, -1], [0, 1, 2], [5, 4, 3], [2, 1, 0]])


def test_groups_become_columns_once_and_in_order():
    columns = make_candidates(X, SOME)
    assert columns.members.tolist() == [
        [0, 1, 2],
        [0, 5, -1],
        [1, 4, -1],
        [2, 3, -1],
        [3, 4, 5],
    ]
    assert columns.costs.tolist() == [2.0, 12.5, 4.5, 0.5, 2.0]


def test_a_window_keeps_the_groups_that_lie_inside():
    columns = make_candidates(X, SOME).within(np.array([True, True, True, True, False, False]))
    assert columns.members.tolist() == [[0, 1, 2], [2, 3, -1]]


def test_labels_become_groups_and_labels_again():
    labels = np.array([1, 0, 1, 2, 2, 2, 0])
    assert labels_from(groups_of(labels), 7).tolist() == labels.tolist()


def test_the_best_choice_is_found_and_proven():
    columns = make_candidates(X, SOME)
    choice = choose(columns, columns.positions(np.array([[0, 5], [1, 4], [2, 3]])), looks=100)
    assert columns.members[choice.chosen].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert choice.loss == pytest.approx(4.0)
    assert choice.bound == pytest.approx(4.0, rel=1e-4)


def test_without_a_better_choice_the_start_stays():
    columns = make_candidates(X, SOME[:3])
    choice = choose(columns, np.array([0, 1, 2]), looks=100)
    assert sorted(choice.chosen) == [0, 1, 2]
    assert choice.loss == pytest.approx(17.5)


def test_reduced_costs_of_the_relaxation_are_not_negative():
    columns = make_candidates(X, SOME)
    worth = Relaxation(columns, 6).solve()
    assert worth.sum() == pytest.approx(4.0)
    assert columns.reduced(worth).min() > -1e-9


def test_a_relaxation_can_be_lower_than_any_choice():
    """Three pairs of three records, half of each; a choice needs the group of all three."""
    corners = np.array([[0.0], [1.0], [2.0]])
    columns = make_candidates(corners, np.array([[0, 1, -1], [1, 2, -1], [0, 2, -1], [0, 1, 2]]))
    worth = Relaxation(columns, 3).solve()
    assert worth.sum() == pytest.approx((0.5 + 0.5 + 2.0) / 2)
    start = columns.positions(np.array([[0, 1, 2]]))
    assert choose(columns, start, looks=100).loss == pytest.approx(2.0)


def test_without_the_solver_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(RequestError, match=r"Run pip install 'covey\[solver\]'"):
        make_solver(1)


def test_what_the_listener_raises_stops_the_solver_and_comes_through():
    columns = make_candidates(X, SOME)

    def stop(_share, _note="", /):
        raise KeyboardInterrupt

    start = columns.positions(np.array([[0, 5], [1, 4], [2, 3]]))
    rng = np.random.default_rng(0)
    points = rng.normal(size=(40, 2))
    many = np.sort(rng.permuted(np.tile(np.arange(40), (800, 1)), axis=1)[:, :4], axis=1)
    large = make_candidates(points, many, np.arange(40).reshape(10, 4))
    begin = large.positions(np.arange(40, dtype=np.int32).reshape(10, 4))
    with pytest.raises(KeyboardInterrupt):
        choose(large, begin, looks=100, progress=stop)
    assert choose(columns, start, looks=1).loss <= 17.5


def test_work_is_limited_and_the_start_is_kept():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(40, 2))
    many = np.sort(rng.permuted(np.tile(np.arange(40), (800, 1)), axis=1)[:, :4], axis=1)
    columns = make_candidates(points, many, np.arange(40).reshape(10, 4))
    start = columns.positions(np.arange(40, dtype=np.int32).reshape(10, 4))
    looks = []
    few = choose(columns, start, looks=2, progress=lambda share, note="", /: looks.append(share))
    assert 1 <= len(looks) <= 4
    assert few.bound <= few.loss <= columns.costs[start].sum()
    assert choose(columns, start, looks=1_000).loss <= few.loss
