"""A release is of one input: bytes that change between two looks are refused."""

from __future__ import annotations

import os

import polars as pl
import pytest

from covey.core.errors import InputError

from .conftest import COUNTING, GROUPING, LOOKING, PASSES, READING, SORTING, WRITING


def _rewrite_in_place(path, data):
    """Put other bytes into a file whose size, time and number stay."""
    before = path.stat()
    assert len(data) == before.st_size
    with path.open("r+b") as file:
        file.write(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def _permuted(people, folder, suffix):
    other = folder / f"other.{suffix}"
    if suffix == "csv":
        people.reverse().write_csv(other)
        return other.read_bytes()
    # Without compression and statistics, other rows in other places take as much room.
    people.reverse().write_parquet(other, compression="uncompressed", statistics=False)
    return other.read_bytes()


def _codes(path):
    is_text = path.suffix == ".csv"
    frame = pl.read_csv(path, infer_schema=False) if is_text else pl.read_parquet(path)
    return frame["code"].to_list()


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("stage", PASSES)
def test_a_run_does_not_go_on_with_an_input_that_was_permuted_in_place(
    folder, people, make_request, protect_file, kill, suffix, stage
):
    source, output = folder / f"in.{suffix}", folder / f"out.{suffix}"
    request = make_request(order="kept")
    if suffix == "parquet":
        people.write_parquet(source, compression="uncompressed", statistics=False)
    kill(source, output, request, stage)
    _rewrite_in_place(source, _permuted(people, folder, suffix))
    protect_file(source, output, request, n_blocks=3)
    protect_file(source, folder / f"expected.{suffix}", request, n_blocks=3)
    assert output.read_bytes() == (folder / f"expected.{suffix}").read_bytes()
    assert _codes(output) == _codes(source)
    assert list(folder.glob(".*")) == []


@pytest.mark.parametrize(
    ("start", "end"), [(LOOKING, SORTING), (SORTING, GROUPING), (WRITING, COUNTING)]
)
def test_an_input_that_is_permuted_during_a_run_is_refused(
    folder, people, make_request, protect_file, start, end
):
    source, output = folder / "in.parquet", folder / "out.parquet"
    people.write_parquet(source, compression="uncompressed", statistics=False)
    former, permuted = source.read_bytes(), _permuted(people, folder, "parquet")

    def meanwhile(stage):
        if stage in (start, end):  # at the end, as if nothing had happened
            _rewrite_in_place(source, permuted if stage == start else former)
        return lambda *_: None

    with pytest.raises(InputError, match="changed while it was read"):
        protect_file(source, output, make_request(), meanwhile, n_blocks=3)
    assert not output.exists()
    assert list(folder.glob(".*")) == []


@pytest.mark.parametrize("after", [0.099, 0.199])
def test_a_delimited_input_that_changes_between_two_looks_is_refused(
    folder, people, make_request, protect_file, meanwhile, after
):
    source, output = folder / "in.csv", folder / "out.csv"
    permuted = _permuted(people, folder, "csv")
    stages = meanwhile(READING, lambda: _rewrite_in_place(source, permuted), after)
    with pytest.raises(InputError, match="changed while it was read"):
        protect_file(source, output, make_request(), stages, n_blocks=3)
    assert not output.exists()
    assert list(folder.glob(".*")) == []


def test_an_input_that_changes_is_refused(folder, make_request, protect_file, meanwhile):
    source = folder / "in.parquet"
    stages = meanwhile(SORTING, lambda: os.utime(source, ns=(1, 1)))
    with pytest.raises(InputError, match="changed while it was read"):
        protect_file(source, folder / "out.parquet", make_request(), stages, n_blocks=3)
    assert not (folder / "out.parquet").exists()
