"""Joining classes of too few units, worked by hand."""

from __future__ import annotations

import numpy as np

from covey.core.census import Count
from covey.planning.joining import join_nearest, join_patterns

V, G, C = 0, 1, 2  # a value, a gap, a code


def records(*sizes):
    return [Count(size) for size in sizes]


def test_a_small_pattern_joins_where_the_fewest_cells_change():
    # k = 3. The second has one record. With the first, its two cells b and c would be blanked in
    # two records of the first, and none of its own, which are gaps: 1·0 + 2·2 = 4. With the third
    # it differs in a and c: its own a is blanked, and c of two others: 1·1 + 2·1 = 3.
    patterns = np.array([[V, V, V], [V, G, G], [G, G, V]])
    found = join_patterns(patterns, records(10, 1, 10), 3)
    assert found.labels.tolist() == [0, 1, 1]
    assert found.n_cells == 3
    assert found.is_mixed.tolist() == [True, False, True]


def test_a_code_and_a_gap_differ_and_the_code_is_lost():
    # The record with the code joins three with a gap, which lose nothing: one cell.
    found = join_patterns(np.array([[G], [C]]), records(3, 1), 2)
    assert found.labels.tolist() == [0, 0]
    assert found.n_cells == 1


def test_the_fewest_units_go_first_and_ties_to_the_lowest():
    # All three are small for k = 4. The last has one record; it joins the second, from which it
    # differs in one cell (1·0 + 2·1 = 2; with the first 1·0 + 2·2 = 4). Then the first, with two,
    # joins them: one class of five records, in room for one group. It loses every cell in which
    # the three differ: a of the first two, b of the first.
    patterns = np.array([[V, V], [V, G], [G, G]])
    found = join_patterns(patterns, records(2, 2, 1), 4)
    assert found.labels.tolist() == [0, 0, 0]
    assert found.n_cells == 2 * 2 + 2


def test_units_count_and_shared_ones_count_once():
    # Three records each, of units {1, 2} and {2, 3}, and one of four units: k = 3. The first two
    # hold three units together.
    counts = [Count(3, {1, 2}), Count(3, {2, 3}), Count(4, {4, 5, 6, 7})]
    patterns = np.array([[V, V, V], [V, V, G], [G, G, G]])
    assert join_patterns(patterns, counts, 3).labels.tolist() == [0, 0, 1]


def test_nothing_joins_where_all_are_large_enough():
    found = join_patterns(np.array([[V], [G]]), records(3, 3), 3)
    assert found.labels.tolist() == [0, 1]
    assert found.n_cells == 0
    assert not found.is_mixed.any()


def test_every_class_has_k_units_in_the_end():
    rng = np.random.default_rng(1)
    patterns = np.unique(rng.integers(0, 3, (400, 6)), axis=0)
    counts = [Count(n, set(rng.integers(0, 500, n).tolist())) for n in rng.integers(1, 6, 400)]
    counts = counts[: len(patterns)]
    labels = join_patterns(patterns, counts, 5).labels
    for label in range(labels.max() + 1):
        units = set().union(*(counts[i].units for i in np.flatnonzero(labels == label)))
        assert len(units) >= 5


def test_the_nearest_centroid_takes_a_small_class_and_moves():
    # The second (at 4, one record) joins the third (at 5, three records): their centroid is 4.75.
    # The first (at 0, two records) is nearer to it than to the last one at 9.
    centroids = np.array([[0.0], [4.0], [5.0], [9.0]])
    assert join_nearest(centroids, records(2, 1, 3, 3), 3).tolist() == [0, 0, 0, 1]
