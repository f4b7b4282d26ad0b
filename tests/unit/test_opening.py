from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from covey.core.errors import InputError, RequestError
from covey.core.request import Request
from covey.engines.budget import Budget, MemoryLimits
from covey.engines.memory import Memory
from covey.opening import memory_needed, open_store


def _written(path, n):
    frame = pl.DataFrame({"a": range(n), "b": range(n)})
    (frame.write_csv if path.suffix == ".csv" else frame.write_parquet)(path)
    return path


def _is_in_memory(path, memory, **settings):
    output = path.with_name("out.csv")
    request = Request.of({"k": 3, "memory": memory, "output": output, **settings})
    store = open_store(path, request)
    store.close()
    return isinstance(store, Memory)


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_only_large_files_go_through_the_disk(tmp_path, suffix):
    path = _written(tmp_path / f"in.{suffix}", 200_000)
    assert _is_in_memory(path, None)
    assert _is_in_memory(path, "2GB")
    assert not _is_in_memory(path, "560MB")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_table_that_takes_less_in_memory_needs_no_more_than_that(tmp_path, suffix):
    path = _written(tmp_path / f"in.{suffix}", 2_000)
    little = Request.of({"k": 3, "memory": "300MB"})
    limits = MemoryLimits(little.memory, memory_needed(path, little))
    small = Budget(limits, n_records=2_000, n_quasi=2, n_confidential=0, k=3)
    with pytest.raises(RequestError, match="with the whole table in memory") as error:
        small.n_blocks()
    needed = Request.of({"k": 3, "memory": _amount(error)}).memory
    with pytest.raises(RequestError, match="block by block") as error:
        replace(small, limits=MemoryLimits(little.memory)).n_blocks()
    assert needed < Request.of({"k": 3, "memory": _amount(error)}).memory
    assert _is_in_memory(path, needed)
    assert not _is_in_memory(path, int(0.99 * needed))


def _amount(error):
    return str(error.value).split("at least ")[1].split(",")[0]


@pytest.mark.parametrize(("name", "data"), [("none.csv", None), ("bad.parquet", b"no")])
def test_what_cannot_be_read_is_said_by_the_reader(tmp_path, name, data):
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    request = Request.of({"k": 3, "memory": 1})
    assert memory_needed(path, request) is None
    with pytest.raises(InputError):
        open_store(path, request)


@pytest.mark.parametrize("name", ["in.csv", "in.parquet"])
def test_there_is_no_such_file(tmp_path, name):
    with pytest.raises(InputError, match="There is no file"):
        open_store(tmp_path / name, Request(k=3, output=tmp_path / "out.csv"), n_blocks=2)


def test_there_is_at_least_one_block(tmp_path):
    path = _written(tmp_path / "in.csv", 20)
    with pytest.raises(RequestError, match="'n_blocks' must be at least 1"):
        open_store(path, Request(k=3), n_blocks=0)
