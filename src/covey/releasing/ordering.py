"""The order of released rows: that of their own values, so that it tells nothing of the input's."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

from covey.core.table import Table
from covey.releasing.formats import to_polars, unwritable

_CHUNK = 2_048  # rows that are read together at the least


def row_order(table: Table, quasi: Iterable[str]) -> NDArray[np.intp]:
    """Return the rows of a table in the order of their values; see `sort_keys`.

    Rows that tie are the same in every released column, so their order shows nowhere.
    """
    keys = sort_keys(table, quasi)
    if keys.width == 0:
        return np.arange(table.n_records)
    return keys.select(pl.arg_sort_by(keys.columns, nulls_last=True)).to_series().to_numpy()


def sort_keys(table: Table, quasi: Iterable[str]) -> pl.DataFrame:
    """Return the columns by which rows are sorted, the first one first; gaps, never NaN, are last.

    Quasi-identifiers come first, then the other columns as they stand in the table. Then come the
    texts of those that a delimited file writes as the input did, and last a number for the zeros
    and gaps of floats: ``1.0`` and ``1.00`` are one number, as 0 and −0 are, and only this can put
    them in an order that is not the input's.
    """
    first = tuple(quasi)
    names = (*first, *(name for name in table.names if name not in first))
    columns = [to_polars(table.frame.get_column(name)) for name in names]
    columns += [to_polars(table.verbatim[name]) for name in names if name in table.verbatim]
    columns = [column for column in columns if column.dtype not in (pl.Object, pl.Null)]
    floats = [column for column in columns if column.dtype.is_float()]
    keys = [*map(_key, columns), *([_marks(floats)] if floats else [])]
    return pl.DataFrame([key.alias(f"k{i}") for i, key in enumerate(keys)])


def _key(column: pl.Series) -> pl.Series:
    """Return a column in a form whose order depends on its values alone."""
    dtype = column.dtype
    if dtype.is_float():
        return column.fill_nan(None)  # a delimited file shows the same empty field for both
    if dtype in (pl.Categorical, pl.Enum):
        return column.cast(pl.String)  # categories are numbered as they first occur
    if dtype.is_temporal():
        return column.to_physical()
    if dtype.is_nested():
        return _digests(column)  # lists and structs have no usual order
    return column


def _digests(column: pl.Series) -> pl.Series:
    """Return a number for each value that depends on all of it, the signs of zeros included."""
    texts = [None if value is None else repr(value) for value in column.to_list()]
    digests = [None if text is None else _digest(text) for text in texts]
    return pl.Series(digests, dtype=pl.UInt64)


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def _marks(columns: Iterable[pl.Series]) -> pl.Series:
    """Return a number for each row that tells −0 from 0, and NaN from no value at all."""
    marks = np.zeros(1, dtype=np.uint64)
    for column in columns:
        values = column.fill_null(0.0).to_numpy()
        kinds = np.where(values == 0.0, np.signbit(values) + 1, 0) + 3 * np.isnan(values)
        kinds = np.where(column.is_null().to_numpy(), 4, kinds).astype(np.uint64)
        marks = marks * np.uint64(5) + kinds
    return pl.Series(marks)


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

    def write(self, table: Table) -> None:
        """Take the records of a table."""
        self._template = self._template or table
        self._waiting.append(_packed(table))
        if sum(frame.estimated_size() for frame in self._waiting) >= self._n_bytes:
            self._flush()

    def drain(self, n_rows: int) -> Iterator[Table]:
        """Give all rows, in pieces of so many, and remove the temporary files."""
        if self._template is None:
            return
        if self._runs:
            self._flush()
        sorted_rows = self._merged(self._template) if self._runs else iter([self._sorted()])
        for frame in _in_pieces(sorted_rows, n_rows):
            yield _unpacked(frame, self._template)
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


_RowKey = list[tuple[bool, Any]]  # compares as polars sorts: column by column, gaps last


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
