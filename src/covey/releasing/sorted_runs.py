"""Sorting a table that never is in memory as a whole, by the keys of `sort_keys`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

import narwhals as nw
import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

from covey.core.progress import Progress
from covey.core.table import Table
from covey.releasing.formats import to_polars, unwritable
from covey.releasing.ordering import row_order, sort_keys

_CHUNK = 2_048
"""Rows that are read together at the least."""


class TableWriter(Protocol):
    """What takes a table piece by piece."""

    def write(self, table: Table) -> None:
        """Append the records of a table."""


class SortedRuns:
    """Takes tables of the same columns, and gives all their rows in the order of their values.

    Rows wait until they fill a run, which is sorted and written to a temporary file. At the end the
    runs are merged: what is smaller than the last row that was read of every run can be written.
    Rows that never fill a run, or for which no file can be created, are sorted where they wait. As
    many bytes may wait for a run as there may be of all runs in memory when they are merged.
    """

    def __init__(
        self,
        quasi: Sequence[str],
        create: Callable[[str], Path] | None = None,
        *,
        n_bytes: int = 1 << 62,
    ) -> None:
        self._create, self._quasi, self._n_bytes = create, tuple(quasi), n_bytes
        self._waiting: list[pl.DataFrame] = []
        self._template: Table | None = None
        self._runs: list[Path] = []
        self._n_rows = 0

    def write(self, table: Table) -> None:
        """Take the records of a table."""
        self._template = self._template or table
        self._waiting.append(_packed(table))
        self._n_rows += table.n_records
        if sum(frame.estimated_size() for frame in self._waiting) >= self._n_bytes:
            self._flush()

    def drain(self, writer: TableWriter, n_rows: int, progress: Progress) -> None:
        """Give all rows, in pieces of so many, to a writer, and remove the temporary files."""
        if self._template is None:
            return
        if self._runs:
            self._flush()
        sorted_rows = self._merged(self._template) if self._runs else iter([self._sorted()])
        done = 0
        for frame in _in_pieces(sorted_rows, n_rows):
            writer.write(_unpacked(frame, self._template))
            done += frame.height
            progress(done / self._n_rows)
        for path in self._runs:
            path.unlink()

    def _sorted(self) -> pl.DataFrame:
        """Return the rows that wait, in the order of their values, and forget them."""
        frame = pl.concat(self._waiting, rechunk=True)
        self._waiting.clear()
        return frame[self._order(frame)]

    def _order(self, frame: pl.DataFrame) -> NDArray[np.intp]:
        if self._template is None:
            raise ValueError("There are no rows.")
        return row_order(_unpacked(frame, self._template), self._quasi)

    def _flush(self) -> None:
        if not self._waiting or self._create is None:
            return
        frame = self._sorted()
        path = self._create(f"sorted-{len(self._runs):05d}.arrow")
        records = frame.to_arrow()
        with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, records.schema) as run:
            run.write_table(records, max_chunksize=_CHUNK)
        self._runs.append(path)

    def _merged(self, template: Table) -> Iterator[pl.DataFrame]:
        """Go through the rows of all runs, smallest first."""

        def keys_of(frame: pl.DataFrame) -> pl.DataFrame:
            return sort_keys(_unpacked(frame, template), self._quasi)

        with ExitStack() as stack:
            share = self._n_bytes // len(self._runs)
            runs = [_Run(_parts(path, share, stack), keys_of) for path in self._runs]
            while runs := [run for run in runs if run.fill()]:
                # No row that is still to be read is smaller than the last one of its run's part.
                bound = min(run.last for run in runs)
                frame = pl.concat([run.take(bound) for run in runs], rechunk=True)
                yield frame[self._order(frame)]


@dataclass(slots=True)
class _Run:
    """A sorted temporary file, of which one part is in memory."""

    parts: Iterator[pl.DataFrame]
    keys_of: Callable[[pl.DataFrame], pl.DataFrame]
    frame: pl.DataFrame = field(default_factory=pl.DataFrame)
    keys: pl.DataFrame = field(default_factory=pl.DataFrame)

    def fill(self) -> bool:
        """Read the next part if nothing is left of this one; return whether there are rows."""
        if self.frame.height == 0:
            self.frame = next(self.parts, self.frame)
            self.keys = self.keys_of(self.frame) if self.frame.height else self.frame
        return self.frame.height > 0

    @property
    def last(self) -> _RowKey:
        """The key of the last row in memory."""
        return self._key(self.frame.height - 1)

    def take(self, bound: _RowKey) -> pl.DataFrame:
        """Return and forget the rows up to a key, itself included."""
        count = bisect_right(range(self.frame.height), bound, key=self._key)
        taken = self.frame.head(count)
        self.frame, self.keys = self.frame.slice(count), self.keys.slice(count)
        return taken

    def _key(self, row: int) -> _RowKey:
        return [(value is None, value) for value in self.keys.row(row)] if self.keys.width else []


_RowKey = list[tuple[bool, Any]]
"""Compares as polars sorts: column by column, gaps last."""


def _packed(table: Table) -> pl.DataFrame:
    """Return values, and texts where there are any, under names by position."""
    columns = {f"v{i}": to_polars(table.frame.get_column(n)) for i, n in enumerate(table.names)}
    for name, column in zip(table.names, columns.values(), strict=True):
        if column.dtype == pl.Object:
            raise unwritable(name, "a file")
    texts = {
        f"t{i}": to_polars(table.verbatim[name])
        for i, name in enumerate(table.names)
        if name in table.verbatim
    }
    return pl.DataFrame({**columns, **texts})


def _unpacked(frame: pl.DataFrame, template: Table) -> Table:
    """Return the table whose values and texts a frame holds."""
    names = template.names
    values = pl.DataFrame({name: frame.get_column(f"v{i}") for i, name in enumerate(names)})
    texts = {
        name: nw.from_native(frame.get_column(f"t{i}").alias(name), series_only=True)
        for i, name in enumerate(names)
        if name in template.verbatim
    }
    return replace(template, frame=nw.from_native(values, eager_only=True), verbatim=texts)


def _parts(path: Path, n_bytes: int, stack: ExitStack) -> Iterator[pl.DataFrame]:
    """Go through a run; a part takes as many chunks as fit into some bytes, at least one."""
    file = stack.enter_context(pa.OSFile(str(path), "rb"))
    run = stack.enter_context(pa.ipc.open_file(file))
    batches = [run.get_batch(0)] if run.num_record_batches else []
    for number in range(1, run.num_record_batches):
        if sum(batch.nbytes for batch in batches) + batches[0].nbytes > n_bytes:
            yield pl.DataFrame(pa.Table.from_batches(batches))
            batches = []
        batches.append(run.get_batch(number))
    if batches:
        yield pl.DataFrame(pa.Table.from_batches(batches))


def _in_pieces(frames: Iterable[pl.DataFrame], n_rows: int) -> Iterator[pl.DataFrame]:
    """Go through the rows of some frames in pieces of a fixed size, the last one shorter.

    Where a file is cut into pieces then depends on its rows alone, not on the memory there was.
    """
    waiting: list[pl.DataFrame] = []
    for frame in frames:
        waiting.append(frame)
        while sum(one.height for one in waiting) >= n_rows:
            whole = pl.concat(waiting, rechunk=True)
            yield whole.head(n_rows)
            waiting = [whole.slice(n_rows)]
    if any(one.height for one in waiting):
        yield pl.concat(waiting, rechunk=True)
