from __future__ import annotations

import csv
import datetime as dt
import errno
import io
from decimal import Decimal
from pathlib import Path
from typing import Any

import narwhals as nw
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from covey.core.errors import OutputError
from covey.core.table import Dialect, Origin
from covey.releasing.batches import write_table
from covey.releasing.formats import dialect_of, format_of
from covey.releasing.recount import recount

TEXTS = ["007", "1.50", "a;b", "a,b", "a\tb", 'say "no"', "it's", "two\nlines", " x ", "Köln", None]


def written(table: Any, tmp_path: Path, name: str = "safe.csv") -> bytes:
    temporary = tmp_path / "temporary"
    write_table(table, temporary, tmp_path / name)
    return temporary.read_bytes()


def from_csv(dialect: Dialect) -> Origin:
    return Origin("input.csv", "0" * 64, dialect)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.csv", "csv"),
        ("a.TSV", "csv"),
        ("a.txt", "csv"),
        ("a.parquet", "parquet"),
        ("a.PQ", "parquet"),
    ],
)
def test_the_suffix_decides(name: str, expected: str) -> None:
    assert format_of(Path(name)) == expected


@pytest.mark.parametrize("name", ["a", "a.xlsx"])
def test_unknown_suffixes_are_refused_with_the_choices(name: str) -> None:
    with pytest.raises(OutputError, match=r"\.csv, \.tsv, \.txt, \.parquet, \.pq.*Got"):
        format_of(Path(name))


def test_default_dialect(make_table: Any, tmp_path: Path) -> None:
    table = make_table({"x": [1.5, 0.1], "n": [1, 2], "s": ["a", "b,c"]})
    assert written(table, tmp_path) == b'x,n,s\n1.5,1,a\n0.1,2,"b,c"\n'


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [
        (Dialect(";", '"', ",", "utf-8"), 'x;s\n1,5;ä\n;"a;b"\n'.encode()),
        (Dialect(",", '"', ",", "utf-8"), 'x,s\n"1,5",ä\n,a;b\n'.encode()),
        (Dialect("\t", '"', ".", "cp1252"), "x\ts\n1.5\tä\n\ta;b\n".encode("cp1252")),
        (Dialect(";", "'", ".", "utf-8"), "x;s\n1.5;ä\n;'a;b'\n".encode()),
        (Dialect(";", '"', ",", "utf-8-sig"), 'x;s\n1,5;ä\n;"a;b"\n'.encode("utf-8-sig")),
        (Dialect("|", '"', ".", "utf-16"), "x|s\n1.5|ä\n|a;b\n".encode("utf-16")),
        (Dialect(",", '"', ".", "utf-16-le"), "x,s\n1.5,ä\n,a;b\n".encode("utf-16-le")),
        (Dialect(",", '"', ".", "UTF8"), "x,s\n1.5,ä\n,a;b\n".encode()),
    ],
)
def test_the_input_s_dialect_is_kept(
    make_table: Any, tmp_path: Path, dialect: Dialect, expected: bytes
) -> None:
    table = make_table({"x": [1.5, None], "s": ["ä", "a;b"]}, from_csv(dialect))
    assert written(table, tmp_path) == expected


def test_tsv_is_always_tab_separated(make_table: Any, tmp_path: Path) -> None:
    table = make_table({"x": [1.5], "s": ["a;b"]}, from_csv(Dialect(";", '"', ",")))
    assert written(table, tmp_path, "safe.tsv") == b"x\ts\n1,5\ta;b\n"
    assert dialect_of(table, Path("safe.tsv")) == Dialect("\t", '"', ",")


@pytest.mark.parametrize(
    "dialect",
    [
        Dialect(),
        Dialect(";", '"', ","),
        Dialect("\t", '"', ".", "cp1252"),
        Dialect(",", "'", ".", "utf-16"),
        Dialect("|", '"', ",", "utf-8-sig"),
    ],
)
def test_verbatim_columns_come_back_character_by_character(
    make_table: Any, tmp_path: Path, dialect: Dialect
) -> None:
    numbers = list(range(len(TEXTS)))
    table = make_table({"n": numbers, "t": numbers}, from_csv(dialect), {"t": TEXTS})
    text = written(table, tmp_path).decode(dialect.encoding)
    rows = csv.reader(
        io.StringIO(text, newline=""), delimiter=dialect.delimiter, quotechar=dialect.quote
    )
    assert list(rows) == [["n", "t"], *([str(i), t or ""] for i, t in enumerate(TEXTS))]


