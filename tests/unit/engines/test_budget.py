from __future__ import annotations

from dataclasses import replace

import pytest

from covey.core.errors import RequestError
from covey.core.request import Request
from covey.engines.budget import Budget, MemoryLimits, bytes_per_record

GB = 10**9
TABLE = Budget(MemoryLimits(2 * GB), n_records=10**7, n_quasi=10, n_confidential=0, k=5)


def _within(table, memory, **limits):
    return replace(table, limits=MemoryLimits(memory, **limits))


def test_more_memory_makes_fewer_blocks():
    counts = [_within(TABLE, memory * GB).n_blocks() for memory in (1, 2, 4, 64)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[1] > counts[2] > 1
    assert counts[-1] == 1


def test_blocks_fit():
    size = TABLE.n_records / TABLE.n_blocks()
    assert size * bytes_per_record(10, 0) < 1.7 * GB


@pytest.mark.parametrize(
    "changes", [{"limits": MemoryLimits(10**6)}, {"k": 4_000_000}, {"n_records": 10**10}]
)
def test_too_little_memory_is_refused_with_what_would_do(changes):
    table = replace(TABLE, **changes)
    needed = _needed(table, "block by block")
    assert _within(table, needed).n_blocks() >= 1
    with pytest.raises(RequestError):
        _within(table, int(0.97 * needed)).n_blocks()


def _needed(table, way):
    """Return the amount of memory that the refusal of a table names."""
    with pytest.raises(RequestError, match=rf"need at least [\d.]+[MG]B, {way}\. Got") as error:
        table.n_blocks()
    words = str(error.value).split("at least ")[1].split(",")[0]
    return Request.of({"k": 3, "memory": words}).memory


def test_a_table_that_takes_more_in_memory_is_told_both():
    large = _within(TABLE, 10**6, at_once=13 * GB)
    with pytest.raises(RequestError, match="or leave it out, when it takes about 13GB"):
        large.n_blocks()
    assert _needed(large, "block by block") == _needed(_within(TABLE, 10**6), "block by .*")


def test_an_amount_that_is_there_already_is_not_asked_for():
    # Whoever streams a table that would fit into memory hears what streaming takes.
    table = replace(TABLE, n_records=10**3, limits=MemoryLimits(6 * 10**8, at_once=58 * 10**7))
    assert _needed(table, "block by block") > table.memory


def test_what_is_read_at_a_time_stays_within_the_buffer():
    for n_files in (1, 16, 512):
        assert TABLE.rows_read(n_files) * n_files * 11 * 16 <= max(TABLE.buffer, 512 * 256 * 176)
