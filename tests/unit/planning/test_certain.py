"""The note on groups that give a confidential value away."""

from __future__ import annotations

import re

import polars as pl
import pytest

from covey.core.request import Request
from covey.pipeline import protect

# Groups of three by size: {0, 1, 2} with flu alone, {10, 11, 12} mixed, {20, 21, 22} with gout.
FRAME = pl.DataFrame(
    {
        "size": [0.0, 1.0, 2.0, 10.0, 11.0, 12.0, 20.0, 21.0, 22.0],
        "illness": ["flu"] * 3 + ["flu", "gout", "flu"] + ["gout"] * 3,
        "wage": [float(i) for i in range(9)],
    }
)


def found(path, n_blocks=None, **settings):
    FRAME.write_parquet(path / "in.parquet")
    roles = {"quasi": ["size"], "confidential": ["illness", "wage"]}
    asked = {"k": 3, "method": "mdav", "refine": "none", "roles": roles, **settings}
    with protect(path / "in.parquet", Request.of(asked), n_blocks=n_blocks) as release:
        notes = [note for note in release.plan.notes if "same value" in note]
        return notes, release.scores


@pytest.mark.parametrize("n_blocks", [None, 2])
def test_groups_with_one_value_are_counted_and_the_column_is_named(tmp_path, n_blocks):
    [note], scores = found(tmp_path, n_blocks)
    certain, groups = map(int, re.findall(r"\d+", note)[:2])
    assert 100 * certain / groups == pytest.approx(scores["CERTAIN"])
    if n_blocks is None:  # blocks cut the records elsewhere
        assert note.startswith("In 2 of 3 groups")
    assert "all members have the same value of 'illness': whoever finds" in note
    assert "'distinct' of the search" in note


def test_nothing_is_said_where_every_group_is_mixed(tmp_path):
    roles = {"quasi": ["size"], "confidential": ["wage"], "other": ["illness"]}
    assert found(tmp_path, roles=roles)[0] == []


def test_nothing_is_said_that_was_not_measured(tmp_path):
    assert found(tmp_path, measures=["IL"])[0] == []
