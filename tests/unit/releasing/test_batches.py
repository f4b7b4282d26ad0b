from __future__ import annotations

import narwhals as nw
import polars as pl
import pytest

from covey.core.errors import OutputError
from covey.core.settings import ReadingRequest
from covey.core.table import Dialect, Origin, Table
from covey.reading import read
from covey.releasing.batches import BatchWriter, write_table

TEXT = 'a;b;c;d\n1;2,5;x;007\n-2;;"u;v";001\n;3,25;"l\nm";099\n4;1,0;é;010\n'


def _table(tmp_path, text=TEXT, encoding="utf-8"):
    path = tmp_path / "in.csv"
    path.write_bytes(text.encode(encoding))
    return read(path, ReadingRequest(decimal=",", delimiter=";"))


def _parts(table):
    return [table.take([0]), table.take([1, 2]), table.take([3])]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("name", ["out.csv", "out.tsv"])
def test_batches_of_text_are_the_whole_table(tmp_path, encoding, name):
    table = _table(tmp_path, encoding=encoding)
    table = table.with_values({"b": table.frame["a"].fill_null(0.5).to_numpy() / 3})
    write_table(table, tmp_path / "whole", tmp_path / name)
    with BatchWriter(tmp_path / "parts", tmp_path / name) as writer:
        for part in _parts(table):
            writer.write(part)
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()


def test_batches_of_parquet_are_the_whole_table(tmp_path):
    table = _table(tmp_path)
    write_table(table, tmp_path / "whole", tmp_path / "out.parquet")
    with BatchWriter(tmp_path / "parts", tmp_path / "out.parquet") as writer:
        for part in _parts(table):
            writer.write(part)
    found, expected = (pl.read_parquet(tmp_path / name) for name in ("parts", "whole"))
    assert found.schema == expected.schema
    assert found.equals(expected)


def test_long_numbers_stay_text_in_every_batch(tmp_path):
    table = _table(tmp_path, "a;b\n1;123456789012345678901\n2;3,5\n3;4\n4;5\n")
    assert table.as_text == {"b"}
    write_table(table, tmp_path / "whole", tmp_path / "out.parquet")
    with BatchWriter(tmp_path / "parts", tmp_path / "out.parquet", frozenset({"b"})) as writer:
        for part in _parts(table):
            writer.write(part)
    found, expected = (pl.read_parquet(tmp_path / name) for name in ("parts", "whole"))
    assert found.equals(expected)
    assert found.schema["b"] == pl.String


def test_a_character_that_the_encoding_lacks_is_refused(tmp_path):
    frame = nw.from_native(pl.DataFrame({"a": ["x", "œ"]}), eager_only=True)
    table = Table(frame, Origin("in.csv", dialect=Dialect(encoding="latin-1")))

    def write():
        with BatchWriter(tmp_path / "parts", tmp_path / "out.csv") as writer:
            writer.write(table)

    with pytest.raises(OutputError, match="Column 'a' holds a character"):
        write()


@pytest.mark.parametrize("name", ["out.csv", "out.parquet"])
def test_a_full_disk_is_said(tmp_path, monkeypatch, name):
    def full(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pl.DataFrame, "write_csv", full)
    monkeypatch.setattr(pl.DataFrame, "to_arrow", full)
    table = _table(tmp_path)

    def write():
        with BatchWriter(tmp_path / "parts", tmp_path / name) as writer:
            writer.write(table)

    with pytest.raises(OutputError, match="no space left on the disk"):
        write()
