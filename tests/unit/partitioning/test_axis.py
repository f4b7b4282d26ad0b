import numpy as np
import pytest

from covey.core.errors import RequestError
from covey.partitioning.axis import axis
from covey.partitioning.projection import principal_scores, zscore_sums

pytestmark = pytest.mark.kernels


def normal(n: int, p: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n, p))


def sse(X, labels):
    return sum(
        ((X[labels == g] - X[labels == g].mean(axis=0)) ** 2).sum() for g in set(labels.tolist())
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"by": "pca"}, {"by": "zsum"}),
        ({"by": "pca"}, {"by": "variable"}),
        ({"by": "variable"}, {"by": "variable", "variable": 2}),
        ({"cuts": "optimal"}, {"cuts": "fixed"}),
    ],
)
def test_every_option_changes_something(one, other):
    X = normal(60, 3) * [1.0, 2.0, 1.0]
    assert (axis(X, k=3, **one).labels != axis(X, k=3, **other).labels).any()


@pytest.mark.parametrize("by", ["pca", "zsum", "variable"])
def test_groups_are_runs_of_the_sorted_scores(by):
    X = normal(50, 3)
    scores = {"pca": principal_scores, "zsum": zscore_sums, "variable": lambda X: X[:, 0]}[by](X)
    in_order = axis(X, k=4, by=by).labels[np.argsort(scores)]
    assert (np.diff(in_order) >= 0).all()


def test_fixed_cuts_are_blocks_of_k():
    partition = axis(normal(50, 3), k=4, cuts="fixed")
    assert partition.sizes.tolist() == [4] * 11 + [6]


@pytest.mark.parametrize("by", ["pca", "zsum", "variable"])
@pytest.mark.parametrize("p", [1, 2, 6])
def test_optimal_cuts_never_cost_more_than_blocks(by, p):
    """Cuts that are best for the scores alone did, with p > 1."""
    for seed in range(3):
        X = normal(101, p, seed)
        for k in (2, 3, 7, 20):
            optimal, fixed = (
                axis(X, k=k, by=by, cuts=cuts).labels for cuts in ("optimal", "fixed")
            )
            assert sse(X, optimal) <= sse(X, fixed)


def test_all_variables_decide_where_to_cut():
    """The scores, 0 1 2 4 5, would be cut after the third record; the other variable says no."""
    X = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 9.0], [4.0, 9.0], [5.0, 9.0]])
    assert axis(X, k=2, by="variable").labels.tolist() == [0, 0, 1, 1, 1]
    assert axis(X[:, :1], k=2, by="variable").labels.tolist() == [0, 0, 0, 1, 1]


@pytest.mark.parametrize("by", ["pca", "zsum"])
@pytest.mark.parametrize("seed", range(5))
def test_whole_numbers_give_the_same_groups_in_any_order_of_the_columns(by, seed):
    X = np.random.default_rng(seed).integers(-2, 3, size=(60, 3)).astype(float)
    expected = axis(X, k=3, by=by).labels
    for order in ([2, 0, 1], [1, 0, 2]):
        np.testing.assert_array_equal(axis(X[:, order], k=3, by=by).labels, expected)


def test_the_axis_is_the_first_principal_component():
    X = normal(200, 5) @ normal(5, 5, seed=1)
    centred = X - X.mean(axis=0)
    direction = np.linalg.svd(centred, full_matrices=False)[2][0]
    expected = centred @ direction
    expected *= np.sign(expected[np.argmax(np.abs(expected))])
    np.testing.assert_allclose(principal_scores(X), expected, atol=1e-10)


@pytest.mark.parametrize("ratio", [0.9, 0.999, 1 - 1e-6])
@pytest.mark.parametrize("angle", [0.0, 0.7])
def test_close_eigenvalues_are_told_apart(ratio, angle):
    """Two uncorrelated directions with nearly the same variance: the larger one is the axis."""
    a, b = np.array([1.0, -1.0, 1.0, -1.0]), np.array([1.0, 1.0, -1.0, -1.0])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    scores = principal_scores(np.column_stack([np.sqrt(ratio) * b, a]) @ turn)
    np.testing.assert_allclose(scores * scores[0], a, atol=1e-8)


