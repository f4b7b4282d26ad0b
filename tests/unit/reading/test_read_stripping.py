"""What a frame carries beside its records has no role and comes back nowhere."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import covey
from covey.core.errors import OutputError
from covey.reading import read
from covey.reading.parquet import open_parquet
from covey.reading.stripping import with_index

SECRET = "Meier"  # noqa: S105
N = 12
NUMBERS = [float(i * i % 17) for i in range(N)]
LETTERS = [("c", "a", "b")[i % 3] for i in range(N)]
ROLES = {"confidential": ["s"]}


def released(frame, tmp_path):
    """Return what a release holds of a frame, and what it writes as Parquet."""
    release = covey.protect(frame, k=3, method="mdav", roles=ROLES)
    path = release.write(tmp_path / "safe.parquet", force=True)
    return release.data, path.read_bytes()


PANDAS = {
    "index": lambda frame: frame.set_axis([f"{SECRET} {i}" for i in range(N)]),
    "named range": lambda frame: frame.rename_axis(SECRET),
    "shifted range": lambda frame: frame.set_axis(pd.RangeIndex(100, 100 + N)),
    "levels": lambda frame: frame.set_index([["x"] * N, [SECRET] * N]),
    "attributes": lambda frame: frame.assign().pipe(_with_attributes),
    "name of the columns": lambda frame: frame.rename_axis(columns=SECRET),
    "flags": lambda frame: frame.set_flags(allows_duplicate_labels=False),
    "categories of names": lambda frame: frame.set_axis(
        pd.CategoricalIndex(["x", "s"], categories=["x", "s", SECRET]), axis=1
    ),
}


def _with_attributes(frame):
    frame.attrs["owner"] = SECRET
    return frame


@pytest.mark.parametrize("case", PANDAS)
def test_pandas_labels_are_replaced(case, tmp_path):
    frame = PANDAS[case](pd.DataFrame({"x": NUMBERS, "s": LETTERS}))
    before = frame.copy(deep=True)
    data, _ = released(frame, tmp_path)
    assert type(data.index) is pd.RangeIndex
    pd.testing.assert_index_equal(data.index, pd.RangeIndex(N), exact=True)
    assert data.index.name is None
    assert data.attrs == {}
    assert data.columns.name is None
    assert not isinstance(data.columns, pd.CategoricalIndex)
    assert data.flags.allows_duplicate_labels
    assert data["s"].tolist() == LETTERS
    pd.testing.assert_frame_equal(frame, before)
    assert frame.attrs == before.attrs


@pytest.mark.parametrize("is_ordered", [True, False])
def test_pandas_categories_are_those_that_occur(is_ordered, tmp_path):
    kind = pd.CategoricalDtype(["c", SECRET, "b", "a"], ordered=is_ordered)
    frame = pd.DataFrame({"x": NUMBERS, "s": pd.Series(LETTERS, dtype=kind)})
    data, written = released(frame, tmp_path)
    # Without an order of their own they are sorted: the input's order could be read from them.
    assert data["s"].cat.categories.tolist() == (["c", "b", "a"] if is_ordered else list("abc"))
    assert data["s"].cat.ordered == is_ordered
    assert data["s"].tolist() == LETTERS
    assert SECRET.encode() not in written
    assert SECRET in frame["s"].cat.categories


def test_pandas_categories_of_several_types():
    frame = pd.DataFrame({"s": pd.Categorical(["a", 1, None, 2.5], categories=[2.5, "a", 9, 1])})
    assert set(read(frame).to_native()["s"].cat.categories) == {"a", 1, 2.5}


@pytest.mark.parametrize("is_ordered", [True, False])
@pytest.mark.parametrize("is_pandas", [True, False])
def test_arrow_dictionaries_hold_what_occurs(is_ordered, is_pandas, tmp_path):
    codes = [("c", SECRET, "b", "a").index(letter) for letter in LETTERS]
    coded = pa.DictionaryArray.from_arrays(codes, ["c", SECRET, "b", "a"], ordered=is_ordered)
    frame = pa.table({"x": NUMBERS, "s": coded})
    if is_pandas:
        frame = frame.to_pandas(types_mapper=pd.ArrowDtype)
    data, written = released(frame, tmp_path)
    table = pa.Table.from_pandas(data, preserve_index=False) if is_pandas else data
    column = table.column("s").chunk(0)
    assert column.dictionary.to_pylist() == (["c", "b", "a"] if is_ordered else ["a", "b", "c"])
    assert column.type == coded.type
    assert column.to_pylist() == LETTERS
    assert SECRET.encode() not in written


def test_an_arrow_dictionary_in_several_chunks_and_with_gaps():
    chunks = [pa.array(["b", None, "z"]).dictionary_encode(), pa.array(["a"]).dictionary_encode()]
    taken = pa.chunked_array(chunks).take(pa.array([0, 1, 3]))
    native = read(pa.table({"s": taken})).to_native()
    assert native.column("s").to_pylist() == ["b", None, "a"]
    assert native.column("s").chunk(0).dictionary.to_pylist() == ["a", "b"]


def test_arrow_metadata_of_table_fields_and_inner_fields(tmp_path):
    inner = pa.field("p", pa.list_(pa.field("item", pa.int64(), metadata={"k": SECRET})))
    fields = [
        pa.field("x", pa.float64(), metadata={"k": SECRET}, nullable=False),
        pa.field("s", pa.string()),
        pa.field("nested", pa.struct([inner.with_metadata({"k": SECRET})])),
    ]
    schema = pa.schema(fields, metadata={"pandas": SECRET})
    data = [{"x": x, "s": s, "nested": {"p": [1]}} for x, s in zip(NUMBERS, LETTERS, strict=True)]
    table = pa.Table.from_pylist(data, schema=schema)
    roles = {"confidential": ["s"], "other": ["nested"]}
    native = covey.protect(table, k=3, method="mdav", roles=roles).data
    assert native.schema.metadata is None
    assert SECRET not in native.schema.to_string(show_field_metadata=True)
    kind = native.column("nested").type
    assert kind.field(0).metadata is None
    assert kind.field(0).type.value_field.metadata is None
    assert native.column("nested").to_pylist() == [{"p": [1]}] * N


def test_polars_levels_are_those_that_occur(tmp_path):
    column = pl.Series("s", LETTERS, dtype=pl.Enum(["c", SECRET, "b", "a"]))
    frame = pl.DataFrame({"x": NUMBERS, "s": column})
    data, written = released(frame, tmp_path)
    assert data["s"].dtype == pl.Enum(["c", "b", "a"])
    assert data["s"].to_list() == LETTERS
    assert SECRET.encode() not in written
    assert frame["s"].dtype == column.dtype


@pytest.mark.parametrize("case", ["enumeration", "dictionary", "metadata"])
def test_parquet_files_too(case, tmp_path):
    path = tmp_path / "in.parquet"
    if case == "enumeration":
        column = pl.Series(LETTERS, dtype=pl.Enum(["c", SECRET, "b", "a"]))
        pl.DataFrame({"x": NUMBERS, "s": column}).write_parquet(path)
    else:
        coded = pa.array([SECRET, *LETTERS]).dictionary_encode().slice(1)
        table = pa.table({"x": NUMBERS, "s": coded if case == "dictionary" else LETTERS})
        pq.write_table(table.replace_schema_metadata({"k": SECRET}), path)
    assert SECRET.encode() in path.read_bytes()
    _, written = released(path, tmp_path)
    assert SECRET.encode() not in written
    assert pl.read_parquet(io.BytesIO(written))["s"].cast(pl.String).sort().to_list() == sorted(
        LETTERS
    )
    source = open_parquet(path)
    assert SECRET not in str(source.schema)
    assert type(source.schema["s"]) is type(pl.read_parquet_schema(path)["s"])
    batches = [table.frame.to_native() for table in source.batches(["s"])]
    assert pl.concat(batches)["s"].to_list() == LETTERS


def test_rows_are_aligned_by_position_not_by_index():
    rng = np.random.default_rng(0)
    original = pd.DataFrame({"x": rng.normal(size=N)}, index=range(N))
    masked = original.set_axis(range(N)[::-1])
    assert covey.measure(original, masked, measures=["IL"])["IL"] == 0.0


@pytest.mark.parametrize("wrap", [pl.List, lambda kind: pl.Array(kind, 1)])
def test_levels_of_nested_enumerations_are_not_released(wrap, tmp_path):
    kind = wrap(pl.Enum(["a", "b", SECRET]))
    frame = pl.DataFrame({"x": [1.0, 2.0] * 6, "o": pl.Series([["a"], ["b"]] * 6, dtype=kind)})
    release = covey.protect(frame, k=3, method="mdav", roles={"confidential": ["o"]})
    assert SECRET not in str(release.data.schema)
    release.write(tmp_path / "out.parquet")
    assert SECRET.encode() not in (tmp_path / "out.parquet").read_bytes()


def test_levels_of_enumerations_in_structs_are_not_released():
    kind = pl.Struct({"q": pl.Enum(["a", SECRET])})
    frame = pl.DataFrame({"x": [1.0, 2.0] * 6, "o": pl.Series([{"q": "a"}] * 12, dtype=kind)})
    release = covey.protect(frame, k=3, method="mdav", roles={"confidential": ["o"]})
    assert release.data["o"].to_list() == [{"q": "a"}] * 12
    assert SECRET not in str(release.data.schema)


def test_nested_dictionaries_of_arrow_hold_what_occurs():
    coded = pa.DictionaryArray.from_arrays(pa.array([0, 1] * 6), pa.array(["a", "b", SECRET]))
    table = pa.table({"x": [1.0, 2.0] * 6, "o": pa.StructArray.from_arrays([coded], ["q"])})
    released = covey.protect(table, k=3, method="mdav", roles={"confidential": ["o"]}).data
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, released.schema) as stream:
        stream.write_table(released)
    assert SECRET.encode() not in sink.getvalue().to_pybytes()
    assert released["o"].to_pylist() == [{"q": "a"}, {"q": "b"}] * 6


def test_a_record_batch_is_a_table():
    batch = pa.record_batch({"age": [1.0, 2.0, 3.0] * 3, "size": [2.0] * 9})
    assert covey.protect(batch, k=3, method="mdav").data.column_names == ["age", "size"]


@pytest.mark.parametrize("role", ["confidential", "other"])
def test_categories_that_are_intervals(role, tmp_path):
    ages = np.arange(30.0)
    frame = pd.DataFrame({"x": ages, "y": ages**2, "band": pd.cut(ages, 4)})
    release = covey.protect(frame, k=3, method="mdav", roles={role: ["band"]})
    assert release.data["band"].tolist() == frame["band"].tolist()
    with pytest.raises(OutputError, match="Column 'band' holds values that"):
        release.write(tmp_path / "out.csv")


@pytest.mark.parametrize(
    ("names", "remedy"),
    [
        ([None], "To use it, name it and give the name a role."),
        (["person"], "To use it, give its name a role."),
        (["person", "year"], "To use it, give its name a role."),
        (["person", None], "To use it, name it and give the name a role."),
    ],
)
def test_the_note_on_an_index_asks_for_a_name_only_where_there_is_none(names, remedy):
    frame = pd.DataFrame({"x": NUMBERS}).set_index([LETTERS for _ in names])
    frame.index.names = names
    _, (note,) = with_index(frame, ())
    assert note.endswith(remedy)
