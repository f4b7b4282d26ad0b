import itertools

import numpy as np
import pytest

from covey.kernels.pairs import most_distant_pair

pytestmark = pytest.mark.kernels


@pytest.mark.parametrize("step", [1, 3, 100])
def test_it_agrees_with_all_pairs(step):
    X = np.random.default_rng(2).integers(0, 4, size=(20, 2)).astype(float)
    expected = max(
        itertools.combinations(range(20), 2),
        key=lambda pair: (((X[pair[0]] - X[pair[1]]) ** 2).sum(), -pair[0], -pair[1]),
    )
    best = (0, 1, -1.0)
    for first in range(0, 20, step):
        best = most_distant_pair(X, np.arange(20), 20, first, min(first + step, 20), *best)
    assert best[:2] == expected