def test_verbatim_codes_are_byte_exact_and_missing_is_an_empty_field(
    make_table: Any, tmp_path: Path
) -> None:
    table = make_table(
        {"code": [7, 150, None, 3], "x": [1, 2, 3, 4]},
        from_csv(Dialect()),
        {"code": ["007", "1.50", None, "3e0"]},
    )
    assert written(table, tmp_path) == b"code,x\n007,1\n1.50,2\n,3\n3e0,4\n"


def test_floats_round_trip_in_the_shortest_form(make_table: Any, tmp_path: Path) -> None:
    values = [0.1, 1 / 3, 1e21, 5e-324, 1.7976931348623157e308, -2.0, 123456789.123]
    lines = written(make_table({"x": values}), tmp_path).decode().splitlines()
    assert [float(line) for line in lines[1:]] == values
    assert lines[1:3] == ["0.1", "0.3333333333333333"]


def test_nan_and_null_are_both_missing(make_table: Any, tmp_path: Path) -> None:
    table = make_table({"x": [float("nan"), None, 1.0], "y": [1, 2, 3]})
    assert written(table, tmp_path) == b"x,y\n,1\n,2\n1.0,3\n"


def test_a_missing_value_in_a_lone_column_is_not_an_empty_line(
    make_table: Any, tmp_path: Path
) -> None:
    assert written(make_table({"x": ["a", None, "b"]}), tmp_path) == b'x\na\n""\nb\n'
    comma = from_csv(Dialect(";", "'", ","))
    assert written(make_table({"x": [1.5, None]}, comma), tmp_path) == b"x\n1,5\n''\n"


def test_other_kinds_of_column(make_table: Any, tmp_path: Path) -> None:
    table = make_table(
        {
            "d": [dt.date(2024, 2, 29)],
            "b": [True],
            "m": [Decimal("1.50")],
            "c": pl.Series(["x"], dtype=pl.Categorical),
            "z": [None],
        },
        from_csv(Dialect(";", '"', ",")),
    )
    assert written(table, tmp_path) == b"d;b;m;c;z\n2024-02-29;true;1,50;x;\n"


def test_odd_headers_come_back(make_table: Any, tmp_path: Path) -> None:
    names = ["a,b", 'say "no"', "two\nlines", "^.*$", ""]
    table = make_table({name: [1, 2] for name in names})
    written(table, tmp_path)
    found = recount(tmp_path / "temporary", "csv", Dialect(), names)
    assert found.columns == tuple(names)
    assert found.n_records == 2


@pytest.mark.parametrize("name", ["safe.csv", "safe.parquet"])
def test_every_kind_of_frame_gives_the_same_file(
    make_table: Any, tmp_path: Path, name: str
) -> None:
    data = {"x": [1.5, 2.5, None], "s": ["a", None, "c"], "n": [3, 2, 1]}
    frames = [
        pl.DataFrame(data),
        pa.table(data),
        pd.DataFrame(data, index=["r", "s", "t"]),
    ]
    files = [written(make_table(frame), tmp_path, name) for frame in frames]
    if name == "safe.csv":
        assert files == [b"x,s,n\n1.5,a,3\n2.5,,2\n,c,1\n"] * 3
    else:
        expected = pl.DataFrame(data)
        assert all(pl.read_parquet(io.BytesIO(file)).equals(expected) for file in files)


def test_parquet_holds_types_not_text(make_table: Any, tmp_path: Path) -> None:
    data = {"code": [7, 8], "x": [0.1, 0.2], "d": [dt.date(2024, 1, 1), None]}
    table = make_table(data, from_csv(Dialect(";")), {"code": ["007", "008"]})
    back = pl.read_parquet(io.BytesIO(written(table, tmp_path, "safe.parquet")))
    assert back.equals(pl.DataFrame(data))
    assert back.schema == pl.DataFrame(data).schema
    metadata = pq.read_metadata(tmp_path / "temporary")
    assert metadata.row_group(0).column(0).compression == "ZSTD"
    assert dialect_of(table, Path("safe.parquet")) is None


def test_a_character_outside_the_encoding_is_refused_without_showing_it(
    make_table: Any, tmp_path: Path
) -> None:
    origin = from_csv(Dialect(encoding="cp1252"))
    table = make_table({"x": [1, 2], "s": ["a", "secret Ж"]}, origin)
    with pytest.raises(OutputError, match=r"Column 's'.*cp1252, cannot express.*parquet") as caught:
        written(table, tmp_path)
    assert "secret" not in str(caught.value)
    assert "Ж" not in str(caught.value)


def test_many_blocks_of_another_encoding_have_one_header(make_table: Any, tmp_path: Path) -> None:
    n = 140_000
    table = make_table({"x": list(range(n)), "s": ["é"] * n}, from_csv(Dialect(encoding="utf-16")))
    lines = written(table, tmp_path).decode("utf-16").splitlines()
    assert lines == ["x,s", *(f"{i},é" for i in range(n))]


