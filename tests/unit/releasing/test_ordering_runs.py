from __future__ import annotations

import datetime as dt

import narwhals as nw
import numpy as np
import polars as pl
import pytest

from covey.core.table import Origin, Table
from covey.releasing.ordering import SortedRuns, row_order


@pytest.fixture
def create(tmp_path):
    def make(name):
        path = tmp_path / name
        path.touch()
        return path

    return make


def _table(frame, text=True):
    verbatim = {}
    if text:
        column = frame.get_column("x").cast(pl.String)
        verbatim = {"x": nw.from_native(column, series_only=True)}
    return Table(nw.from_native(frame, eager_only=True), Origin("in"), verbatim=verbatim)


def _people(n, seed=0):
    rng = np.random.default_rng(seed)
    day = dt.date(2020, 1, 1)
    return pl.DataFrame(
        {
            "x": rng.integers(0, 5, n) / 2.0,
            "z": rng.choice([0.0, -0.0, np.nan], n),
            "who": pl.Series(rng.choice(["b", "a", "ä", ""], n).tolist()),
            "when": [None if i % 7 == 0 else day + dt.timedelta(int(i) % 11) for i in range(n)],
            "kind": pl.Series(rng.choice(["v", "u"], n).tolist(), dtype=pl.Categorical),
            "many": [[int(i) % 3] for i in range(n)],
        }
    )


def _sorted(frame, create, *, n_bytes, n_rows=1_000, batch=700):
    runs = SortedRuns(["x"], create, n_bytes=n_bytes)
    for start in range(0, frame.height, batch):
        runs.write(_table(frame.slice(start, batch)))
    return list(runs.drain(n_rows))


@pytest.mark.parametrize("n_bytes", [1, 40_000, 200_000, 10**9])
def test_pieces_are_the_whole_table_in_order(create, n_bytes):
    frame = _people(20_000)
    tables = _sorted(frame, create, n_bytes=n_bytes)
    whole = _table(frame)
    expected = frame[row_order(whole, ["x"])]
    found = pl.concat([table.frame.to_native() for table in tables])
    assert found.equals(expected)
    assert found.schema == expected.schema
    assert (
        np.signbit(found["z"].to_numpy()).tolist() == np.signbit(expected["z"].to_numpy()).tolist()
    )
    texts = [text for table in tables for text in table.verbatim["x"].to_list()]
    assert texts == expected["x"].cast(pl.String).to_list()
    assert [table.n_records for table in tables] == [1_000] * 20


def test_rows_that_are_all_alike_pass(create):
    frame = pl.DataFrame({"x": [1.0] * 9_000})
    tables = _sorted(frame, create, n_bytes=1, batch=3_000)
    assert sum(table.n_records for table in tables) == 9_000


def test_temporary_files_are_removed(create, tmp_path):
    _sorted(_people(5_000), create, n_bytes=1)
    assert list(tmp_path.iterdir()) == []


def test_the_last_piece_may_be_shorter(create):
    tables = _sorted(_people(2_500), create, n_bytes=10**6)
    assert [table.n_records for table in tables] == [1_000, 1_000, 500]


def test_nothing_in_nothing_out(create):
    assert list(SortedRuns(["x"], create, n_bytes=1).drain(10)) == []
