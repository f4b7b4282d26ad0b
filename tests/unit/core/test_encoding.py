import numpy as np
import pytest

from covey.core.encoding import scale
from covey.core.errors import RequestError

X = np.array([[1.0, 10.0, 5.0], [2.0, 30.0, 5.0], [6.0, 20.0, 5.0]])


def test_zscore():
    scaled = scale(X, "zscore")
    np.testing.assert_allclose(scaled.mean(axis=0), 0.0, atol=1e-15)
    np.testing.assert_allclose(scaled.std(axis=0), [1.0, 1.0, 0.0])


def test_minmax():
    assert scale(X, "minmax").tolist() == [[0.0, 0.0, 0.0], [0.2, 1.0, 0.0], [1.0, 0.5, 0.0]]


def test_none_is_a_copy():
    scaled = scale(X, "none")
    assert scaled.tolist() == X.tolist()
    assert scaled is not X


@pytest.mark.parametrize("scaling", ["zscore", "minmax"])
@pytest.mark.parametrize("factor", [2.0**-1000, 2.0**900])
def test_extreme_magnitudes_scale_alike(scaling, factor):
    np.testing.assert_array_equal(scale(X * factor, scaling), scale(X, scaling))


def test_the_largest_numbers_do_not_overflow():
    huge = np.array([[1.7e308], [-1.7e308], [0.0]])
    assert np.isfinite(scale(huge, "zscore")).all()
    assert scale(huge, "minmax").ravel().tolist() == [1.0, 0.0, 0.5]


def test_an_unknown_scaling_is_named():
    with pytest.raises(RequestError, match=r"No scaling 'log'\. Choose from: zscore, minmax, none"):
        scale(X, "log")
