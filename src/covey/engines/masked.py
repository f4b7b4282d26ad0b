"""The last pass: masked values return to their records, beside the other columns."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow.parquet as pq
from numpy.typing import NDArray

from covey.core.errors import GuaranteeError
from covey.core.plan import Plan
from covey.core.source import Source
from covey.core.table import Kind, Origin, Table
from covey.engines.failures import reading_temporary
from covey.engines.scatter import ROW


@dataclass(frozen=True, slots=True)
class MaskedSource:
    """What is released of a source whose masked values lie in files, block by block.

    Parameters
    ----------
    source : Source
        The input, read once more for what is released as it is.
    plan : Plan
        The roles of its columns.
    masked : sequence of Path
        The masked values of each block, by rising record number.
    """

    source: Source
    plan: Plan
    masked: Sequence[Path]

    @property
    def origin(self) -> Origin:
        """Where the input came from."""
        return self.source.origin

    @property
    def names(self) -> tuple[str, ...]:
        """Column names, in order; identifiers are dropped."""
        return tuple(name for name in self.source.names if name not in self.plan.roles.identifier)

    @property
    def n_records(self) -> int:
        """Number of rows."""
        return self.source.n_records

    @property
    def hints(self) -> Mapping[str, str]:
        """Why text that looks like numbers is none."""
        return self.source.hints

    @property
    def as_text(self) -> frozenset[str]:
        """Columns of numbers that only text holds exactly."""
        return self.source.as_text

    def kind(self, name: str) -> Kind:
        """Return what a column of the input holds."""
        return self.source.kind(name)

    def is_numeric(self, name: str) -> bool:
        """Whether a column holds numbers."""
        return self.source.is_numeric(name)

    def batches(self, _names: Iterable[str] | None = None) -> Iterator[Table]:
        """Yield every record in the order of the input, identifiers dropped."""
        quasi = self.plan.roles.quasi
        start = 0
        with ExitStack() as stack:
            readers = [_Reader(stack.enter_context(closing(_parts(path)))) for path in self.masked]
            for table in self.source.batches(self.names):
                end = start + table.n_records
                columns = _gather(readers, start, end, len(quasi))
                yield table.with_numbers(dict(zip(quasi, columns, strict=True)))
                start = end


class _Reader:
    """The masked values of one block, of which only those next in turn are in memory."""

    def __init__(self, parts: Iterator[list[NDArray[Any]]]) -> None:
        self._parts = parts
        self._rows: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._columns: list[NDArray[Any]] = []

    def take(self, end: int) -> Iterator[tuple[NDArray[np.int64], list[NDArray[Any]]]]:
        """Yield the records before a number that were not taken yet."""
        while True:
            if len(self._rows) == 0:
                following = next(self._parts, None)
                if following is None:
                    return
                self._rows, *self._columns = following
            count = int(np.searchsorted(self._rows, end))
            if count:
                yield self._rows[:count], [column[:count] for column in self._columns]
                self._rows = self._rows[count:]
                self._columns = [column[count:] for column in self._columns]
            if len(self._rows):
                return


def _parts(path: Path) -> Generator[list[NDArray[Any]], None, None]:
    """Go through the masked values of a block, record numbers first."""
    with reading_temporary(path), pq.ParquetFile(path, pre_buffer=False) as file:
        for number in range(file.num_row_groups):
            part = file.read_row_group(number, use_threads=False)
            yield [column.to_numpy() for column in part.select([ROW]).columns] + [
                part.column(str(i)).to_numpy() for i in range(part.num_columns - 1)
            ]


def _gather(readers: Sequence[_Reader], start: int, end: int, p: int) -> list[NDArray[Any]]:
    """Return the masked columns of the records from start to end, each exactly once."""
    columns: list[NDArray[Any]] = []
    seen = np.zeros(end - start, dtype=np.int64)
    for reader in readers:
        for rows, values in reader.take(end):
            places = rows - start
            seen[places] += 1
            if not columns:
                columns = [np.empty(end - start, dtype=column.dtype) for column in values]
            for column, part in zip(columns, values, strict=True):
                column[places] = part
    if len(columns) != p or not (seen == 1).all():
        raise GuaranteeError("A record has no masked values, or two of them.")
    return columns


def gathered(masked: Source, room: int) -> pl.DataFrame | None:
    """Return all records of a source as one frame; None if they take more bytes than there are."""
    frames, n_bytes = [], 0
    for batch in masked.batches():
        frame = batch.frame.to_polars()
        n_bytes += int(frame.estimated_size())
        if 2 * n_bytes > room:  # joining them takes as much again
            return None
        frames.append(frame)
    return pl.concat(frames)
