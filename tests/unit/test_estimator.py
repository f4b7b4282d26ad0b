import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

import covey
from covey.core.errors import RequestError

X = np.random.default_rng(0).normal(size=(50, 3)) * [1.0, 10.0, 100.0]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_it_keeps_all_of_scikit_learns_conventions():
    """No exception is declared: it claims to be neither clusterer nor transformer."""
    results = check_estimator(covey.Microaggregator(), on_fail=None, on_skip=None)
    statuses = {result["check_name"]: result["status"] for result in results}
    assert len(statuses) > 30
    assert {name for name, status in statuses.items() if status == "failed"} == set()


def test_what_it_learns():
    fitted = covey.Microaggregator(k=4).fit(X)
    assert fitted.labels_.shape == (50,)
    assert fitted.group_sizes_.min() >= 4
    assert fitted.group_sizes_.sum() == 50
    assert fitted.n_features_in_ == 3
    first = X[fitted.labels_ == 0]
    np.testing.assert_allclose(fitted.centroids_[0], first.mean(axis=0))


@pytest.mark.smoke
def test_masking_is_what_protect_does():
    masked = covey.Microaggregator(k=4, method="mdav").fit_transform(X)
    np.testing.assert_array_equal(masked, covey.protect(X, k=4, method="mdav").data)


def test_no_transform_and_why():
    fitted = covey.Microaggregator(k=4).fit(X)
    assert not hasattr(fitted, "transform")
    with pytest.raises(AttributeError, match=r"without k - 1 twins\. Use fit_transform"):
        fitted.transform(X)


def test_options_and_scaling_change_something():
    base = covey.Microaggregator(k=3, method="vmdav").fit(X).labels_
    wide = covey.Microaggregator(k=3, method="vmdav", options={"gamma": 1.5}).fit(X).labels_
    raw = covey.Microaggregator(k=3, method="vmdav", scaling="none").fit(X).labels_
    assert base.tolist() != wide.tolist()
    assert base.tolist() != raw.tolist()


def test_it_works_where_scikit_learn_expects_it_to():
    pipeline = make_pipeline(StandardScaler(), covey.Microaggregator(k=5))
    assert pipeline.fit_transform(X).shape == X.shape
    assert clone(covey.Microaggregator(k=7)).k == 7
    named = covey.Microaggregator().fit(pd.DataFrame(X, columns=list("abc")))
    assert named.feature_names_in_.tolist() == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("container", "kind"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame)]
)
def test_output_in_a_frame_with_the_names_of_the_input(container, kind):
    frame = pd.DataFrame(X, columns=list("abc"))
    plain = covey.Microaggregator(k=5, method="mdav")
    framed = clone(plain).set_output(transform=container)
    masked = framed.fit_transform(frame)
    assert isinstance(masked, kind)
    assert list(masked.columns) == list(framed.get_feature_names_out()) == ["a", "b", "c"]
    expected = plain.set_output(transform="default").fit_transform(frame)
    assert isinstance(expected, np.ndarray)
    np.testing.assert_array_equal(masked.to_numpy(), expected)
    pipeline = make_pipeline(StandardScaler(), clone(plain)).set_output(transform=container)
    assert list(pipeline.fit_transform(frame).columns) == ["a", "b", "c"]


def test_names_where_the_input_has_none():
    fitted = covey.Microaggregator(k=5, method="mdav").fit(X)
    assert fitted.get_feature_names_out().tolist() == ["x0", "x1", "x2"]
    assert fitted.get_feature_names_out(["a", "b", "c"]).tolist() == ["a", "b", "c"]
    with pytest.raises(NotFittedError):
        covey.Microaggregator().get_feature_names_out()


def test_it_can_be_copied_with_what_it_learned():
    fitted = covey.Microaggregator(k=5, method="mdav").set_output(transform="pandas").fit(X)
    again = pickle.loads(pickle.dumps(fitted))  # noqa: S301 (our own)
    assert again.labels_.tolist() == fitted.labels_.tolist()
    assert isinstance(again.fit_transform(X), pd.DataFrame)
    with pytest.raises(AttributeError, match="has no attribute 'predict'"):
        fitted.predict(X)


def test_wrong_parameters_are_named():
    with pytest.raises(RequestError, match="No method 'mdva'"):
        covey.Microaggregator(method="mdva").fit(X)
    with pytest.raises(RequestError, match="'k' must be at most 50"):
        covey.Microaggregator(k=51).fit(X)
