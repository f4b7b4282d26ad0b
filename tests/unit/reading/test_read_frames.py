"""Frames of every library and arrays: read, kept apart from the caller's, given back."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse

import covey
from covey.core.errors import InputError, RequestError
from covey.reading import read
from covey.reading.headers import check_names
from covey.releasing import verify

DATA = {"a": [3, 1, 2], "b": [1.5, 2.5, 3.5], "c": ["x", "y", "z"]}
FRAMES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}
ORIGINS = {"pandas": "pandas DataFrame", "polars": "polars DataFrame", "pyarrow": "pyarrow Table"}


def as_dict(frame):
    return frame.to_pydict() if isinstance(frame, pa.Table) else {n: list(frame[n]) for n in DATA}


@pytest.mark.smoke
@pytest.mark.parametrize("library", FRAMES)
def test_the_same_type_comes_back_and_the_input_is_not_changed(library):
    frame = FRAMES[library](DATA)
    table = read(frame)
    masked = table.with_values({"b": np.array([2.0, 2.0, 2.0])})
    assert type(masked.to_native()) is type(frame)
    assert as_dict(masked.to_native()) == {**DATA, "b": [2.0, 2.0, 2.0]}
    assert as_dict(frame) == DATA
    assert as_dict(table.to_native()) == DATA
    assert table.origin.name == ORIGINS[library]
    assert table.origin.sha256 is None
    assert [table.kind(name) for name in table.names] == ["integer", "decimal", "text"]
    assert not table.as_array


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_later_changes_by_the_caller_do_not_reach_the_table(library):
    frame = FRAMES[library](DATA)
    table = read(frame)
    if library == "pandas":
        frame.loc[0, "a"] = 99
        del frame["b"]
    else:
        frame[0, "a"] = 99
        frame.drop_in_place("b")
    assert as_dict(table.to_native()) == DATA


def test_a_narwhals_frame_is_taken_for_what_it_wraps():
    table = read(nw.from_native(pl.DataFrame(DATA)))
    assert isinstance(table.to_native(), pl.DataFrame)


@pytest.mark.parametrize(
    "index",
    [
        [9, 3, 5],
        [1, 1, 0],
        ["z", "a", "a"],
        pd.Index([2, 1, 0], name="id"),
        pd.DatetimeIndex(["2021", "2020", "2020"]),
        pd.MultiIndex.from_tuples([(1, "b"), (0, "a"), (1, "b")], names=["p", "q"]),
    ],
)
def test_an_index_of_any_kind_is_left_aside(index):
    frame = pd.DataFrame(DATA, index=index)
    before = frame.copy(deep=True)
    masked = read(frame).with_values({"a": np.array([2.5, 2.5, 2.5]), "b": np.array([0.0, 1, 2])})
    result = masked.without(["c"]).to_native()
    pd.testing.assert_frame_equal(
        result, pd.DataFrame({"a": [2.5, 2.5, 2.5], "b": [0.0, 1.0, 2.0]})
    )
    pd.testing.assert_frame_equal(frame, before)


@pytest.mark.parametrize("columns", [[0, 1], [10, "b"], [pd.Timestamp("2020"), 1.5]])
def test_names_that_are_not_text_are_read_as_text_and_given_back(columns):
    frame = pd.DataFrame([[1.0, 2.0], [3.0, 5.0]], columns=columns, index=[7, 7])
    before = frame.copy(deep=True)
    table = read(frame)
    assert table.names == tuple(str(column) for column in columns)
    masked = table.with_values({table.names[0]: np.array([2.0, 2.0])}).to_native()
    assert list(masked.columns) == columns
    assert masked.index.tolist() == [0, 1]
    assert masked.iloc[:, 0].tolist() == [2.0, 2.0]
    assert list(table.without([table.names[0]]).to_native().columns) == columns[1:]
    pd.testing.assert_frame_equal(frame, before)


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame([[1, 2, 3]], columns=["age", "b", "age"]),
        pa.table([[1], [2], [3]], names=["age", "b", "age"]),
    ],
)
def test_duplicate_names_are_named(frame):
    with pytest.raises(InputError, match=r"has more than one column named 'age'\. Rename them"):
        read(frame)


def test_names_that_become_the_same_text_are_duplicates():
    with pytest.raises(InputError, match="more than one column named '1'"):
        read(pd.DataFrame([[1, 2]], columns=[1, "1"]))


def test_blank_names_and_several_levels_are_refused():
    with pytest.raises(InputError, match="has no header for column 2"):
        read(pl.DataFrame({"a": [1], "": [2]}))
    columns = pd.MultiIndex.from_tuples([("a", "x"), ("a", "y")])
    with pytest.raises(InputError, match="headers of several levels"):
        read(pd.DataFrame([[1, 2]], columns=columns))


@pytest.mark.parametrize("library", FRAMES)
def test_no_columns_and_no_records(library):
    with pytest.raises(InputError, match="has no columns"):
        read(FRAMES[library]({}))
    with pytest.raises(InputError, match="has columns but no records"):
        read(FRAMES[library]({"a": []}))


PANDAS = {
    "Int": (pd.array([1, None, 3], dtype="Int64"), "integer"),
    "Float": (pd.array([1.5, None, 3], dtype="Float64"), "decimal"),
    "float": (np.array([1.5, np.nan, 3]), "decimal"),
    "arrow int": (pd.array([1, None, 3], dtype="int64[pyarrow]"), "integer"),
    "arrow float": (pd.array([1.5, None, 3], dtype="double[pyarrow]"), "decimal"),
    "arrow decimal": (
        pd.array([Decimal("1.5"), None, Decimal(3)], dtype=pd.ArrowDtype(pa.decimal128(6, 2))),
        "decimal",
    ),
    "boolean": (pd.array([True, None, False], dtype="boolean"), "boolean"),
    "arrow bool": (pd.array([True, None, False], dtype="bool[pyarrow]"), "boolean"),
    "categorical": (pd.Categorical(["a", None, "b"]), "text"),
    "string": (pd.array(["a", None, "b"], dtype="string"), "text"),
    "arrow string": (pd.array(["a", None, "b"], dtype="string[pyarrow]"), "text"),
    "datetime": (pd.to_datetime(["2020-01-01", None, "2021-01-01"]), "date"),
    "mixed": (np.array([1, None, "b"], dtype=object), "other"),
}
POLARS = {
    "float": ([1.5, None, 3.0], pl.Float64, "decimal"),
    "float32": ([1.5, None, 3.0], pl.Float32, "decimal"),
    "decimal": ([Decimal("1.5"), None, Decimal(3)], pl.Decimal(6, 2), "decimal"),
    "int8": ([1, None, 3], pl.Int8, "integer"),
    "boolean": ([True, None, False], pl.Boolean, "boolean"),
    "categorical": (["a", None, "b"], pl.Categorical, "text"),
    "enum": (["a", None, "b"], pl.Enum(["a", "b"]), "text"),
    "date": ([dt.date(2020, 1, 1), None, dt.date(2021, 1, 1)], pl.Date, "date"),
    "list": ([[1], None, [2]], pl.List(pl.Int64), "other"),
}
COLUMNS = [
    *[pytest.param(pd.DataFrame({"x": v}), k, id=f"pandas {n}") for n, (v, k) in PANDAS.items()],
    *[
        pytest.param(pl.DataFrame({"x": pl.Series(v, dtype=d)}), k, id=f"polars {n}")
        for n, (v, d, k) in POLARS.items()
    ],
    *[
        pytest.param(pl.DataFrame({"x": pl.Series(v, dtype=d)}).to_arrow(), k, id=f"pyarrow {n}")
        for n, (v, d, k) in POLARS.items()
    ],
]


@pytest.mark.parametrize(("frame", "kind"), COLUMNS)
def test_kinds_missing_values_and_numbers_of_every_type(frame, kind):
    table = read(frame)
    assert table.kind("x") == kind
    assert table.missing("x").tolist() == [False, True, False]
    if kind in ("integer", "decimal", "date"):
        with pytest.raises(InputError, match="'x' has 1 value missing, the first in record 2"):
            table.numbers("x")
    if kind in ("integer", "decimal"):
        complete = read(nw.from_native(frame).filter(~nw.col("x").is_null()).to_native())
        numbers = complete.numbers("x")
        assert numbers.dtype == np.float64
        assert numbers.tolist() in ([1.0, 3.0], [1.5, 3.0])
        masked = complete.with_values({"x": np.array([2.25, 2.25])})
        assert masked.numbers("x").tolist() == [2.25, 2.25]
    elif kind != "date":
        with pytest.raises(InputError, match=r"'x' holds .*, not numbers.*\. Only numeric columns"):
            table.numbers("x")


@pytest.mark.parametrize("frame", [pl.DataFrame({"x": [None, None]}), pa.table({"x": pa.nulls(2)})])
def test_a_column_without_type_and_values_says_so(frame):
    table = read(frame)
    assert table.missing("x").all()
    with pytest.raises(InputError, match="'x' holds no values, not numbers"):
        table.numbers("x")


@pytest.mark.smoke
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize(
    "dtype", ["float64", "float32", "int64", "uint8", ">f8", "float16", object]
)
def test_an_array_comes_back_as_an_array(dtype, order):
    X = np.array([[1, 2], [3, 5], [4, 6]], dtype=dtype, order=order)
    before = X.copy()
    table = read(X)
    assert table.names == ("x0", "x1")
    assert table.as_array
    assert table.origin.name == "numpy array"
    assert np.array_equal(table.matrix(table.names), X.astype(np.float64))
    masked = table.with_values({"x1": np.array([1.5, 2.5, 3.5])}).to_native()
    assert isinstance(masked, np.ndarray)
    assert masked.tolist() == [[1, 1.5], [3, 2.5], [4, 3.5]]
    X[0, 0] = 9
    assert table.numbers("x0")[0] == 1
    assert np.array_equal(before[1:], X[1:])


@pytest.mark.parametrize("rows", [[[1, 2], [3, 4]], ((1.0, 2), (3, 4)), [np.array([1, 2]), [3, 4]]])
def test_rows_of_numbers_are_an_array(rows):
    assert read(rows).to_native().tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            np.arange(3.0),
            r"two dimensions.*Got 1 dimension\. For one variable pass .reshape\(-1, 1\)",
        ),
        (np.zeros((2, 2, 2)), r"two dimensions.*Got 3 dimensions\.$"),
        (np.float64(3), "Got 0 dimensions"),
        ([1, 2, 3], r"two dimensions.*Got 1 dimension"),
        ([], "Got 1 dimension"),
        ([[1, 2], [3]], "same number of numbers"),
        (np.zeros((0, 3)), "array has columns but no records"),
        (np.zeros((3, 0)), "array has no columns"),
        (np.array([["s3cr3t", 1]], dtype=object), "must hold real numbers. Got the type object"),
        (np.array([["s3cr3t", "b"]]), "must hold real numbers. Got the type <U6"),
        ([["s3cr3t", 1.5]], "must hold real numbers"),
        (np.array([[1j, 2]]), "must hold real numbers. Got the type complex128"),
        (np.array([[True, False]]), "must hold real numbers. Got the type bool"),
        (np.array([["2020"]], dtype="datetime64[D]"), "must hold real numbers"),
        (np.ma.masked_array([[1.0, 2.0]], mask=[[0, 1]]), "must not be a masked array"),
        (sparse.csr_array(np.eye(3)), r"sparse matrix; pass \.toarray\(\)"),
        (pl.LazyFrame({"a": [1]}), r"lazy frame; call \.collect\(\)"),
        (pl.Series("a", [1]), "Got a series"),
        (pd.Series([1]), "Got a series"),
        (pa.chunked_array([[1]]), "Got a series"),
        ({"a": ["s3cr3t"]}, "must be a file name, a pandas, polars or pyarrow table.* Got dict"),
        (None, "Got NoneType"),
        (b"t.csv", "Got bytes"),
        (3, "Got int"),
        ([{"a": "s3cr3t"}], "Got 1 dimension"),
    ],
)
def test_other_objects_are_refused_without_showing_them(source, message):
    with pytest.raises(InputError, match=message) as caught:
        read(source)
    assert "s3cr3t" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("name", ["\ufeffa", "a\0b", "\0a"])
def test_a_name_that_no_file_keeps(name, tmp_path):
    message = r"a name that no file keeps for column 2, counted from 1: it holds a NUL"
    frame = pd.DataFrame([[1.0, 2.0]] * 4, columns=["z", name])
    with pytest.raises(InputError, match=message):
        read(frame)
    if name == "\ufeffa":
        pl.from_pandas(frame).write_parquet(tmp_path / "in.parquet")
        with pytest.raises(InputError, match=message):
            read(tmp_path / "in.parquet")


def test_half_of_a_pair_in_a_name():
    with pytest.raises(InputError, match="half of a surrogate pair"):
        check_names(["a", "b\ud800"], where="The table")


_SIGNS = [
    *map(chr, range(1, 33)),
    *map(chr, range(0x7F, 0xA1)),
    *"\u2028\u2029\u200b\ufeff\u202e\"',;",
]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_other_characters_in_names_survive(tmp_path, suffix):
    """White space around a name is not part of it to the reader of delimited files."""
    names = [f"a{sign}b" for sign in _SIGNS]
    frame = pl.DataFrame({name: [1.0, 1.0, 2.0, 2.0] for name in names})
    covey.protect(frame, k=2, method="mdav").write(tmp_path / f"out.{suffix}")
    assert list(read(tmp_path / f"out.{suffix}").names) == names


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_name_of_any_length_survives(tmp_path, suffix):
    """The csv module of Python reads no field of more than 131,072 characters."""
    frame = pl.DataFrame({"x" * 150_000: [1.0, 1.0, 2.0, 2.0]})
    covey.protect(frame, k=2, method="mdav").write(tmp_path / f"out.{suffix}")
    assert verify(tmp_path / f"out.{suffix}").k == 2


@pytest.mark.parametrize("values", [[1, 2, 3, 4], [Decimal(1), Decimal(2), Decimal(3), Decimal(4)]])
def test_numbers_as_objects_are_told_how_to_be_converted(values):
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0], "b": pd.Series(values, dtype=object)})
    told = r"Column 'b' \(values of another type\) has no role.* Column 'b': convert it to .*astype"
    with pytest.raises(RequestError, match=told):
        covey.protect(frame, k=3)
    told = (
        "'b' holds values of another type, not numbers, dates or categories: convert it to numbers"
    )
    with pytest.raises(InputError, match=told):
        covey.protect(frame, k=3, roles={"quasi": ["a", "b"]})
