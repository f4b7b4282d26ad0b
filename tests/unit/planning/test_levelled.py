"""Notes on variables of which too little is left, in both stores."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from covey.core.request import Request
from covey.pipeline import protect

N = 40
SIZE = np.arange(float(N))
RARE = ["b" if i % 4 == 0 else "a" for i in range(N)]
"""One record in four has b: no three records that follow each other have it in most of them."""


def notes(path, frame, n_blocks=None, **settings):
    roles = {"quasi": [name for name in frame.columns if name != "u"]}
    if "u" in frame.columns:
        roles["unit"] = "u"
    columns = {"rare": {"importance": 0.0001}} if "rare" in frame.columns else {}
    frame.write_parquet(path / "in.parquet")
    asked = {"k": 3, "method": "mdav", "refine": "none", "roles": roles, "columns": columns}
    request = Request.of({**asked, **settings})
    with protect(path / "in.parquet", request, n_blocks=n_blocks) as release:
        return [note for note in release.plan.notes if "one value" in note or "moved" in note]


@pytest.mark.parametrize("n_blocks", [None, 2])
@pytest.mark.parametrize("rounding", ["none", "auto"])
def test_categories_that_are_released_as_one_are_named_whatever_the_rounding(
    tmp_path, rounding, n_blocks
):
    frame = pl.DataFrame({"size": SIZE, "rare": RARE})
    [note] = notes(tmp_path, frame, n_blocks, round=rounding)
    assert note == (
        "'rare' is released with one value for all records, unlike in the input: the values of all "
        "groups are the same. A smaller k, or more importance for it, may keep more."
    )


def test_what_rounding_did_not_move_is_not_laid_to_it(tmp_path):
    # Two thirds change in one category: a loss of more than all, which no rounding brought about.
    letters = [("x", "y", "z")[i % 3] for i in range(N)]
    frame = pl.DataFrame({"size": SIZE, "rare": letters})
    assert not any("Rounding" in note for note in notes(tmp_path, frame, round="auto"))


def test_whole_units_cannot_keep_what_varies_within_them(tmp_path):
    # Each unit has an a and a b, and one b more is an a: the tie in a group goes to a.
    pairs = pl.DataFrame(
        {"size": np.repeat(SIZE, 2), "rare": ["a", "b"] * N, "u": np.repeat(np.arange(N), 2)}
    ).with_columns(pl.Series("rare", ["a", "a", *["a", "b"] * (N - 1)]))
    [note] = notes(tmp_path, pairs, unit_mode="together")
    assert note.startswith("'rare' is released with one value for all records")
    assert "What varies within a unit cannot be kept where all its records lie in one" in note


def test_numbers_that_medians_level_are_named(tmp_path):
    few = pl.DataFrame({"size": SIZE, "rare": [float(i % 4 == 0) for i in range(N)]})
    columns = {"rare": {"importance": 0.0001, "aggregate": "median"}}
    [note] = notes(tmp_path, few, columns=columns, round=0)
    assert note.startswith("'rare' is released with one value for all records")


def test_a_constant_is_not_named(tmp_path):
    assert notes(tmp_path, pl.DataFrame({"size": SIZE, "rare": ["a"] * N})) == []
