"""What Python users get back: values of core that can be written."""

import pickle

import numpy as np

import covey
from covey.core.subsets import Candidate, DependenceTree, Edge, RankedSubsets
from covey.results import Comparison, Release, Selection

TREE = DependenceTree(("a", "b", "c"), (Edge("a", "b", 0.9), Edge("b", "c", 0.4)))
CANDIDATES = (Candidate(("a", "b"), 7.5), Candidate(("b", "c"), 8.0))
RANKED = RankedSubsets(CANDIDATES, TREE, "emim", 3, "mdav", {}, intervals=4)
X = np.random.default_rng(5).normal(size=(30, 2))


def test_a_selection_introduces_itself_briefly():
    shown = repr(Selection.of(RANKED, ()))
    assert shown == "Selection(a, b: IL 7.5000 %, best of 2 candidates, emim)"


def test_a_selection_keeps_what_was_ranked(tmp_path):
    chosen = Selection.of(RANKED, (tmp_path / "in.csv",))
    assert chosen.to_dict() == RANKED.to_dict()
    assert chosen.inputs == (tmp_path / "in.csv",)
    assert chosen.write(tmp_path / "tree.svg").read_text(encoding="utf-8") == chosen.svg


def test_every_score_comes_back_from_a_pickle():
    scores = covey.measure(X, X + 0.5)
    again = pickle.loads(pickle.dumps(scores))  # noqa: S301 (our own bytes)
    assert dict(again) == dict(scores)
    assert again._repr_html_() is not None


def test_results_come_back_from_a_pickle_with_their_methods(tmp_path):
    release = covey.protect(X, k=3, method="mdav")
    again = pickle.loads(pickle.dumps(release))  # noqa: S301 (our own bytes)
    assert type(again) is Release
    assert repr(again) == repr(release)
    assert repr(again).startswith("Release(groups=")
    assert again.write(tmp_path / "safe.csv").exists()
    comparison = covey.compare(X, k=3, methods=["mdav"])
    again = pickle.loads(pickle.dumps(comparison))  # noqa: S301 (our own bytes)
    assert type(again) is Comparison
    assert again.page() == comparison.page()
