"""Values that no library handles well, through every public function: none comes back in a message.

Whatever the type of a column, a call either works or ends in one of Covey's own errors; the
estimator in one of scikit-learn's. No text of it shows the canary, nor does anything behind it.
"""

from __future__ import annotations

import datetime as dt
import warnings
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import covey
from covey.core.errors import CoveyError

N = 12
BIG = 2**53 + 1
X = [float(i * i % 17) for i in range(N)]
INTS = [BIG + 7 * i for i in range(N)]
HUGE = [2**100 + i * 2**70 for i in range(N)]
TEXT = [f"Canary{i}" for i in range(N)]
DECIMALS = [Decimal(f"{BIG + i}.25") for i in range(N)]
DAYS = [dt.date(1967, 3, 1 + i) for i in range(N)]
SPANS = [dt.timedelta(seconds=BIG // 10**6 + i) for i in range(N)]
CANARIES = ("Canary", "90071992", "9.0071992", "9.007e+15", "1267650", "1967", "184467440737")

PANDAS = {
    **{
        kind: pd.Series(INTS, dtype=kind)
        for kind in ("int64", "uint64", "Int64", "UInt64", "object", "float32", "Float64")
    },
    **{kind: pd.Series(INTS, dtype=kind) for kind in ("int64[pyarrow]", "uint64[pyarrow]")},
    "Int64 with a gap": pd.Series([None, *INTS[1:]], dtype="Int64"),
    "int64[pyarrow] with a gap": pd.Series([None, *INTS[1:]], dtype="int64[pyarrow]"),
    "uint64 at its end": pd.Series([2**64 - 1 - 4096 * i for i in range(N)], dtype="uint64"),
    "huge numbers": pd.Series(HUGE, dtype=object),
    "several types": pd.Series([1, 2.5, None, *TEXT[3:]], dtype=object),
    "decimals": pd.Series(DECIMALS, dtype=object),
    "decimals of arrow": pd.Series(DECIMALS, dtype=pd.ArrowDtype(pa.decimal128(38, 2))),
    "str": pd.Series(TEXT),
    "string[pyarrow]": pd.Series(TEXT, dtype="string[pyarrow]"),
    "category": pd.Series(TEXT, dtype="category"),
    "category of numbers": pd.Series(INTS, dtype="category"),
    "datetime": pd.to_datetime(pd.Series(DAYS)),
    "period": pd.Series(pd.period_range("1967-03", periods=N, freq="M")),
    "interval": pd.Series(pd.arrays.IntervalArray.from_breaks(range(BIG, BIG + N + 1))),
    "timedelta": pd.Series(pd.to_timedelta(SPANS)),
    "sparse": pd.Series(pd.arrays.SparseArray(INTS)),
    "complex": pd.Series([complex(i, BIG) for i in range(N)]),
    "lists": pd.Series([[text] for text in TEXT]),
    "dates of arrow": pd.Series(DAYS, dtype=pd.ArrowDtype(pa.date32())),
    "spans of arrow": pd.Series(SPANS, dtype=pd.ArrowDtype(pa.duration("s"))),
    "dictionary": pd.Series(TEXT, dtype=pd.ArrowDtype(pa.dictionary(pa.int32(), pa.string()))),
}
POLARS = {
    **{str(kind): pl.Series(INTS, dtype=kind) for kind in (pl.Int64, pl.UInt64, pl.Float32)},
    **{str(kind): pl.Series(INTS, dtype=kind) for kind in (pl.Int128, pl.UInt128)},
    "huge Int128": pl.Series(HUGE, dtype=pl.Int128),
    "Int128 of both signs": pl.Series([-HUGE[0], *HUGE[1:]], dtype=pl.Int128),
    "Int64 with a gap": pl.Series([None, *INTS[1:]]),
    "infinity": pl.Series([float("inf"), *map(float, INTS[1:])]),
    "Decimal": pl.Series(DECIMALS, dtype=pl.Decimal(38, 2)),
    "Duration": pl.Series(SPANS),
    "Time": pl.Series([dt.time(3, i) for i in range(N)]),
    "Date": pl.Series(DAYS),
    "List": pl.Series([[value] for value in INTS]),
    "Array": pl.Series([[value] for value in INTS], dtype=pl.Array(pl.Int64, 1)),
    "Struct": pl.Series([{"p": text} for text in TEXT]),
    "Object": pl.Series([object(), *TEXT[1:]], dtype=pl.Object),
    "Binary": pl.Series([text.encode() for text in TEXT]),
    "Categorical": pl.Series(TEXT, dtype=pl.Categorical),
    "Enum": pl.Series(TEXT, dtype=pl.Enum(TEXT)),
    "String": pl.Series(TEXT),
}
ARROW = {
    **{str(kind): pa.array(INTS, kind) for kind in (pa.int64(), pa.uint64())},
    **{
        str(kind): pa.array(DECIMALS, kind) for kind in (pa.decimal128(38, 2), pa.decimal256(60, 2))
    },
    "int64 with a gap": pa.array([None, *INTS[1:]]),
    "dictionary": pa.array(TEXT).dictionary_encode(),
    "dictionary of numbers": pa.array(INTS).dictionary_encode(),
    "list": pa.array([[value] for value in INTS]),
    "struct": pa.array([{"p": text} for text in TEXT]),
    "map": pa.array([[(text, 1)] for text in TEXT], pa.map_(pa.string(), pa.int64())),
    "duration": pa.array([BIG + i for i in range(N)], pa.duration("us")),
    "timestamp of no calendar": pa.array([BIG * 10 + i for i in range(N)], pa.timestamp("s")),
    "date64": pa.array(DAYS, pa.date64()),
    "binary": pa.array([text.encode() for text in TEXT]),
    "string_view": pa.array(TEXT, pa.string_view()),
    "run_end_encoded": pc.run_end_encode(pa.array(INTS)),
    "interval": pa.array([(i, i, BIG) for i in range(N)], pa.month_day_nano_interval()),
}
ARRAYS = {
    "objects, whole numbers": np.array([X, INTS], dtype=object).T,
    "objects, huge": np.array([X, [10**400 + value for value in INTS]], dtype=object).T,
    "objects, text": np.array([X, TEXT], dtype=object).T,
    "objects, decimals": np.array([X, DECIMALS], dtype=object).T,
    "whole numbers": np.array([range(N), INTS]).T,
    "text": np.array([TEXT, TEXT]).T,
    "bytes": np.array([TEXT, TEXT]).T.astype("S"),
    "dates": np.array([DAYS, DAYS], dtype="datetime64[D]").T,
    "complex": np.array([[1, complex(i, BIG)] for i in range(N)]),
    "records": np.array([(1.0, text) for text in TEXT], dtype=[("x", float), ("v", "U9")]),
    "masked": np.ma.masked_array(np.array([X, INTS]).T),
    "one dimension": np.array(INTS),
    "rows of several lengths": [[1.0, BIG], [2.0], *[[1.0, 2.0]] * 10],
    "rows of text": [[1.0, text] for text in TEXT],
    "a mapping": {"x": X, "v": TEXT},
}
TABLES = {
    **{f"pandas {name}": pd.DataFrame({"x": X, "v": column}) for name, column in PANDAS.items()},
    **{f"polars {name}": pl.DataFrame({"x": X, "v": column}) for name, column in POLARS.items()},
    **{f"arrow {name}": pa.table({"x": X, "v": column}) for name, column in ARROW.items()},
    **{f"array {name}": array for name, array in ARRAYS.items()},
}


def protect(table, folder, role, **settings):
    roles = {"quasi": ["x", "v"]} if role == "quasi" else {role: ["v"]}
    release = covey.protect(table, k=3, method="mdav", roles=roles, **settings)
    assert len(release.data) == N
    release.write(folder / "safe.csv", force=True)
    release.write(folder / "safe.parquet", force=True)


CALLS = {
    "protect": lambda table, folder: covey.protect(table, k=3, method="mdav"),
    "quasi": lambda table, folder: protect(table, folder, "quasi"),
    "rounded": lambda table, folder: protect(table, folder, "quasi", round="auto"),
    "confidential": lambda table, folder: protect(table, folder, "confidential"),
    "other": lambda table, folder: protect(table, folder, "other"),
    "identifier": lambda table, folder: protect(table, folder, "identifier"),
    "measure": lambda table, folder: covey.measure(table, table, ["v"], measures=["IL"]),
    "attributes": lambda table, folder: covey.measure(table, table, ["x"], confidential=["v"]),
    "aligned": lambda table, folder: covey.measure(table, table, ["x"], id="v", measures=["IL"]),
    "compare": lambda table, folder: covey.compare(table, k=3, methods=["mdav"]),
    "select": lambda table, folder: covey.select(table, count=1),
    "partition": lambda table, folder: covey.partition(table, k=3, method="mdav"),
    "method": lambda table, folder: covey.methods()["mdav"](table, k=3),
    "estimator": lambda table, folder: covey.Microaggregator(k=3, method="mdav").fit(table),
}


def behind(error):
    """Return an exception and all that Python keeps behind it."""
    found = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


def check(call, name, table, folder):
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            call(table, folder)
        except BaseException as error:
            failure = error
        else:
            failure = None
    assert failure is None or isinstance(failure, CoveyError) or name == "estimator", repr(failure)
    texts = [repr(one) + str(one) for one in behind(failure)]
    for text in [*texts, *(str(warning.message) for warning in heard)]:
        for canary in CANARIES:
            assert canary not in text, (name, text)


@pytest.mark.parametrize("table", TABLES)
def test_no_value_of_a_frame_comes_back_in_a_message(table, tmp_path):
    for name, call in CALLS.items():
        check(call, name, TABLES[table], tmp_path)


@pytest.mark.parametrize("column", ARROW)
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_no_value_of_a_file_comes_back_in_a_message(column, suffix, tmp_path):
    path = tmp_path / f"in.{suffix}"
    try:
        if suffix == "parquet":
            pq.write_table(TABLES[f"arrow {column}"], path)
        else:
            values = TABLES[f"arrow {column}"].column("v").to_pylist()
            lines = [f'{x},"{value}"' for x, value in zip(X, values, strict=True)]
            path.write_text("\n".join(["x,v", *lines]), encoding="utf-8")
    except (pa.ArrowNotImplementedError, OverflowError, ValueError):
        pytest.skip("there is no such file")
    for name, call in CALLS.items():
        if name not in ("partition", "method", "estimator"):
            check(call, name, path, tmp_path)


WHOLE = {
    "pandas int64[pyarrow]": INTS,
    "pandas uint64 at its end": [2**64 - 1 - 4096 * i for i in range(N)],
    "arrow int64": INTS,
    "arrow uint64": INTS,
    "polars Int128": INTS,
    "polars huge Int128": HUGE,
}


@pytest.mark.parametrize("rounding", ["none", "auto"])
@pytest.mark.parametrize("name", WHOLE)
def test_whole_numbers_beyond_the_floats_are_masked_as_the_nearest_floats(name, rounding):
    roles = {"quasi": ["x", "v"]}
    release = covey.protect(TABLES[name], k=3, method="mdav", roles=roles, round=rounding)
    labels = release.partition.labels
    values = np.array(WHOLE[name], dtype=np.float64)
    expected = np.bincount(labels, values)[labels] / np.bincount(labels)[labels]
    found = np.array([float(value) for value in _column(release.data, "v")])
    np.testing.assert_allclose(found, expected, rtol=1e-15)


def _column(data, name):
    return data.column(name).to_pylist() if isinstance(data, pa.Table) else data[name].to_list()
