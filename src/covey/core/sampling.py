"""A sample of the records of a source, taken while they pass by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy

import numpy as np
from numpy.typing import NDArray

from covey.core.source import Source
from covey.core.table import Table

_MOST_RECORDS = 200_000
_MOST_BYTES = 32 << 20


class Sample:
    """Some records of batches that pass by: all of them if they are few.

    Which ones depends on the numbers of records and variables and on the seed alone.
    """

    def __init__(self, n_records: int, n_variables: int, seed: int) -> None:
        size = min(n_records, _MOST_RECORDS, max(1_000, _MOST_BYTES // (8 * n_variables)))
        self.rows: NDArray[np.int64]
        if size == n_records:
            self.rows = np.arange(n_records, dtype=np.int64)
        else:
            drawn = np.random.default_rng(seed).choice(
                n_records, size, replace=False, shuffle=False
            )
            self.rows = np.sort(drawn).astype(np.int64)
        self.tables: list[Table] = []

    def thinned(self, width: int) -> Sample:
        """Return the sample with as many records as have room with so many coordinates each."""
        step = -(-8 * width * len(self.rows) // _MOST_BYTES)
        step = min(step, max(1, len(self.rows) // 1_000))
        if step == 1:
            return self
        thin, start = copy(self), 0
        thin.rows, thin.tables = self.rows[::step], []
        for table in self.tables:
            rows = np.arange(-start % step, table.n_records, step)
            thin.tables.append(table.take(rows.tolist()))
            start += table.n_records
        return thin

    @classmethod
    def of(cls, source: Source, names: Iterable[str], seed: int) -> Sample:
        """Return a sample of some columns of a source, which is read once."""
        wanted = tuple(names)
        sample = cls(source.n_records, len(wanted), seed)
        for _ in sample.passing(source.batches(wanted)):
            pass
        return sample

    def passing(self, batches: Iterable[Table]) -> Iterator[Table]:
        """Yield the batches, and keep the records of the sample."""
        start = 0
        for batch in batches:
            first, last = np.searchsorted(self.rows, [start, start + batch.n_records])
            if last - first == batch.n_records:
                self.tables.append(batch)
            elif last > first:
                self.tables.append(batch.take((self.rows[first:last] - start).tolist()))
            start += batch.n_records
            yield batch
