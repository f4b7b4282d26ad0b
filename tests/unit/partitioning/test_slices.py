"""A group that is more than a slice of work is formed in pieces, and comes out the same."""

import sys

import numpy as np
import pytest

from covey.partitioning import ALGORITHMS

pytestmark = pytest.mark.kernels

CASES = [
    ("vmdav", {"gamma": 0.2}),
    ("vmdav", {"gamma": 1.1}),
    ("cvmdav", {}),
    ("cvmdav", {"gamma": 3.0}),
    ("iamat", {}),
    ("iamat", {"centroid": "recomputed"}),
    ("iamat", {"size": "variable"}),
    ("iamat", {"size": "variable", "centroid": "recomputed"}),
]


def module_of(name):
    """Return the module; the package's attribute of that name is the method itself."""
    return sys.modules[f"covey.partitioning.{name}"]


def tables():
    rng = np.random.default_rng(4)
    yield rng.normal(size=(83, 3))
    yield rng.integers(0, 3, size=(60, 2)).astype(float)  # full of ties
    yield np.full((40, 2), 0.1)
    yield np.vstack([np.zeros((30, 2)), rng.normal(size=(25, 2))])


@pytest.mark.parametrize(("name", "options"), CASES)
@pytest.mark.parametrize("k", [2, 3, 7])
@pytest.mark.parametrize("piece", [1, 400, 3000])
def test_pieces_do_not_change_the_answer(monkeypatch, name, options, k, piece):
    for X in tables():
        whole = ALGORITHMS[name](X, k=k, **options).labels
        monkeypatch.setattr(module_of(name), "SLICE", piece)
        np.testing.assert_array_equal(ALGORITHMS[name](X, k=k, **options).labels, whole)
        monkeypatch.undo()


@pytest.mark.parametrize(("name", "options"), CASES)
def test_progress_moves_within_a_group(monkeypatch, name, options):
    seen: list[float] = []
    monkeypatch.setattr(module_of(name), "SLICE", 1)
    ALGORITHMS[name](
        np.random.default_rng(0).normal(size=(60, 2)), k=10, progress=seen.append, **options
    )
    assert len(seen) > 15
    assert seen == sorted(seen)
