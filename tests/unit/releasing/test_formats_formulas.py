"""Text that a spreadsheet would run: counted, told, and escaped on request."""

from __future__ import annotations

import csv
import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import covey
from covey.core.errors import OutputError, RequestError
from covey.core.request import Request
from covey.releasing import verify
from covey.releasing.formats import is_formula, names_in_file

RUN = ["=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "-x", "\t=1", "\r=1", "\n=1", "-1+1", "＝1+1"]
REST = ["", "x=1", "-", "+", "-5", "+5,3", "-1.5e-7", "+49 30 12345", "'=1", "a@b", "-12 %", None]
TEXT = [*RUN, *REST]


@pytest.fixture
def columns():
    n = len(TEXT)
    return {
        "=age": np.arange(float(n)),
        "income": np.arange(float(n)) ** 2,
        "remark": TEXT,
        "change": [-float(i) for i in range(n)],
    }


ROLES = {"quasi": ["=age", "income"], "other": ["remark"], "confidential": ["change"]}


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_which_cells_run():
    assert is_formula(pl.Series(RUN)).all()
    assert not is_formula(pl.Series(REST)).any()


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_they_are_counted_and_told(columns, make):
    release = covey.protect(make(columns), k=3, method="mdav", roles=ROLES)
    found = release.manifest["plan"]["formulas"]
    assert found == {"treatment": "keep", "cells": len(RUN), "columns": ["remark"], "names": 1}
    assert any("9 cells of 'remark' and 1 column name begin" in note for note in release.plan.notes)


def test_released_as_found_unless_told(columns, tmp_path):
    release = covey.protect(pl.DataFrame(columns), k=3, method="mdav", roles=ROLES)
    release.write(tmp_path / "safe.csv")
    header, *rows = rows_of(tmp_path / "safe.csv")
    assert header[0] == "=age"
    assert sorted(row[2] for row in rows) == sorted(text or "" for text in TEXT)


def test_escaped_in_delimited_files(columns, tmp_path):
    frame = pl.DataFrame(columns)
    release = covey.protect(frame, k=3, method="mdav", roles=ROLES, formulas="escape")
    release.write(tmp_path / "safe.csv", report=tmp_path / "r.html", audience="internal")
    header, *rows = rows_of(tmp_path / "safe.csv")
    assert header == ["'=age", "income", "remark", "change"]
    shown = [f"'{text}" for text in RUN] + [text or "" for text in REST]
    assert sorted(row[2] for row in rows) == sorted(shown)
    assert {row[3][0] for row in rows} == {"-"}, "numbers stay numbers"
    assert verify(tmp_path / "safe.csv").k == 3
    assert verify(tmp_path / "safe.csv", memory=2 * 10**9).k == 3
    assert "behind an apostrophe" in (tmp_path / "r.html").read_text("utf-8")
    assert release.data.columns == frame.columns
    release.write(tmp_path / "safe.parquet")
    assert pl.read_parquet(tmp_path / "safe.parquet").columns == frame.columns
    assert verify(tmp_path / "safe.parquet").k == 3


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_streamed_files_alike(columns, tmp_path, protect_file, suffix):
    frame = pl.DataFrame(columns)
    source = tmp_path / f"in.{suffix}"
    frame.write_csv(source) if suffix == "csv" else frame.write_parquet(source)
    settings = {"k": 3, "method": "mdav", "roles": ROLES, "formulas": "escape"}
    protect_file(source, tmp_path / "safe.csv", Request.of(settings), n_blocks=2)
    header, *rows = rows_of(tmp_path / "safe.csv")
    assert header[0] == "'=age"
    assert sum(row[2].startswith("'") for row in rows) == len(RUN) + 1
    manifest = json.loads((tmp_path / "safe.csv.manifest.json").read_text("utf-8"))
    assert manifest["plan"]["formulas"]["cells"] == len(RUN)
    assert any("9 cells of 'remark'" in note for note in manifest["plan"]["notes"])
    assert verify(tmp_path / "safe.csv").smallest_class >= 3


def test_a_name_that_becomes_another_is_refused():
    with pytest.raises(OutputError, match="has the name of another"):
        names_in_file(["=a", "'=a"], "escape")
    assert names_in_file(["=a", "'=a"], "keep") == ("=a", "'=a")


def test_the_treatment_is_one_of_two(columns):
    with pytest.raises(RequestError, match="'formulas' must be 'keep' or 'escape'"):
        covey.protect(pl.DataFrame(columns), k=3, roles=ROLES, formulas="drop")
