"""How much memory a table takes, and into how many blocks it must be cut to take less."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from covey.core.documents import is_file
from covey.core.errors import InputError, RequestError
from covey.core.request import Request, RolesRequest
from covey.core.spelling import Part, Setting
from covey.core.wording import amount
from covey.reading.compression import text_chunks, text_size
from covey.reading.dialects import DELIMITERS

BASE = 550 << 20
"""Bytes that Python, the libraries and the first compilation of the kernels take, and keep."""

_PASSING = 100 << 20
"""Bytes for batches, buffers and the sample while records pass by."""

_PER_RECORD = 150
"""Bytes that grouping and measuring take for a record, whatever its width."""

_PER_VALUE = 100
"""Bytes that they take for each quasi-identifier of it."""

_PER_CATEGORY = 250
"""Bytes that they take for each confidential column, which may be text."""

_MARGIN = 1.15
"""Blocks are cut on a sample, and some come out larger than meant."""

PARQUET = (".parquet", ".pq")
_LOOKED_AT = 1 << 20
_MOST_BLOCKS = 512
"""Each has an open file."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a run may take.

    Parameters
    ----------
    memory : int
        Bytes, for the whole process.
    n_records, n_quasi, n_confidential : int
        Size of the table.
    k : int
        A block must have room for groups of this size.
    at_once : int, optional
        Bytes that the table takes if it is not cut at all, as far as they are known.
    """

    memory: int
    n_records: int
    n_quasi: int
    n_confidential: int
    k: int
    at_once: int | None = None

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
            f"'memory' is too little for this table: groups of {self.k:,} among "
            f"{self.n_records:,} records need at least ",
            *self._need(),
        )

    def _need(self) -> tuple[Part, ...]:
        """Return the smallest amount that would do, by which way, and what to do."""
        least, at_once = self._least(), self.at_once
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


def is_too_large(path: Path, request: Request) -> bool:
    """Whether a table, protected in memory, would take more than the request allows.

    The size is read from a Parquet file, and estimated from the first lines of a delimited one. A
    file that cannot be read is not too large: the ordinary reader says what is wrong with it.
    """
    if request.memory is None:
        return False
    at_once = bytes_at_once(path, request)
    return at_once is not None and at_once > request.memory


def bytes_at_once(path: Path, request: Request) -> int | None:
    """Return what protecting a table in memory takes, for the whole process; None if unreadable."""
    if not is_file(path):
        return None
    try:
        n_records, names, n_bytes = (
            _size_of_parquet(path) if path.suffix.lower() in PARQUET else _size_of_text(path)
        )
    except (OSError, InputError, pa.ArrowException):
        return None
    n_quasi = count_quasi(names, request.roles)
    per_record = bytes_per_record(n_quasi, len(request.roles.confidential))
    return BASE + n_records * per_record + 2 * n_bytes


def count_quasi(names: Sequence[str], roles: RolesRequest) -> int:
    """Return how many columns will be microaggregated."""
    if roles.quasi is not None:
        return len(roles.quasi)
    return max(1, len(names) - len(roles.identifier) - len(roles.confidential) - len(roles.other))


def _size_of_parquet(path: Path) -> tuple[int, list[str], int]:
    file = pq.ParquetFile(path).metadata
    n_bytes = sum(file.row_group(i).total_byte_size for i in range(file.num_row_groups))
    return file.num_rows, [file.schema.column(i).name for i in range(file.num_columns)], n_bytes


def _size_of_text(path: Path) -> tuple[int, list[str], int]:
    """Estimate the records of a delimited file, which in memory is kept as text besides."""
    sample = next(text_chunks(path, _LOOKED_AT, lambda _: None), b"")
    lines = sample.count(b"\n") + sample.count(b"\r") * (b"\n" not in sample)
    size = text_size(path)
    header = sample.split(b"\n", 1)[0].decode("latin-1")
    names = header.split(max(DELIMITERS, key=header.count))
    return size * lines // max(1, len(sample)), names, 2 * size


def bytes_per_record(n_quasi: int, n_confidential: int) -> int:
    """Return what a record takes while it is grouped and measured."""
    return _PER_RECORD + _PER_VALUE * n_quasi + _PER_CATEGORY * n_confidential