@pytest.mark.parametrize(
    ("dialect", "sentence"),
    [
        (Dialect("§"), "delimiter of a delimited file must be one ASCII character"),
        (Dialect(quote="“"), "quote of a delimited file"),
        (Dialect(encoding="klingon"), "encoding 'klingon' is unknown"),
    ],
)
def test_impossible_dialects(
    make_table: Any, tmp_path: Path, dialect: Dialect, sentence: str
) -> None:
    with pytest.raises(OutputError, match=sentence):
        written(make_table({"x": [1]}, from_csv(dialect)), tmp_path)


@pytest.mark.parametrize(
    "frame",
    [
        pl.DataFrame({"x": [[1, 2]]}),
        pl.DataFrame({"x": [b"\xff"]}),
        pd.DataFrame({"x": pd.Series(["4711", 4711], dtype=object)}),
    ],
)
def test_values_that_fit_no_csv_column_are_refused(
    make_table: Any, tmp_path: Path, frame: Any
) -> None:
    with pytest.raises(OutputError, match="Column 'x' holds values") as caught:
        written(make_table(frame), tmp_path)
    assert "4711" not in str(caught.value)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("name", ["safe.csv", "safe.parquet"])
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_a_full_disk_is_named(make_table: Any, name: str, encoding: str) -> None:
    table = make_table({"x": list(range(50_000))}, from_csv(Dialect(encoding=encoding)))
    with pytest.raises(OutputError, match=f"no space left on the disk for '{name}'"):
        write_table(table, Path("/dev/full"), Path(name))


def test_polars_error_without_code_is_understood(
    make_table: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: Any, **_options: Any) -> None:
        raise pl.exceptions.ComputeError(f"csv: 4711 (os error {errno.ENOSPC})")

    monkeypatch.setattr(pl.DataFrame, "write_csv", full)
    with pytest.raises(OutputError, match="no space left") as caught:
        written(make_table({"x": [1]}), tmp_path, "safe.csv")
    assert caught.value.__cause__ is None


def test_the_table_is_not_changed(make_table: Any, tmp_path: Path) -> None:
    frame = pd.DataFrame({"x": [1.5, None], "s": ["a", "b"]})
    before = frame.copy()
    table = make_table(frame)
    written(table, tmp_path)
    pd.testing.assert_frame_equal(nw.to_native(table.frame), before)


def test_parquet_takes_the_text_where_typing_it_lost_something(
    make_table: Any, tmp_path: Path
) -> None:
    texts = {
        "country": ["NA", "DE", None, ""],
        "key": ["123456789012345678901", "123456789012345678902", "NA", None],
        "amount": ["1.50", "0.33333333333333331", "NA", "9007199254740992"],
    }
    typed = {
        "country": [None, "DE", None, None],
        "key": [123456789012345678901.0, 123456789012345678902.0, None, None],
        "amount": [1.5, 1 / 3, None, 9007199254740992.0],
    }
    table = make_table(typed, from_csv(Dialect()), texts)
    back = pl.read_parquet(io.BytesIO(written(table, tmp_path, "safe.parquet")))
    assert back.to_dict(as_series=False) == {**texts, "amount": typed["amount"]}


@pytest.mark.parametrize("name", ["safe.csv", "safe.parquet"])
def test_names_that_look_like_patterns(make_table: Any, tmp_path: Path, name: str) -> None:
    origin = from_csv(Dialect(",", '"', ",", "cp1252"))
    data = {"^a.*$": [1.5, None], "ab": [2, 3], "^t$": ["NA", "x"], "^n.$": [1e20, 0.5]}
    texts = {"^t$": ["NA", "x"], "^n.$": ["100000000000000000001", "0,5"]}
    text = written(make_table(data, origin, texts), tmp_path, name)
    if name == "safe.csv":
        expected = b'^a.*$,ab,^t$,^n.$\n"1,5",2,NA,100000000000000000001\n,3,x,"0,5"\n'
        assert text == expected
    else:
        back = pl.read_parquet(io.BytesIO(text))
        assert back.to_dict(as_series=False) == {**data, **texts}


def test_dates_beyond_the_calendar_are_refused_in_a_sentence(
    make_table: Any, tmp_path: Path
) -> None:
    far = pa.table({"d": pa.array([10**17, 10**17 + 1], pa.timestamp("s"))})
    with pytest.raises(OutputError, match=r"cannot hold the table.*Write a \.parquet file"):
        written(make_table(far), tmp_path, "safe.csv")
