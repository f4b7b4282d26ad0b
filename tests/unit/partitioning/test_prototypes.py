"""Where prototypes start, and which of them are one."""

from __future__ import annotations

import numpy as np
import pytest

from covey.partitioning.prototypes import joined, spread_seeds, without_twins

pytestmark = pytest.mark.kernels


def test_seeds_are_the_centre_then_the_farthest():
    Z = np.array([[-3.0], [0.5], [0.5], [4.0], [-3.0], [0.5]])
    assert spread_seeds(Z, 3).ravel().tolist() == [0.5, -3.0, 4.0]
    assert len(spread_seeds(Z, 9)) == 3  # there are only three different records


def test_twins_are_merged_and_empty_prototypes_dropped():
    Z = np.array([[-1.0], [1.0]])
    centres = np.array([[-1.0], [0.96], [1.04], [1.0], [30.0]])
    np.testing.assert_allclose(without_twins(Z, centres), [[-1.0], [1.0]])


def test_the_cheapest_pair_is_joined_by_mass():
    centres = np.array([[0.0], [1.0], [3.0]])
    heavy = np.array([100.0, 100.0, 1.0])  # 50 · 1 against 100/101 · 4
    np.testing.assert_allclose(joined(centres, heavy, 2), [[0.0], [103 / 101]])
    np.testing.assert_allclose(joined(centres, np.ones(3), 2), [[0.5], [3.0]])
