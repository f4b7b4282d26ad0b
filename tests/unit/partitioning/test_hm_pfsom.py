"""HM-PFSOM: what a group draws from each class, who merges with whom, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from covey.core.errors import InputError, RequestError
from covey.partitioning.hm_pfsom import NEEDS_CONFIDENTIAL, blocks_of, draw_groups, hm_pfsom
from covey.partitioning.mdav import mdav_centroid
from covey.partitioning.pfsom import pfsom

pytestmark = pytest.mark.kernels

# Table 4 of the paper, column by column.
ZIP = [1011, 1007, 1012, 1009, 1010, 1011, 1013, 1010, 1008, 1010, 1009, 1011, 1008]
AGE = [22, 22, 23, 25, 28, 29, 31, 32, 32, 29, 26, 27, 33]
SALARY = [500, 550, 600, 1600, 1500, 1800, 2900, 3200, 3600, 1650, 1550, 1700, 3800]
SALARIES = np.column_stack([ZIP, AGE, SALARY]).astype(np.float64)
LOW_MIDDLE_HIGH = np.array([0, 0, 0, 1, 1, 1, 2, 2, 2, 1, 1, 1, 2])


def minmax(X: np.ndarray) -> np.ndarray:
    return (X - X.min(axis=0)) / np.ptp(X, axis=0)


def sizes_by_class(labels: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """Count the records of each class (columns) in each group (rows)."""
    table = np.zeros((labels.max() + 1, classes.max() + 1), dtype=int)
    np.add.at(table, (labels, classes), 1)
    return table


def census_like(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return 382 records in classes of 145, 164 and 73, as in table 9 of the paper."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(382, 3)), rng.permutation(np.repeat([0, 1, 2], [145, 164, 73]))


@pytest.mark.parametrize(("k", "n_groups"), [(1, 73), (5, 14), (10, 7), (15, 4), (20, 3), (25, 2)])
def test_group_counts_and_sizes_of_table_10(k, n_groups):
    X, classes = census_like()
    table = sizes_by_class(draw_groups(X, classes, k), classes)
    assert len(table) == n_groups
    assert (table >= [k, 2 * k, k]).all()
    assert table.sum(axis=1).min() >= 4 * k


@pytest.mark.parametrize(
    ("sizes", "share", "n_groups"),
    [((50, 121, 103, 103), 7, 10), ((115, 207), 2, 23), ((238, 78, 148), 5, 15)],
)
def test_other_blocks_of_the_paper(sizes, share, n_groups):
    """Minimal sizes of 7k and 2k on Census, 5k on EIA (tables 9 to 12), at k = 5."""
    classes = np.repeat(np.arange(len(sizes)), sizes)
    X = np.random.default_rng(0).normal(size=(len(classes), 2))
    labels = draw_groups(X, classes, 5)
    assert labels.max() + 1 == n_groups
    assert np.bincount(labels).min() >= share * 5


def test_the_equal_draw_takes_k_from_each_class():
    X, classes = census_like()
    equal, proportional = (
        sizes_by_class(draw_groups(X, classes, 10, draw), classes)
        for draw in ("equal", "proportional")
    )
    assert len(equal) == len(proportional) == 7
    assert (equal >= 10).all()
    assert equal[:, 1].min() < 20 <= proportional[:, 1].min()


def test_a_round_by_hand():
    """Mean 5: record 5 (at 11) is farthest, then record 0. The equal draw leaves 3 and 4 over."""
    X = np.array([[0.0], [1.0], [2.0], [7.0], [9.0], [11.0]])
    classes = np.array([0, 0, 1, 1, 1, 1])
    assert draw_groups(X, classes, 1, "equal").tolist() == [1, 0, 1, 0, 0, 0]
    assert draw_groups(X, classes, 1).tolist() == [1, 0, 1, 1, 0, 0]


def test_leftovers_join_the_groups_as_they_were_formed():
    """Centroids −12 and 12. Once the record at 2 had moved its group, −0.5 would follow it."""
    X = np.array([[13.0], [11.0], [2.0], [-0.5], [-11.0], [-13.0]])
    classes = np.array([0, 1, 1, 1, 1, 0])
    assert draw_groups(X, classes, 1, "equal").tolist() == [1, 1, 1, 0, 0, 0]


def test_ties_go_to_the_lowest_index():
    classes = np.array([0, 1, 0, 1, 0, 1, 0, 1])
    assert draw_groups(np.zeros((8, 1)), classes, 2).tolist() == [0, 0, 0, 0, 1, 1, 1, 1]


def test_duplicates_of_the_farthest_record_do_not_take_its_place():
    X = np.array([[9.0], [9.0], [0.0], [0.0]])
    assert draw_groups(X, np.array([0, 0, 0, 0]), 2).tolist() == [0, 0, 1, 1]
    assert draw_groups(X, np.array([0, 1, 0, 1]), 1).tolist() == [0, 0, 1, 1]


def test_the_illustrative_example():
    """Table 8 of the paper: three groups of 4, 4 and 5, with 1 low, 2 middle and 1 or 2 high."""
    labels = draw_groups(minmax(SALARIES[:, :2]), LOW_MIDDLE_HIGH, 1)
    table = sizes_by_class(labels, LOW_MIDDLE_HIGH)
    assert sorted(table.tolist()) == [[1, 2, 1], [1, 2, 1], [1, 2, 2]]
    assert np.flatnonzero(labels == labels[1]).tolist() == [1, 3, 8, 10]  # its second group


def test_the_three_classes_of_salary():
    found = pfsom(minmax(SALARIES[:, 2:]), n_clusters=3).labels
    assert found.tolist() == LOW_MIDDLE_HIGH.tolist()


def test_small_clusters_merge_with_the_nearest():
    X = np.array([0.0, 0.1, 0.2, 0.3, 5.0, 9.0, 9.1, 9.2, 9.3]).reshape(-1, 1)
    assert pfsom(X, n_clusters=3).labels.tolist() == [0, 0, 0, 0, 1, 2, 2, 2, 2]
    assert blocks_of(X, 2, 3).tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 1]
    assert blocks_of(X, 6, 3).tolist() == [0] * 9


def test_without_confidential_values_a_block_is_one_class():
    """The groups are then those of mdav-centroid with a global centroid, leftovers apart."""
    X = np.random.default_rng(0).normal(size=(30, 2))
    labels = hm_pfsom(X, k=5, n_blocks=1).labels
    np.testing.assert_array_equal(labels, mdav_centroid(X, k=5, centroid="global").labels)


def two_classes(n: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """Return records and a confidential value that goes with the quasi-identifier."""
    X = np.random.default_rng(0).normal(size=(n, 2))
    return X, np.where(X[:, :1] > 0.0, 100.0, 0.0)


def test_groups_mix_the_classes():
    X, S = two_classes()
    labels = hm_pfsom(X, k=3, confidential=S, n_blocks=1).labels
    table = sizes_by_class(labels, (S[:, 0] > 50.0).astype(int))
    assert (table >= 3).all()


def test_blocks_are_not_mixed():
    X, S = two_classes()
    X = np.vstack([X, X + 50.0])
    labels = hm_pfsom(X, k=3, confidential=np.vstack([S, S])).labels
    assert set(labels[:40]).isdisjoint(labels[40:])


@pytest.mark.parametrize("setting", [{"n_blocks": 3}, {"n_classes": 1}, {"draw": "equal"}])
def test_every_option_changes_the_groups(setting):
    rng = np.random.default_rng(2)
    X = rng.normal(size=(90, 2))
    S = rng.permutation(np.repeat([0.0, 100.0], [20, 70])).reshape(-1, 1)
    plain = hm_pfsom(X, k=3, confidential=S, n_blocks=1).labels
    other = hm_pfsom(X, k=3, confidential=S, **{"n_blocks": 1, **setting}).labels
    assert plain.tolist() != other.tolist()


def test_more_blocks_than_records_are_as_many_as_fit():
    assert hm_pfsom(np.arange(6.0).reshape(-1, 1), k=3, n_blocks=100).sizes.min() >= 3


@given(data=st.data(), n=st.integers(2, 30), k=st.integers(2, 6))
def test_every_group_holds_k_whatever_the_confidential_values(data, n, k):
    values = st.integers(-3, 3).map(float)
    X = data.draw(arrays(np.float64, (n, 2), elements=values))
    S = data.draw(arrays(np.float64, (n, 1), elements=values))
    k = min(k, n)
    first, second = (hm_pfsom(X, k=k, confidential=S) for _ in range(2))
    assert first.sizes.min() >= k
    np.testing.assert_array_equal(first.labels, second.labels)


@pytest.mark.parametrize(
    ("confidential", "error", "message"),
    [
        (np.empty((6, 0)), RequestError, "needs at least one confidential attribute; name it with"),
        (np.zeros((5, 1)), InputError, "'confidential' must have the 6 records of 'X'. Got 5"),
        (np.full((6, 1), np.nan), InputError, "'confidential' must be finite"),
        (np.full((6, 1), "flu"), InputError, "'confidential' must hold numbers only"),
        (np.zeros(6), InputError, "'confidential' must have two dimensions"),
    ],
)
def test_wrong_confidential_values_get_a_clear_sentence(confidential, error, message):
    with pytest.raises(error, match=message):
        hm_pfsom(np.arange(6.0).reshape(-1, 1), k=3, confidential=confidential)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"n_blocks": 0}, "'n_blocks' option of 'hm-pfsom' must be"),
        ({"draw": "random"}, "must be one of 'proportional', 'equal'"),
    ],
)
def test_wrong_options_are_refused(setting, message):
    with pytest.raises(RequestError, match=message):
        hm_pfsom(np.zeros((6, 1)), k=3, **setting)


def test_text_options_are_read():
    X = np.arange(12.0).reshape(-1, 1)
    given = hm_pfsom(X, k=3, n_blocks="1", n_classes="none", draw="equal").labels
    np.testing.assert_array_equal(given, hm_pfsom(X, k=3, n_blocks=1, draw="equal").labels)


def test_the_refusal_names_the_remedy():
    words = "needs at least one confidential attribute; name it with roles={'confidential': ['A']}"
    assert words in str(RequestError(*NEEDS_CONFIDENTIAL))
