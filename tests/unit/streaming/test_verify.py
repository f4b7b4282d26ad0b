"""A file is verified piece by piece with the findings, and in the words, of the ordinary check."""

from __future__ import annotations

import hashlib
import json

import polars as pl
import pytest

from covey.core.errors import RequestError, VerificationError
from covey.pipeline import protect_table
from covey.reading import read
from covey.releasing import verify
from covey.streaming import pieces, sources
from covey.streaming import verify as module
from covey.streaming.verify import verify_in_batches

MEMORY = 2 * 10**9


@pytest.fixture(params=["csv", "parquet"])
def safe(request, tmp_path, people, make_request, monkeypatch):
    """Release a table that is read in several pieces."""
    monkeypatch.setattr(sources, "_LARGEST_BATCH", 500)
    monkeypatch.setattr(sources, "_SMALLEST_BATCH", 500)
    monkeypatch.setattr(pieces, "_CHUNK", 20_000)
    return protect_table(read(people), make_request()).write(tmp_path / f"safe.{request.param}")


def _edit(path, **changes):
    """Change the manifest of a file; what it says of the bytes stays true."""
    place = path.with_name(path.name + ".manifest.json")
    manifest = json.loads(place.read_text(encoding="utf-8"))
    manifest["output"]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    place.write_text(json.dumps({**manifest, **changes}), encoding="utf-8")


def _swap_values(path):
    """Give one record the values of another class, as only counting finds."""
    if path.suffix == ".csv":
        head, first, second, *rest = path.read_bytes().split(b"\n")
        fields = first.split(b",")
        moved = b",".join([b"1.5", *fields[1:]])
        path.write_bytes(b"\n".join([head, moved, second, *rest]))
    else:
        frame = pl.read_parquet(path)
        income = frame.get_column("income").to_list()
        frame.replace_column(0, pl.Series("income", [1.5, *income[1:]]))
        frame.write_parquet(path)
    _edit(path)


SPOILERS = {
    "file is gone": lambda path: path.unlink(),
    "manifest is gone": lambda path: path.with_name(path.name + ".manifest.json").unlink(),
    "bytes changed": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "bytes damaged": lambda path: (path.write_bytes(path.read_bytes()[:50]), _edit(path)),
    "a value changed": _swap_values,
    "more records": lambda path: _edit(path, n_records=10**15),
    "fewer records": lambda path: _edit(path, n_records=1),
}


@pytest.mark.parametrize("memory", [module._BASE + module._LEAST, MEMORY])
def test_findings_are_those_of_the_ordinary_check(safe, memory):
    assert verify_in_batches(safe, memory=memory) == verify(safe)
    elsewhere = safe.with_name(safe.name + ".manifest.json").rename(safe.with_name("elsewhere"))
    assert verify_in_batches(safe, elsewhere, memory=memory) == verify(safe, elsewhere)


def test_parts_are_counted_one_after_the_other(safe, monkeypatch):
    monkeypatch.setattr(module, "_BASE", MEMORY - 5_000)
    monkeypatch.setattr(module, "_LEAST", 0)
    assert verify_in_batches(safe, memory=MEMORY) == verify(safe)


@pytest.mark.parametrize("name", SPOILERS)
def test_what_is_wrong_is_said_as_by_the_ordinary_check(safe, name):
    SPOILERS[name](safe)
    with pytest.raises(VerificationError) as expected:
        verify(safe)
    with pytest.raises(VerificationError) as found:
        verify_in_batches(safe, memory=MEMORY)
    assert str(found.value) == str(expected.value)


def test_a_file_that_goes_meanwhile_is_named(safe, monkeypatch):
    done = module.recount_in_batches

    def removing(*args, **kwargs):
        safe.unlink()
        return done(*args, **kwargs)

    monkeypatch.setattr(module, "recount_in_batches", removing)
    with pytest.raises(VerificationError, match=r"safe\..*' cannot be read any more"):
        verify_in_batches(safe, memory=MEMORY)


def test_too_little_memory_is_refused_with_what_would_do(safe):
    with pytest.raises(RequestError, match=r"must be at least 436\.21MB to verify a file"):
        verify_in_batches(safe, memory=10**8)
