import numpy as np
import pytest

from covey.core.errors import InputError, RequestError
from covey.core.options import options_of
from covey.partitioning.axis import individual_ranking, optimal_1d

pytestmark = pytest.mark.kernels


def normal(n: int, p: int) -> np.ndarray:
    return np.random.default_rng(0).normal(size=(n, p))


def test_each_variable_has_its_own_optimum():
    X = normal(40, 3)
    parts = individual_ranking(X, k=3)
    assert (parts.labels.shape, parts.k) == ((40, 3), 3)
    for j in range(3):
        np.testing.assert_array_equal(
            parts.for_variable(j).labels, optimal_1d(X[:, [j]], k=3).labels
        )


def test_it_leaves_records_without_twins():
    """Two variables in opposite order: pairs of values are shared, no pair of records is."""
    X = np.array([[1.0, 1.0], [2.0, 8.0], [8.0, 2.0], [9.0, 9.0]])
    labels = individual_ranking(X, k=2).labels
    assert labels.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert len(np.unique(labels, axis=0)) == 4


def test_it_says_that_it_is_not_k_anonymous():
    assert not individual_ranking.is_k_anonymous
    assert "not k-anonymous" in individual_ranking.summary
    assert "not k-anonymous" in individual_ranking.card


def test_fixed_cuts_are_blocks_of_k():
    X = normal(11, 2)
    fixed, optimal = (individual_ranking(X, k=3, cuts=cuts) for cuts in ("fixed", "optimal"))
    assert fixed.for_variable(0).sizes.tolist() == [3, 3, 5]
    assert (fixed.labels != optimal.labels).any()


def test_units_of_one_variable_do_not_matter_to_another():
    X = normal(40, 2)
    np.testing.assert_array_equal(
        individual_ranking(X, k=3).labels,
        individual_ranking(X * [2.0**300, 2.0**-300], k=3).labels,
    )


def test_progress_runs_over_all_variables():
    seen: list[float] = []
    individual_ranking(normal(60, 4), k=3, progress=seen.append)
    assert seen == sorted(seen)
    assert {0.25, 0.5, 0.75, 1.0} <= set(seen)
    assert seen[0] <= 0.25


def test_an_interrupt_between_slices_gets_through():
    def stop(_share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        individual_ranking(normal(20, 2), k=3, progress=stop)


def test_the_input_is_not_changed():
    X = normal(30, 3)
    before = X.copy()
    individual_ranking(X, k=4)
    np.testing.assert_array_equal(X, before)


def test_wrong_input_gets_a_clear_sentence():
    with pytest.raises(RequestError, match="'k' must be at least 2"):
        individual_ranking(normal(5, 2), k=1)
    with pytest.raises(InputError, match="two dimensions"):
        individual_ranking(np.zeros(5), k=2)
    with pytest.raises(RequestError, match="one of 'optimal', 'fixed'"):
        individual_ranking(normal(5, 2), k=2, cuts="even")


def test_the_registry_can_describe_it():
    assert individual_ranking.options == options_of(individual_ranking.run)
    assert [option.name for option in individual_ranking.options] == ["cuts"]
    for part in ("Requires:", "Ensures:", "## Why every group holds at least k", "## Cost"):
        assert part in individual_ranking.card
