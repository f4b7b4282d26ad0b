"""Key variables of every kind, measured on two tables as in the run that masked them."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import covey
from covey.core.request import Request
from covey.pipeline import protect

COLUMNS = {
    "school": {"kind": "ordinal", "levels": ["low", "mid", "high"]},
    "pay": {"missing_codes": [-9]},
    "plant": {"kind": "nominal"},
}
ROLES = {"quasi": ["pay", "sex", "school", "plant", "since"], "confidential": ["ill"]}


def people(n=120, seed=0):
    rng = np.random.default_rng(seed)
    days = pl.date_range(pl.date(1990, 1, 1), pl.date(1990, 12, 31), eager=True)
    return pl.DataFrame(
        {
            "pay": np.where(rng.random(n) < 0.2, -9.0, rng.lognormal(size=n).round(2)),
            "sex": rng.choice(["f", "m"], n),
            "school": pl.Series(rng.choice(["low", "mid", "high"], n)),
            "plant": rng.integers(1, 4, n),
            "since": days.gather(rng.integers(0, 365, n).tolist()),
            "ill": rng.integers(0, 3, n),
        }
    )


def test_by_hand():
    """All four become f, the first by name of two as frequent: two of four change.

    Each category has a share of 1/2, so P = 1/2 and a mismatch costs 2/P = 4; the four have a
    total variance of 4 together. Two mismatches are a loss of 200 %.
    """
    frame = pl.DataFrame({"sex": ["m", "f", "m", "f"]})
    release = covey.protect(frame, k=4, roles={"quasi": ["sex"]})
    assert release.data["sex"].to_list() == ["f"] * 4
    assert dict(release.scores) == pytest.approx(
        # Two originals are as near as can be, and the masked records hide each other.
        {"IL": 200.0, "CHANGED": 50.0, "TV": 50.0, "DLD": 50.0, "DBRL1": 25.0}
    )
    assert release.scores.notes["IL"] == (
        "G_IL, IL1s, ID_value, PP are left out: no key variable is a number."
    )
    assert release.scores.details["IL"] == {"sex": pytest.approx(200.0)}


@pytest.mark.parametrize("n_blocks", [1, 3])
@pytest.mark.parametrize("policy", ["pattern", "fill"])
def test_what_blocks_lose_is_what_their_files_show(tmp_path, n_blocks, policy):
    people().write_parquet(tmp_path / "in.parquet")
    request = Request(
        k=3, roles=ROLES, columns=COLUMNS, missing=policy, measures="all", order="kept",
        output=tmp_path / "out.parquet", method="mdav",
    )  # fmt: skip
    with protect(tmp_path / "in.parquet", request, n_blocks=n_blocks) as release:
        release.write(tmp_path / "out.parquet")
        told = release.scores
    found = covey.measure(
        tmp_path / "in.parquet",
        tmp_path / "out.parquet",
        keys=ROLES["quasi"],
        confidential=ROLES["confidential"],
        columns=COLUMNS,
    )
    assert found.keys() == told.keys()
    within_blocks = {"DLD", "DBRL1", "DBRL2", "RLD", "KNOWN", "G_DR", "SI"} if n_blocks > 1 else {}
    for symbol in found.keys() - within_blocks:
        assert told[symbol] == pytest.approx(found[symbol], rel=1e-9, abs=1e-9), symbol
        known = pytest.approx(found.details.get(symbol, {}), rel=1e-9, abs=1e-9)
        assert told.details.get(symbol, {}) == known, symbol
        assert told.notes.get(symbol) == found.notes.get(symbol), symbol
    assert set(found.details["IL"]) == set(ROLES["quasi"])
    assert list(found.details["CHANGED"]) == ["sex", "school", "plant"]


def test_what_only_the_masked_table_has():
    """A category of no share and a gap, as another tool may leave them."""
    before = pl.DataFrame({"sex": ["f", "f", "m", "m"], "age": [1.0, 2.0, 3.0, 4.0]})
    after = pl.DataFrame({"sex": ["f", "f", "other", None], "age": [1.5, 1.5, None, 4.0]})
    scores = covey.measure(before, after, keys=["sex", "age"])
    # A third of the three that have a sex in both changed it, and 1 of 3 must move.
    assert scores["CHANGED"] == pytest.approx(100 / 3)
    assert scores["TV"] == pytest.approx(100 / 3)
    # With P = 1/2, a mismatch costs 4 and a blank its distance from the mean, (1/4 + 1/4)·2 = 1.
    assert scores.details["IL"]["sex"] == pytest.approx(100 * (4 + 1) / 4)
