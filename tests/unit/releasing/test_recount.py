from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from covey.core.table import Dialect
from covey.releasing.recount import Recount, UnreadableError, recount

RNG = np.random.default_rng(0)
FRAME = pl.DataFrame(
    {
        "^a.*$": RNG.integers(0, 20, 3000).astype(float),
        'b "x"': RNG.integers(0, 5, 3000),
        "text": RNG.choice(["u", "ü\nv", None, 'q"'], 3000),
    }
)
QUASI = ["^a.*$", 'b "x"']


def _expected(frame=FRAME):
    """Count by code that shares nothing with what is tested."""
    sizes = {}
    for row in zip(*(frame.get_column(name).to_list() for name in QUASI), strict=True):
        sizes[row] = sizes.get(row, 0) + 1
    return Recount(tuple(frame.columns), frame.height, len(sizes), min(sizes.values()))


@pytest.mark.parametrize("memory", [None, 1 << 20, 1_000, 1])
def test_classes_of_parquet(tmp_path, memory):
    FRAME.write_parquet(path := tmp_path / "out.parquet", row_group_size=700)
    assert recount(path, "parquet", None, QUASI, memory=memory) == _expected()


@pytest.mark.parametrize("memory", [None, 1_000])
@pytest.mark.parametrize("chunk", [1 << 20, 999])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_classes_of_text(tmp_path, memory, chunk, encoding):
    path = tmp_path / "out.csv"
    path.write_bytes(FRAME.write_csv(separator=";").encode(encoding))
    dialect = Dialect(delimiter=";", encoding=encoding)
    found = recount(path, "csv", dialect, QUASI, memory=memory, chunk=chunk)
    assert found == _expected()


def test_one_that_stands_alone_in_another_batch_is_seen(tmp_path):
    lonely = FRAME.with_columns(pl.Series("^a.*$", [*FRAME["^a.*$"][:-1], 77.0]))
    lonely.write_csv(path := tmp_path / "out.csv")
    assert recount(path, "csv", Dialect(), QUASI, chunk=2_000).smallest_class == 1


def test_zero_and_minus_zero_are_equal_and_one_alone_is_seen(tmp_path):
    pl.DataFrame({"a": [0.0, -0.0, 1.0, 1.0, 2.0]}).write_parquet(path := tmp_path / "x.parquet")
    found = recount(path, "parquet", None, ["a"])
    assert (found.n_records, found.n_classes, found.smallest_class) == (5, 3, 1)


def test_gaps_and_nan_are_values(tmp_path):
    frame = pl.DataFrame({"a": [None, None, float("nan"), float("nan"), 1.0]})
    frame.write_parquet(path := tmp_path / "x.parquet")
    found = recount(path, "parquet", None, ["a"])
    assert (found.n_classes, found.smallest_class) == (3, 1)


def test_text_that_reads_as_the_same_number_is_not_the_same(tmp_path):
    (path := tmp_path / "x.csv").write_text("a\n1.0\n1.00\n1.0\n")
    assert recount(path, "csv", Dialect(), ["a"]).n_classes == 2


@pytest.mark.parametrize("name", ["x^2", "", "a\nb", 'q"'])
def test_names_are_read_as_they_were_written(tmp_path, name):
    pl.DataFrame({name: [1, 1], "b": [2, 2]}).write_csv(path := tmp_path / "x.csv")
    assert recount(path, "csv", Dialect(), [name]).columns == (name, "b")


def test_no_records_are_no_class(tmp_path):
    (path := tmp_path / "x.csv").write_text("a,b\n")
    assert recount(path, "csv", Dialect(), ["a"]) == Recount(("a", "b"), 0, 0, 0)


def test_damaged_and_wrong_files_are_refused(tmp_path):
    path = tmp_path / "out.parquet"
    path.write_bytes(b"PAR1nothingPAR1")
    with pytest.raises(UnreadableError, match="cannot be read as parquet"):
        recount(path, "parquet", None, QUASI)
    pl.DataFrame({"b": [1]}).write_parquet(path)
    with pytest.raises(UnreadableError, match="lacks the column"):
        recount(path, "parquet", None, QUASI)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a,a\n1,2\n", "two columns of the same name"),
        (FRAME.write_csv().encode() + b"1,2,3,4\n", "cannot be read as csv"),
        (b"", "cannot be read as csv"),
        (b"\xff\xfe\x00", "cannot be read as csv"),
    ],
)
def test_wrong_text_is_refused(tmp_path, data, message):
    (path := tmp_path / "out.csv").write_bytes(data)
    with pytest.raises(UnreadableError, match=message):
        recount(path, "csv", Dialect(), QUASI)
