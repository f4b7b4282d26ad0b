"""PFSOM by itself: the index by hand, the choice of a level, and what chance may not touch."""

from __future__ import annotations

import numpy as np
import pytest

from covey.core.errors import RequestError
from covey.partitioning.pfsom import best_of, pcaes, pfsom
from covey.partitioning.prototypes import Rule

pytestmark = pytest.mark.kernels


def clouds(centres: list[tuple[float, ...]], size: int = 12, seed: int = 0) -> np.ndarray:
    """Return tight clouds of records around points, one after the other."""
    rng = np.random.default_rng(seed)
    points = np.repeat(np.array(centres), size, axis=0)
    return points + rng.normal(scale=0.1, size=points.shape)


THREE = clouds([(0.0, 0.0), (5.0, 0.0), (0.0, 7.0)])


def test_pcaes_by_hand():
    """Compactness 1.66 and 0.66; centres 2 apart, each 1 from their mean."""
    U = np.array([[0.9, 0.1], [0.9, 0.1], [0.2, 0.8]])
    expected = 1.0 + 0.66 / 1.66 - 2.0 * np.exp(-4.0)
    assert pcaes(U, np.array([[0.0], [2.0]])) == pytest.approx(expected)


def test_pcaes_punishes_centres_that_are_close():
    U = np.eye(3)
    apart, close = np.array([[0.0], [1.0], [2.0]]), np.array([[0.0], [0.1], [2.0]])
    assert pcaes(U, apart) > pcaes(U, close)


def test_clouds_are_found_and_counted():
    result = pfsom(THREE)
    assert result.labels.tolist() == np.repeat([0, 1, 2], 12).tolist()
    assert result.n_clusters == 3
    np.testing.assert_allclose(result.centres, [(0, 0), (5, 0), (0, 7)], atol=0.1)
    assert result.pcaes[result.levels.index(3)] == max(result.pcaes)


@pytest.mark.parametrize("count", [2, 4, 5])
def test_other_numbers_of_clouds(count):
    X = clouds([(8.0 * i, 3.0 * (i % 2)) for i in range(count)])
    assert pfsom(X).labels.tolist() == np.repeat(np.arange(count), 12).tolist()


def test_a_crowd_of_prototypes_is_no_choice():
    """A lone level with a negative index loses against one cluster."""
    whole, level = np.zeros((1, 2)), np.ones((3, 2))
    assert best_of([(level, -1.0)], whole) is whole
    assert best_of([], whole) is whole
    assert best_of([(whole, 0.5), (level, 1.0)], whole) is level


def test_memberships_and_typicalities_have_their_meaning():
    X = np.vstack([THREE, [(60.0, 60.0)]])
    result = pfsom(X, n_clusters=3)
    np.testing.assert_allclose(result.memberships.sum(axis=1), 1.0)
    assert ((result.typicalities > 0.0) & (result.typicalities <= 1.0)).all()
    np.testing.assert_array_equal(result.memberships.argmax(axis=1), result.labels)


def test_an_outlier_is_typical_of_nothing_and_moves_no_centre_far():
    X = np.vstack([THREE, [(9.0, 9.0)]])
    with_typicality = pfsom(X, n_clusters=3)
    fuzzy = pfsom(X, n_clusters=3, rule=Rule(b=0.0))
    assert with_typicality.typicalities[-1].max() < 0.01
    true = np.array([(0.0, 0.0), (5.0, 0.0), (0.0, 7.0)])
    assert np.abs(with_typicality.centres - true).max() < np.abs(fuzzy.centres - true).max()


