"""What every method promises. A new method is tested here before its author writes a test."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from covey.core.errors import InputError, RequestError
from covey.core.partition import Partition
from covey.partitioning import ALGORITHMS

pytestmark = pytest.mark.kernels

NAMES = list(ALGORITHMS)


def groups_of(partition: Partition) -> set[frozenset[int]]:
    """Return the groups as sets of records: their numbering carries no meaning."""
    return {
        frozenset(np.flatnonzero(partition.labels == group).tolist())
        for group in range(partition.n_groups)
    }


def normal(n: int, p: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n, p))


@st.composite
def tables(draw):
    """Draw a small table, often full of ties, and a k that fits it."""
    n = draw(st.integers(2, 24))
    p = draw(st.integers(1, 4))
    values = st.one_of(
        st.integers(-3, 3).map(float),
        st.floats(-1e6, 1e6, allow_nan=False, width=32),
    )
    X = draw(arrays(np.float64, (n, p), elements=values))
    return X, draw(st.integers(2, min(n, 6)))


@pytest.mark.smoke
@pytest.mark.parametrize("name", NAMES)
@given(table=tables())
def test_every_record_has_a_group_of_at_least_k(name, table):
    X, k = table
    partition = ALGORITHMS[name](X, k=k)
    assert len(partition.labels) == len(X)
    assert np.bincount(partition.labels).min() >= k
    assert set(partition.labels.tolist()) == set(range(partition.n_groups))


@pytest.mark.parametrize("name", NAMES)
@given(table=tables())
def test_the_same_input_gives_the_same_labels(name, table):
    X, k = table
    first = ALGORITHMS[name](X, k=k).labels
    np.testing.assert_array_equal(first, ALGORITHMS[name](X.copy(), k=k).labels)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_columns_does_not_matter(name, seed):
    X = normal(61, 4, seed)
    assert groups_of(ALGORITHMS[name](X, k=3)) == groups_of(ALGORITHMS[name](X[:, ::-1], k=3))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_translation_does_not_matter(name, seed):
    X = normal(61, 4, seed)
    moved = X + np.array([100.0, -7.0, 0.5, 1e3])
    assert groups_of(ALGORITHMS[name](X, k=3)) == groups_of(ALGORITHMS[name](moved, k=3))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("factor", [2.0**-600, 2.0**500])
def test_magnitude_does_not_matter(name, factor):
    X = normal(40, 3)
    np.testing.assert_array_equal(
        ALGORITHMS[name](X, k=3).labels, ALGORITHMS[name](X * factor, k=3).labels
    )


@pytest.mark.parametrize("name", NAMES)
def test_layout_and_precision_of_the_array_do_not_matter(name):
    narrow = normal(50, 3).astype(np.float32)
    X = narrow.astype(np.float64)
    locked = X.copy()
    locked.setflags(write=False)
    wide = np.zeros((100, 6))
    wide[::2, ::2] = X
    expected = ALGORITHMS[name](X, k=4).labels
    for variant in (narrow, np.asfortranarray(X), locked, wide[::2, ::2], X.tolist()):
        np.testing.assert_array_equal(ALGORITHMS[name](variant, k=4).labels, expected)


@pytest.mark.parametrize("name", NAMES)
def test_the_input_is_not_changed(name):
    X = normal(40, 3)
    before = X.copy()
    ALGORITHMS[name](X, k=3)
    np.testing.assert_array_equal(X, before)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("n", "k"), [(4, 4), (7, 4), (8, 4), (9, 4), (11, 4), (12, 4), (2, 2)])
def test_tables_hardly_larger_than_k(name, n, k):
    partition = ALGORITHMS[name](normal(n, 2), k=k)
    assert partition.sizes.min() >= k
    assert partition.sizes.sum() == n


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n", [6, 13, 100])
def test_equal_rows(name, n):
    partition = ALGORITHMS[name](np.full((n, 2), 0.1), k=3)
    assert partition.sizes.min() >= 3
    assert partition.sizes.sum() == n


@pytest.mark.parametrize("name", NAMES)
def test_equal_rows_are_grouped_by_lowest_index(name):
    """With nothing but ties, the tie rule alone decides: the first group starts at record 0."""
    labels = ALGORITHMS[name](np.zeros((12, 1)), k=3).labels
    first = np.flatnonzero(labels == labels[0])
    assert first[:3].tolist() == [0, 1, 2]


@pytest.mark.parametrize("name", NAMES)
def test_one_column(name):
    X = np.array([[0.0], [0.1], [0.2], [50.0], [50.1], [50.2]])
    assert groups_of(ALGORITHMS[name](X, k=3)) == {frozenset({0, 1, 2}), frozenset({3, 4, 5})}


@pytest.mark.parametrize("name", NAMES)
def test_progress_runs_from_start_to_end(name):
    seen: list[float] = []
    ALGORITHMS[name](normal(60, 2), k=3, progress=seen.append)
    assert seen
    assert seen == sorted(seen)
    assert 0.0 <= seen[0] <= seen[-1] <= 1.0
    assert seen[-1] > 0.8


@pytest.mark.parametrize("name", NAMES)
def test_an_interrupt_between_slices_gets_through(name):
    def stop(_share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ALGORITHMS[name](normal(60, 2), k=3, progress=stop)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("X", "k", "error", "message"),
    [
        (np.zeros((5, 2)), 1, RequestError, "at least 2"),
        (np.zeros((5, 2)), 6, RequestError, "at most 5, the number of records"),
        (np.zeros((5, 2)), 2.5, RequestError, "whole number"),
        (np.zeros((5, 2)), True, RequestError, "whole number"),
        (np.zeros(5), 2, InputError, "two dimensions"),
        (np.zeros((0, 2)), 2, InputError, "must hold a record"),
        (np.array([[1.0, np.nan], [2.0, 3.0]]), 2, InputError, "first in column 1"),
        (np.array([["a"], ["b"]]), 2, InputError, "numbers only"),
    ],
)
def test_wrong_input_gets_a_clear_sentence(name, X, k, error, message):
    with pytest.raises(error, match=message):
        ALGORITHMS[name](X, k=k)


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_option_is_refused(name):
    with pytest.raises(RequestError, match="has no option 'flavour'"):
        ALGORITHMS[name](np.zeros((5, 2)), k=2, flavour=1)


@pytest.mark.parametrize("name", NAMES)
def test_the_registry_describes_it(name):
    method = ALGORITHMS[name]
    assert method.name == name
    assert method.family
    assert method.summary.endswith(".")
    assert any(character.isdigit() for character in method.reference)
    assert all(option.meaning and option.rule for option in method.options)


@pytest.mark.smoke
@pytest.mark.parametrize("name", NAMES)
def test_the_card_argues_for_it(name):
    card = ALGORITHMS[name].card
    for part in (
        "Requires:",
        "Ensures:",
        "## Why every group holds at least k",
        "## Cost",
        "Source:",
    ):
        assert part in card
