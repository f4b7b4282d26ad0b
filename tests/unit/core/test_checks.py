import numpy as np
import pytest
from scipy import sparse

from covey.core.checks import check_k, check_matrix
from covey.core.errors import InputError, RequestError


@pytest.mark.parametrize("k", [2, 5, np.int64(3)])
def test_k_in_range(k):
    assert check_k(k, n=5) == int(k)
    assert type(check_k(k, n=5)) is int


@pytest.mark.parametrize(
    ("k", "message"),
    [
        (1, "at least 2, or a record would stand alone. Got 1"),
        (-3, "at least 2"),
        (6, "at most 5, the number of records. Got 6. Lower k"),
        ("3", "whole number in"),
        (3.0, "whole number in"),
        (None, "whole number in"),
    ],
)
def test_k_out_of_range(k, message):
    with pytest.raises(RequestError, match=message):
        check_k(k, n=5)


def test_a_good_matrix_is_not_copied():
    X = np.ones((3, 2))
    assert check_matrix(X) is X


def test_extreme_magnitudes_are_scaled_by_a_power_of_two():
    X = np.array([[3e300], [-1e300]])
    scaled = check_matrix(X)
    assert np.abs(scaled).max() < 1.0
    ratio = X / scaled
    assert np.frexp(ratio)[0].tolist() == [[0.5], [0.5]]


def test_zero_stays_zero():
    assert check_matrix(np.zeros((2, 2))).tolist() == [[0.0, 0.0], [0.0, 0.0]]


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (sparse.eye(3), "dense array"),
        (np.array([[1 + 2j]]), "Complex data not supported"),
        ([[1.0], [np.inf]], "NaN or infinity in 1 column, first in column 0"),
        (np.zeros((2, 0)), "2 by 0"),
    ],
)
def test_wrong_matrices(X, message):
    with pytest.raises(InputError, match=message):
        check_matrix(X)


def test_text_is_refused_without_showing_it():
    with pytest.raises(InputError, match="numbers only") as caught:
        check_matrix([["secret-value"], ["1"]])
    assert "secret" not in str(caught.value)
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("k", [10**5_000, -(10**5_000)], ids=["huge", "far below"])
def test_a_k_that_python_does_not_write_out_gets_its_sentence(k):
    with pytest.raises(RequestError, match=r"'k' must be at .* of about 5,001 digits"):
        check_k(k, n=12)
