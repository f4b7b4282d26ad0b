"""Which names in a column occur again, and what is the same wherever one does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import polars as pl

from covey.core.comparable import comparable
from covey.core.source import Source
from covey.core.table import Table

MOST_CELLS = 4_000_000
"""Numbers that are kept of names while records pass by, 32 MB of them.

A column beside the names counts as eight: there may be many, and a part of the names tells as much.
"""

_FIRST = 1_000
"""Records that are looked at before all others: they answer most questions."""

_EVERY = 1 << 64
"""One more than the largest hash."""


def values_of(batch: Table, name: str) -> pl.Series:
    """Return a column of a batch; NaN is a gap."""
    values: pl.Series = comparable(batch.column(name), name)
    return values.fill_nan(None) if values.dtype.is_float() else values


def pieces_of(source: Source, names: Iterable[str]) -> Iterator[dict[str, pl.Series]]:
    """Yield some columns of all records in pieces, of every batch a small one first."""
    wanted = tuple(dict.fromkeys(names))
    for batch in source.batches(wanted):
        columns = {name: values_of(batch, name) for name in wanted}
        yield {name: column.head(_FIRST) for name, column in columns.items()}
        if batch.n_records > _FIRST:
            yield {name: column.slice(_FIRST) for name, column in columns.items()}


class Repeats:
    """What is known of names, and of columns beside them, as records pass by.

    Of very many names a part is kept, chosen by hash, so that all records of a name are seen or
    none is. Names and values are compared by hashes of 64 bits.
    """

    def __init__(self, beside: Iterable[str] = (), *, most_cells: int = MOST_CELLS) -> None:
        self.is_repeated = False
        self._beside = tuple(beside)  # those that were constant within each name so far
        self._most = max(1, most_cells // (2 + 8 * len(self._beside)))
        self._below = _EVERY
        self._known: pl.DataFrame | None = None  # a row for each name: how often, its values

    @property
    def is_settled(self) -> bool:
        """Whether further records can add nothing."""
        return self.is_repeated and not self._beside

    @property
    def constant(self) -> tuple[str, ...]:
        """Columns that hold one value within each name, of which some occur again.

        A column that holds one value throughout is none of them.
        """
        if self._known is None:
            return ()
        again = self._known.filter(pl.col("n") > 1)
        return tuple(
            name
            for i, name in enumerate(self._beside)
            if again[str(i)].count() and self._known[str(i)].drop_nulls().n_unique() > 1
        )

    @property
    def records_per_name(self) -> float:
        """How many records a name has on average; 0 without names."""
        if self._known is None or not len(self._known):
            return 0.0
        return float(self._known["n"].sum()) / len(self._known)

    @property
    def n_alone(self) -> tuple[int, bool]:
        """How many names have one record, and whether that is estimated from a part of them."""
        if self._known is None:
            return 0, False
        alone = int((self._known["n"] == 1).sum())
        return alone * (_EVERY // self._below), self._below < _EVERY

    def add(self, names: pl.Series, columns: Mapping[str, pl.Series]) -> None:
        """Take in records; gaps among the names and the values are passed over."""
        is_kept = names.is_not_null()
        hashed = names.hash()
        while True:
            here = is_kept if self._below == _EVERY else is_kept & (hashed < self._below)
            if len(hashed) <= self._most or hashed.filter(here).n_unique() <= self._most:
                break
            self._below //= 2
        found = pl.DataFrame({"name": hashed.filter(here)}).with_columns(
            pl.lit(1, pl.Int64).alias("n"),
            *(_values(columns[name], here).alias(str(i)) for i, name in enumerate(self._beside)),
        )
        if self._known is not None:
            found = pl.concat([self._known, found])
        values = pl.col(*map(str, range(len(self._beside)))) if self._beside else None
        spans = [] if values is None else [values.min(), values.max().name.prefix("to ")]
        self._keep(found.group_by("name").agg(pl.col("n").sum(), *spans))

    def _keep(self, known: pl.DataFrame) -> None:
        """Forget columns that are not constant, and names beyond the number that is kept."""
        self.is_repeated = self.is_repeated or bool((known["n"] > 1).any())
        same = [
            i for i in range(len(self._beside)) if not (known[str(i)] != known[f"to {i}"]).any()
        ]
        self._beside = tuple(self._beside[i] for i in same)
        renamed = (pl.col(str(old)).alias(str(new)) for new, old in enumerate(same))
        known = known.select("name", "n", *renamed)
        while len(known) > self._most:
            self._below //= 2
            known = known.filter(pl.col("name") < self._below)
        self._known = known


def _values(column: pl.Series, here: pl.Series) -> pl.Series:
    """Return hashes of some values; a gap has none."""
    values = column.filter(here)
    return values.hash().zip_with(values.is_not_null(), pl.Series([None], dtype=pl.UInt64))
