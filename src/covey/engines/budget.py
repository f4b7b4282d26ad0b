"""How much memory a table takes, and into how many blocks it must be cut to take less."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from dataclasses import dataclass

import pyarrow as pa

from covey.core.errors import RequestError
from covey.core.spelling import Part, Setting
from covey.core.wording import amount

BASE = 550 << 20  # bytes: Python, the libraries and the first compilation take them, and keep them
_PASSING = 100 << 20  # bytes for batches, buffers and the sample while records pass by
_PER_RECORD = 150  # bytes that grouping and measuring take for a record, whatever its width
_PER_VALUE = 100  # bytes that they take for each quasi-identifier of it
_PER_CATEGORY = 250  # bytes that they take for each confidential column, which may be text
_MARGIN = 1.15  # blocks are cut on a sample, and some come out larger than meant
_MOST_BLOCKS = 512  # each has an open file


@dataclass(frozen=True, slots=True)
class MemoryLimits:
    """What a run may take."""

    memory: int  # bytes, for the whole process
    at_once: int | None = None  # bytes that the table takes if it is not cut, where they are known
    n_blocks: int | None = None  # how many blocks to cut, whatever the memory


@dataclass(frozen=True, slots=True)
class Budget:
    """How the memory that a run may take is shared out."""

    limits: MemoryLimits
    n_records: int
    n_quasi: int = 1
    n_confidential: int = 0
    k: int = 2  # a block must have room for groups of this size

    @property
    def memory(self) -> int:
        """Bytes, for the whole process."""
        return self.limits.memory

    @property
    def buffer(self) -> int:
        """Bytes that may wait while records pass by, or while they are counted."""
        return max(16 << 20, min(128 << 20, (self.memory - BASE - _PASSING) // 2))

    def rows_read(self, n_files: int) -> int:
        """Return how many records of each of some masked files may be in memory at once."""
        rows = self.buffer // (n_files * 16 * (self.n_quasi + 1))
        return max(256, min(65_536, rows))

    def n_blocks(self) -> int:
        """Return the number of blocks; say how much memory is needed if it does not suffice."""
        room = self.memory - BASE - _PASSING
        largest = int(room / (bytes_per_record(self.n_quasi, self.n_confidential) * _MARGIN))
        if largest >= max(self._smallest_block(), 1):
            return max(1, -(-self.n_records // largest))
        raise RequestError(
            Setting("memory"),
            f" is too little for this table: groups of {self.k:,} among "
            f"{self.n_records:,} records need at least ",
            *self._need(),
        )

    def _need(self) -> tuple[Part, ...]:
        """Return the smallest amount that would do, by which way, and what to do."""
        least, at_once = self._least(), self.limits.at_once
        if at_once is not None and self.memory < at_once <= least:
            way, instead = "with the whole table in memory", ""
        else:
            takes = "" if at_once is None else f", when it takes about {amount(at_once)}"
            way, instead = "block by block", takes
            at_once = least
        return (
            f"{amount(at_once)}, {way}. Got {amount(self.memory)}. Raise ",
            Setting("memory"),
            f" to that, or leave it out{instead}.",
        )

    def _smallest_block(self) -> int:
        return max(min(4 * self.k, self.n_records), -(-self.n_records // _MOST_BLOCKS))

    def _least(self) -> int:
        per_record = bytes_per_record(self.n_quasi, self.n_confidential)
        return BASE + _PASSING + int(self._smallest_block() * per_record * _MARGIN) + (1 << 20)


def bytes_at_once(n_records: int, n_bytes: int, n_quasi: int, n_confidential: int) -> int:
    """Return what protecting a table in memory takes; its columns take ``n_bytes``, once."""
    return BASE + n_records * bytes_per_record(n_quasi, n_confidential) + 2 * n_bytes


def bytes_per_record(n_quasi: int, n_confidential: int) -> int:
    """Return what a record takes while it is grouped and measured."""
    return _PER_RECORD + _PER_VALUE * n_quasi + _PER_CATEGORY * n_confidential


def give_back() -> None:
    """Return what allocators keep for later to the operating system.

    After a block they hold on to as much as it took, in pieces that the next one does not always
    fit into. Where the C library cannot be asked, nothing happens.
    """
    pa.default_memory_pool().release_unused()
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