def test_every_parameter_changes_something():
    X = np.random.default_rng(1).normal(size=(40, 2)) * [3.0, 1.0]
    plain = pfsom(X, n_clusters=2).centres
    for setting in (
        {"m": 2.5},
        {"eta": 3.0},
        {"a": 0.2},
        {"b": 5.0},
        {"tolerance": 0.5},
        {"max_iterations": 1},
    ):
        moved = pfsom(X, n_clusters=2, rule=Rule(**setting)).centres
        assert np.abs(moved - plain).max() > 1e-6, setting


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_a_fixed_number_is_kept_where_prototypes_would_coincide(count):
    X = np.random.default_rng(0).normal(size=(80, 6))  # no clusters at all
    assert pfsom(X).n_clusters == 1
    result = pfsom(X, n_clusters=count)
    assert result.n_clusters == count
    assert set(result.labels.tolist()) == set(range(count))


def test_no_more_clusters_than_different_records():
    X = np.repeat([[0.0], [1.0]], 5, axis=0)
    assert pfsom(X, n_clusters=4).labels.tolist() == [0] * 5 + [1] * 5


@pytest.mark.parametrize("n", range(1, 11))
def test_small_tables(n):
    for X in (np.full((n, 2), 0.1), np.arange(n).reshape(-1, 1) ** 2.0, np.eye(n)):
        result = pfsom(X)
        assert result.memberships.shape == result.typicalities.shape == (n, result.n_clusters)
        assert set(result.labels.tolist()) == set(range(result.n_clusters))
        assert np.isfinite(result.centres).all()


def test_constant_columns_take_no_part():
    X = np.column_stack([THREE, np.full(len(THREE), 1e6)])
    np.testing.assert_array_equal(pfsom(X).labels, pfsom(THREE).labels)


def test_order_of_columns_translation_and_magnitude_do_not_matter():
    X = np.random.default_rng(3).normal(size=(60, 3)) * [4.0, 1.0, 1.0]
    expected = pfsom(X)
    shift = np.array([100.0, -7.0, 0.5])
    for variant in (X[:, ::-1], X + shift, X * 2.0**40, X * 2.0**-40):
        result = pfsom(variant)
        assert result.levels == expected.levels
        np.testing.assert_array_equal(result.labels, expected.labels)


def test_chance_plays_a_part_only_beyond_the_sample():
    X = np.random.default_rng(0).normal(size=(60, 2)) * [4.0, 1.0]
    first, second = (pfsom(X, n_clusters=2, seed=seed).centres for seed in (0, 1))
    np.testing.assert_array_equal(first, second)
    first, again, second = (
        pfsom(X, n_clusters=2, seed=seed, most_learners=30) for seed in (0, 0, 1)
    )
    np.testing.assert_array_equal(first.centres, again.centres)
    assert np.abs(first.centres - second.centres).max() > 1e-6
    assert len(first.labels) == 60


def test_progress_is_told_and_an_interrupt_gets_through():
    seen: list[float] = []
    pfsom(THREE, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[0] == 0.0
    assert seen[-1] > 0.5

    def stop(_share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pfsom(THREE, progress=stop)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"m": 1.0}, "'m' of PFSOM must be a number above 1. Got 1.0"),
        ({"eta": float("inf")}, "'eta' of PFSOM must be a number above 1"),
        ({"a": -1.0}, "'a' of PFSOM must be a number of at least 0"),
        ({"b": float("nan")}, "'b' of PFSOM must be a number of at least 0"),
        ({"a": 0.0, "b": 0.0}, "'b' of PFSOM must be above 0 where 'a' is 0"),
        ({"tolerance": -1.0}, "'tolerance' of PFSOM must be a number of at least 0"),
        ({"max_iterations": 0}, "'max_iterations' of PFSOM must be at least 1"),
    ],
)
def test_a_wrong_rule_gets_a_clear_sentence(setting, message):
    with pytest.raises(RequestError, match=message):
        Rule(**setting)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"n_clusters": 0}, r"'n_clusters' must be none or a whole number in \[1, 36\]"),
        ({"n_clusters": 37}, r"in \[1, 36\]"),
        ({"n_clusters": True}, "Got True"),
    ],
)
def test_wrong_settings_get_a_clear_sentence(setting, message):
    with pytest.raises(RequestError, match=message):
        pfsom(THREE, **setting)
