"""The second pass: each record goes to the temporary file of its block."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from covey.core.plan import Plan
from covey.core.progress import Progress
from covey.core.source import Source
from covey.core.table import Table
from covey.engines.returning import give_back
from covey.engines.spill import Spill
from covey.engines.tree import CutTree

ROW = "row"
"""The column of record numbers in temporary files; the others are named by their positions."""


def scatter(
    source: Source,
    plan: Plan,
    tree: CutTree,
    columns: Sequence[str],
    folder: Spill,
    buffer: int,
    progress: Progress,
) -> list[int]:
    """Write the columns that grouping and measuring look at, block by block; return their sizes.

    Records keep their order within a block.

    Parameters
    ----------
    source : Source
        The table.
    plan : Plan
        Encodes the quasi-identifiers.
    tree : CutTree
        Tells which leaf a record goes to.
    columns : sequence of str
        What to write.
    folder : Spill
        Where temporary files go.
    buffer : int
        Bytes that may wait in memory.
    progress : callable
        Told the share that is done.
    """
    sizes = np.zeros(tree.n_blocks, dtype=np.int64)
    start = 0
    with ExitStack() as stack:
        writers = _Writers(folder, stack, len(sizes), buffer)
        for table in source.batches(columns):
            n = table.n_records
            rows = np.arange(start, start + n, dtype=np.int64)
            X = plan.coordinates.encode(table)
            blocks = tree.assign(X, rows)
            order = np.argsort(blocks, kind="stable")
            counts = np.bincount(blocks, minlength=len(sizes))
            writers.add(_frame(table, columns, rows)[order], counts.tolist())
            sizes += counts
            start += n
            progress(start / source.n_records)
        writers.flush()
    return [int(size) for size in sizes]


def leaf_path(folder: Spill, leaf: int) -> Path:
    """Return where the records of a leaf of the tree wait."""
    return folder.path(_name(leaf))


def _name(block: int) -> str:
    return f"block-{block:05d}.parquet"


def _frame(
    table: Table, names: Iterable[str], rows: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> pl.DataFrame:
    columns = {ROW: pl.Series(rows)}
    for i, name in enumerate(names):
        columns[str(i)] = table.frame.get_column(name).to_polars()
    return pl.DataFrame(columns)


class _Writers:
    """One open file for each block, and what waits to be written to it."""

    def __init__(self, spill: Spill, stack: ExitStack, n_blocks: int, buffer: int) -> None:
        self._spill, self._stack = spill, stack
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
            path = self._spill.create(_name(block))
            writer = pq.ParquetWriter(path, schema, compression="lz4", use_dictionary=False)
            file = self._files[block] = self._stack.enter_context(writer)
        return file
