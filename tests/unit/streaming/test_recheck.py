from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from covey.core.progress import quiet
from covey.core.table import Dialect
from covey.releasing.recount import UnreadableError, recount
from covey.streaming.recheck import recount_in_batches

RNG = np.random.default_rng(0)
FRAME = pl.DataFrame(
    {
        "^a.*$": RNG.integers(0, 20, 3000).astype(float),
        'b "x"': RNG.integers(0, 5, 3000),
        "text": RNG.choice(["u", "ü\nv", None, 'q"'], 3000),
    }
)
QUASI = ["^a.*$", 'b "x"']


def _counted(path, dialect, memory=1 << 20):
    return recount_in_batches(path, dialect, QUASI, n_expected=3000, memory=memory, progress=quiet)


@pytest.mark.parametrize("memory", [1 << 20, 10_000])
def test_parquet_is_counted_as_by_the_ordinary_check(tmp_path, memory):
    FRAME.write_parquet(path := tmp_path / "out.parquet")
    assert _counted(path, None, memory) == recount(path, "parquet", None, QUASI)


@pytest.mark.parametrize("memory", [1 << 20, 10_000])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_text_is_counted_as_by_the_ordinary_check(tmp_path, memory, encoding):
    path = tmp_path / "out.csv"
    path.write_bytes(FRAME.write_csv(separator=";").encode(encoding))
    dialect = Dialect(delimiter=";", encoding=encoding)
    assert _counted(path, dialect, memory) == recount(path, "csv", dialect, QUASI)


def test_zero_and_minus_zero_are_equal_and_one_alone_is_seen(tmp_path):
    pl.DataFrame({"a": [0.0, -0.0, 1.0, 1.0, 2.0]}).write_parquet(path := tmp_path / "x.parquet")
    found = recount_in_batches(path, None, ["a"], n_expected=5, memory=1 << 20, progress=quiet)
    assert (found.n_records, found.n_classes, found.smallest_class) == (5, 3, 1)


@pytest.mark.parametrize("n_expected", [4, 10**18])
def test_another_number_of_records_is_told_after_one_pass(tmp_path, n_expected):
    pl.DataFrame({"a": [1.0, 1.0, 2.0]}).write_parquet(path := tmp_path / "x.parquet")
    found = recount_in_batches(path, None, ["a"], n_expected=n_expected, memory=9, progress=quiet)
    assert found.n_records == 3


def test_damaged_and_wrong_files_are_refused(tmp_path):
    path = tmp_path / "out.parquet"
    path.write_bytes(b"PAR1nothingPAR1")
    with pytest.raises(UnreadableError, match="cannot be read as parquet"):
        _counted(path, None)
    pl.DataFrame({"b": [1]}).write_parquet(path)
    with pytest.raises(UnreadableError, match="lacks the quasi-identifier"):
        _counted(path, None)
    path = tmp_path / "out.csv"
    path.write_bytes(b"a,a\n1,2\n")
    with pytest.raises(UnreadableError, match="two columns of the same name"):
        _counted(path, Dialect())
    path.write_bytes(FRAME.write_csv().encode() + b"1,2,3,4\n")
    with pytest.raises(UnreadableError, match="cannot be read as csv"):
        _counted(path, Dialect())
    path.write_bytes(b"")
    with pytest.raises(UnreadableError, match="cannot be read as csv"):
        _counted(path, Dialect())
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnreadableError, match="cannot be read as csv"):
        _counted(path, Dialect())
