import numpy as np
import pytest

from covey.experiments.reproduce.sources import load_matrix


@pytest.mark.parametrize(
    ("dataset", "shape"),
    [
        ("normal-50x3", (50, 3)),
        ("uniform-50x3", (50, 3)),
        ("binary-unrelated-40", (40, 6)),
        ("sim-1", (5000, 8)),
    ],
)
def test_simulated_sets_have_the_size_that_their_name_tells(dataset, shape):
    X = load_matrix(dataset, 0)
    assert X.shape == shape
    assert X.flags.c_contiguous
    np.testing.assert_array_equal(X, load_matrix(dataset, 0))
    assert not np.array_equal(X, load_matrix(dataset, 1))


def test_the_small_sets_of_000_have_ranges_of_their_own():
    normal, uniform = load_matrix("normal-1560x16", 0), load_matrix("uniform-4800x16", 0)
    assert normal.mean() == pytest.approx(500, rel=0.02)
    assert normal.std() == pytest.approx(150, rel=0.02)
    assert 39_000 < uniform.max() < 40_000
    assert load_matrix("uniform-4800x10", 0).max() < 1000


def test_eia_has_the_month_in_003_and_the_number_elsewhere(reference_folder):
    usual, monthly = load_matrix("eia", 0), load_matrix("eia-monthly", 0)
    assert usual.shape == monthly.shape == (4092, 11)
    np.testing.assert_array_equal(usual[:, 1:], monthly[:, 1:])
    assert set(np.unique(monthly[:, 0])) == set(range(1, 13))