@pytest.mark.parametrize("scores_of", [principal_scores, zscore_sums])
@pytest.mark.parametrize("seed", range(5))
def test_ties_survive_a_new_order_of_the_columns(scores_of, seed):
    """Whole numbers tie often on the axis; the last digit of a sum must not break them."""
    rng = np.random.default_rng(seed)
    half = rng.integers(-2, 3, size=(30, 3)).astype(float)
    X = np.concatenate([half, half[:, ::-1]])  # each record and its mirror image
    for order in ([0, 1, 2], [2, 0, 1], [1, 0, 2]):
        np.testing.assert_array_equal(
            np.argsort(scores_of(X), kind="stable"),
            np.argsort(scores_of(np.ascontiguousarray(X[:, order])), kind="stable"),
        )


def test_the_sign_of_the_axis_does_not_follow_the_columns():
    """Both ends are equally far from the mean: the lower index comes last on the line."""
    X = np.array([[-2.0, -1.0], [-1.0, -0.5], [0.0, 0.0], [1.0, 0.5], [2.0, 1.0]])
    for variant in (X, X[:, ::-1], -X, X * [1.0, -1.0]):
        scores = principal_scores(np.ascontiguousarray(variant))
        assert scores[0] > 0.0
        assert (np.diff(scores) < 0.0).all()


def test_scores_of_a_case_worked_by_hand():
    """Means 2 and 20, deviations 1 and 10: z-scores ±1, summed."""
    X = np.array([[1.0, 10.0], [3.0, 10.0], [1.0, 30.0], [3.0, 30.0]])
    np.testing.assert_allclose(zscore_sums(X), [-2.0, 0.0, 0.0, 2.0], atol=1e-15)


def test_units_do_not_matter_to_the_order_by_sums_of_z_scores():
    X = normal(40, 3)
    np.testing.assert_array_equal(
        axis(X, k=3, by="zsum", cuts="fixed").labels,
        axis(X * [2.0**300, 1.0, 2.0**-300], k=3, by="zsum", cuts="fixed").labels,
    )


@pytest.mark.parametrize("by", ["pca", "zsum", "variable"])
@pytest.mark.parametrize("cuts", ["optimal", "fixed"])
def test_constant_data(by, cuts):
    labels = axis(np.full((7, 3), 0.1), k=3, by=by, cuts=cuts).labels
    assert (np.diff(labels) >= 0).all()
    assert np.bincount(labels).min() >= 3


@pytest.mark.parametrize("by", ["pca", "zsum"])
def test_a_constant_variable_plays_no_part(by):
    X = normal(40, 2)
    wider = np.column_stack([X, np.full(40, 0.1)])
    np.testing.assert_array_equal(axis(X, k=3, by=by).labels, axis(wider, k=3, by=by).labels)


def test_a_small_variable_is_sorted_by_as_well_as_a_large_one():
    """The squares of 1e-90 and of 1e90 do not fit one scale."""
    X = normal(40, 2)
    options = {"k": 3, "by": "variable", "variable": 1, "cuts": "fixed"}
    expected = axis(X, **options).labels
    np.testing.assert_array_equal(axis(X * [2.0**300, 2.0**-300], **options).labels, expected)


def test_work_grows_with_k_on_several_variables_only():
    assert axis.work(1000, 4, 60) > 5 * axis.work(1000, 4, 3)
    assert axis.work(1000, 1, 60) < 5 * axis.work(1000, 1, 3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"by": "variable", "variable": 3}, "must be at most 2, the last of 3 variables"),
        ({"variable": 1}, "needs by='variable'. Got by='pca'"),
        ({"by": "variable", "variable": -1}, "must be a whole number of at least 0. Got -1"),
        ({"by": "size"}, "one of 'pca', 'zsum', 'variable'. Got 'size'"),
        ({"cuts": "even"}, "one of 'optimal', 'fixed'. Got 'even'"),
    ],
)
def test_wrong_options_get_a_clear_sentence(options, message):
    with pytest.raises(RequestError, match=message):
        axis(normal(10, 3), k=3, **options)
