"""The binary sets have the probabilities that the paper prints."""

from __future__ import annotations

import polars as pl
import pytest

from covey.core.errors import RequestError
from covey.datasets import BINARY_TREE, make_binary
from covey.datasets.binary import PROBABILITIES
from covey.datasets.loading import content_sha256

SIBLING = "9a140e175532ba8d4291005e734058715895a55d65dab034fccee2cd90c7ef0d"
UNRELATED = "2c11c6298bfd31ba7b46a13ec0a2d072d709b482aefccd1e9a4015b5a586da8e"


@pytest.mark.parametrize("kind", ["sibling", "unrelated"])
def test_binary_probabilities(kind):
    frame = make_binary(kind, 200_000)
    assert frame.columns == ["x1", "x2", "x3", "x4", "x5", "x6"]
    assert set(frame.to_numpy().ravel()) == {0, 1}
    assert abs((frame["x1"] == 0).mean() - 0.40) < 0.005
    for (parent, child), expected in zip(BINARY_TREE, PROBABILITIES[kind], strict=True):
        for value in (0, 1):
            share = (frame.filter(pl.col(parent) == value)[child] == 0).mean()
            assert abs(share - expected[value]) < 0.01


def test_the_two_tables_differ_where_the_paper_says():
    pairs = zip(BINARY_TREE, PROBABILITIES["sibling"], PROBABILITIES["unrelated"], strict=True)
    assert {edge[1]: (a, b) for edge, a, b in pairs if a != b} == {
        "x3": ((0.70, 0.90), (0.60, 0.70)),
        "x5": ((0.80, 0.40), (0.40, 0.50)),
    }


def test_the_values_are_the_same_everywhere():
    assert content_sha256(make_binary("sibling", 100, seed=1)) == SIBLING
    assert content_sha256(make_binary("unrelated", 100, seed=1)) == UNRELATED


def test_unknown_kind():
    with pytest.raises(RequestError, match=r"No kind of binary set 'siblings'\. Did you mean"):
        make_binary("siblings")
