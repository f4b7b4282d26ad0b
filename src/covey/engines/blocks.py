"""The files of blocks: each record goes to that of its block, and its masked values come back."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from covey.core.arrays import Labels
from covey.core.census import Census
from covey.core.classes import unit_numbers
from covey.core.divisions import labels_of
from covey.core.errors import GuaranteeError
from covey.core.files import blaming_damage
from covey.core.plan import Plan
from covey.core.progress import Progress
from covey.core.refusals import damaged_temporary
from covey.core.source import Source, SourceFacts
from covey.core.table import Table
from covey.engines.budget import give_back
from covey.engines.cut_tree import CutTree
from covey.engines.spill import Spill

_MOST_BYTES = 64 << 20  # of coordinates at once

ROW = "row"
"""The column of record numbers in temporary files; the others are named by their positions."""

_TEXT = "text-"


def leaf_path(folder: Spill, leaf: int) -> Path:
    """Return where the records of a leaf of the tree wait."""
    return folder.path(f"block-{leaf:05d}.parquet")


def numbered(table: Table, names: Iterable[str], rows: NDArray[np.int64]) -> pl.DataFrame:
    """Return some columns under their positions, beside the numbers of the records."""
    columns = {ROW: pl.Series(rows)}
    for i, name in enumerate(names):
        columns[str(i)] = table.frame.get_column(name).to_polars()
    return pl.DataFrame(columns)


def with_texts(frame: pl.DataFrame, table: Table, strata: Sequence[str]) -> pl.DataFrame:
    """Return columns of a block beside the strata as the file writes them, where one does."""
    return frame.with_columns(
        table.text(name).to_polars().alias(f"{_TEXT}{i}")
        for i, name in enumerate(strata)
        if name in table.verbatim
    )


def texts_in(frame: pl.DataFrame, strata: Sequence[str]) -> dict[str, nw.Series[Any]]:
    """Return what `with_texts` put beside the columns of a block."""
    return {
        name: nw.from_native(frame.get_column(f"{_TEXT}{i}").alias(name), series_only=True)
        for i, name in enumerate(strata)
        if f"{_TEXT}{i}" in frame.columns
    }


def scatter(
    source: Source,
    plan: Plan,
    tree: CutTree,
    columns: Sequence[str],
    folder: Spill,
    buffer: int,
    progress: Progress,
) -> Census:
    """Write the columns that grouping and measuring look at, leaf by leaf of the tree.

    Records keep their order within a leaf. At most ``buffer`` bytes wait in memory. Return how many
    records and units of each division are in each leaf.
    """
    held = Census(plan.k, bool(plan.roles.unit))
    homes = Homes()
    start = 0
    with ExitStack() as stack:
        writers = _Writers(folder, stack, tree.n_blocks, buffer)
        for table in source.batches(columns):
            n = table.n_records
            rows = np.arange(start, start + n, dtype=np.int64)
            divisions = np.zeros(n, dtype=np.intp)
            leaves = divisions
            if tree.n_blocks > 1:
                found = labels_of(plan.divisions, table)
                divisions = divisions if found is None else found
                leaves = _leaves(tree, plan, table, rows)
            units = unit_numbers(table, plan.roles.unit)
            if units is not None and plan.unit_mode == "together":
                leaves = homes.joined(leaves, units)
            order = np.argsort(leaves, kind="stable")
            counts = np.bincount(leaves, minlength=tree.n_blocks)
            records = with_texts(numbered(table, columns, rows), table, plan.roles.strata)
            writers.add(records[order], counts.tolist())
            keys = np.column_stack([leaves, divisions])
            held.add(keys, units)
            start += n
            progress(start / source.n_records)
        writers.flush()
    return held


def _leaves(tree: CutTree, plan: Plan, table: Table, rows: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return the leaf of each record of a batch; wide ones go through in pieces."""
    size = max(1_024, _MOST_BYTES // (8 * plan.n_coordinates))
    if table.n_records <= size:
        return tree.assign(plan.places(table), rows)
    pieces = np.split(np.arange(table.n_records), range(size, table.n_records, size))
    found = [tree.assign(plan.places(table.take(one.tolist())), rows[one]) for one in pieces]
    return np.concatenate(found)


class Homes:
    """The leaf of each unit whose records are to lie in one group: that of its first record."""

    def __init__(self) -> None:
        self._leaves: dict[int, int] = {}

    def joined(self, leaves: Labels, units: Labels) -> Labels:
        """Return the leaf of each record's unit, given the leaves that the records would go to."""
        known, first, number = np.unique(units, return_index=True, return_inverse=True)
        found = zip(known.tolist(), leaves[first].tolist(), strict=True)
        homes = [self._leaves.setdefault(unit, leaf) for unit, leaf in found]
        return np.array(homes, dtype=np.intp)[number]


class _Writers:
    """One open file for each block, and what waits to be written to it."""

    def __init__(self, folder: Spill, stack: ExitStack, n_blocks: int, buffer: int) -> None:
        self._folder, self._stack = folder, stack
        self._files: list[pq.ParquetWriter | None] = [None] * n_blocks
        self._waiting: list[list[pa.Table]] = [[] for _ in range(n_blocks)]
        self._n_bytes, self._limit = 0, buffer

    def add(self, frame: pl.DataFrame, counts: list[int]) -> None:
        """Take records sorted by block."""
        records = frame.to_arrow()
        start = 0
        for block, count in enumerate(counts):
            if count:
                self._waiting[block].append(records.slice(start, count))
                start += count
        self._n_bytes += records.nbytes
        if self._n_bytes >= self._limit:
            self.flush()

    def flush(self) -> None:
        """Write what waits; all at once, because the pieces of a batch share its memory."""
        for block, pieces in enumerate(self._waiting):
            if pieces:
                records = pa.concat_tables(pieces)
                self._file(block, records.schema).write_table(records)
                pieces.clear()
        self._n_bytes = 0
        give_back()

    def _file(self, block: int, schema: pa.Schema) -> pq.ParquetWriter:
        file = self._files[block]
        if file is None:
            path = self._folder.create(leaf_path(self._folder, block).name)
            writer = pq.ParquetWriter(path, schema, compression="lz4", use_dictionary=False)
            file = self._files[block] = self._stack.enter_context(writer)
        return file


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedSource(SourceFacts):
    """What is released of a source whose masked values lie in files, block by block."""

    source: Source  # read once more for what is released as it is
    replaced: Sequence[str]
    only_blanked: Sequence[str]  # those of the replaced that differ by gaps alone
    files: Sequence[Path]  # the masked values of each block, by rising record number

    def batches(self, _names: Iterable[str] | None = None) -> Iterator[Table]:
        """Yield every record in the order of the input, identifiers dropped."""
        start = 0
        with ExitStack() as stack:
            readers = [
                _BlockReader(stack.enter_context(closing(_parts(path)))) for path in self.files
            ]
            for table in self.source.batches(self.names):
                end = start + table.n_records
                columns = _gather(readers, start, end, len(self.replaced))
                masked = dict(zip(self.replaced, columns, strict=True))
                # What stays keeps the very text that the input has.
                gaps = {n: masked.pop(n).is_null().to_numpy() for n in self.only_blanked}
                yield table.with_values(masked).blanked(gaps)
                start = end


class _BlockReader:
    """The masked values of one block, of which only those next in turn are in memory."""

    def __init__(self, parts: Iterator[pl.DataFrame]) -> None:
        self._parts = parts
        self._waiting: pl.DataFrame | None = None

    def take(self, end: int) -> Iterator[pl.DataFrame]:
        """Yield the records before a number that were not taken yet."""
        while True:
            if self._waiting is None:
                self._waiting = next(self._parts, None)
                if self._waiting is None:
                    return
            count = int(self._waiting.get_column(ROW).search_sorted(end))
            if count:
                yield self._waiting[:count]
            if count < self._waiting.height:
                self._waiting = self._waiting[count:]
                return
            self._waiting = None


def _parts(path: Path) -> Generator[pl.DataFrame]:
    """Go through the masked values of a block, in the types that are released."""
    with blaming_damage(damaged_temporary(path)), pq.ParquetFile(path, pre_buffer=False) as file:
        for number in range(file.num_row_groups):
            yield pl.DataFrame(file.read_row_group(number, use_threads=False))


def _gather(readers: Sequence[_BlockReader], start: int, end: int, p: int) -> list[nw.Series[Any]]:
    """Return the masked columns of the records from start to end, each exactly once."""
    parts = [part for reader in readers for part in reader.take(end)]
    found = pl.concat(parts, how="vertical_relaxed").sort(ROW) if parts else pl.DataFrame({ROW: []})
    if not np.array_equal(found.get_column(ROW).to_numpy(), np.arange(start, end)):
        raise GuaranteeError("A record has no masked values, or two of them.")
    return [nw.from_native(found.get_column(str(i)), series_only=True) for i in range(p)]


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
