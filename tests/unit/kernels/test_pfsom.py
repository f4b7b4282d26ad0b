import numpy as np
import pytest

from covey.kernels import pfsom as kernel

pytestmark = pytest.mark.kernels

ORIGIN = np.array([[0.0]])


@pytest.mark.parametrize(("m", "expected"), [(2.0, 0.9), (1.5, 81 / 82), (3.0, 0.75)])
def test_membership_by_hand(m, expected):
    """A record at distances 1 and 3: the odds are 9 to 1 to the power 1/(m − 1)."""
    U = kernel.memberships(np.array([[1.0]]), np.array([[0.0], [4.0]]), m)
    np.testing.assert_allclose(U, [[expected, 1 - expected]])


def test_a_record_on_a_centre_belongs_to_it_alone():
    U = kernel.memberships(np.array([[4.0]]), np.array([[0.0], [4.0], [4.0]]), 2.0)
    assert U.tolist() == [[0.0, 0.5, 0.5]]


@pytest.mark.parametrize(("eta", "expected"), [(2.0, 1 / 3), (1.5, 1 / 5)])
def test_typicality_by_hand(eta, expected):
    """A squared distance of 4 at a scale of 2 is a ratio of 2."""
    T = kernel.typicalities(np.array([[2.0], [0.0]]), ORIGIN, np.array([2.0]), 1.0, eta)
    np.testing.assert_allclose(T, [[expected], [1.0]])


def test_typicality_where_all_records_are_on_the_centre():
    T = kernel.typicalities(np.array([[0.0], [1.0]]), ORIGIN, np.array([0.0]), 1.0, 2.0)
    assert T.tolist() == [[1.0], [0.0]]


def test_scale_is_the_mean_squared_distance_of_the_members():
    X = np.array([[0.0], [2.0]])
    assert kernel.scales_of(X, ORIGIN, 2.0).tolist() == [2.0]
    both = np.array([[0.0], [3.0]])  # the record at 2 has memberships 1/5 and 4/5
    np.testing.assert_allclose(kernel.scales_of(X, both, 2.0), [4 * 0.04 / 1.04, 1.0], rtol=1e-12)


def test_centres_move_to_weighted_means():
    """Typicalities 1 and 1/3, squared: the mean of 0 and 2 with weights 9 to 1."""
    X = np.array([[0.0], [2.0]])
    scale = np.array([2.0])
    assert kernel.moved_centres(X, ORIGIN, scale, 2.0, 2.0, 1.0, 0.0).tolist() == [[1.0]]
    np.testing.assert_allclose(
        kernel.moved_centres(X, ORIGIN, scale, 2.0, 2.0, 0.0, 1.0), [[0.2]], rtol=1e-12
    )


def test_a_centre_without_weight_stays():
    X = np.array([[0.0], [0.0]])
    centres = np.array([[0.0], [1.0]])
    moved = kernel.moved_centres(X, centres, np.zeros(2), 2.0, 2.0, 1.0, 1.0)
    assert moved.tolist() == [[0.0], [1.0]]


def test_general_powers_agree_with_the_short_cuts():
    for exponent in (1.0, 1.5, 2.0, 2.7):
        assert kernel.power(0.3, exponent) == pytest.approx(0.3**exponent, rel=1e-15)
