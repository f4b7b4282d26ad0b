"""Counting over everything that is published: who stands out by the masked and the other columns.

Confidential columns are no part of it: they are what an intruder wants to learn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import polars as pl

from covey.core.errors import RequestError
from covey.core.masking import Masking
from covey.core.source import Source
from covey.core.spelling import Setting
from covey.core.wording import counted

_UNIT, _COUNT, _UNITS = "unit", "n", "units"
_ROWS = 65_536
_PLENTY = 1 << 62
_MOST_PARTS = 1024


@dataclass(frozen=True, slots=True)
class Published:
    """How many records stand out among all that is published."""

    below_k: int  # records in classes of fewer than k units, or records where there are no units
    unique: int  # records that are alone in their class
    columns: tuple[str, ...]  # which columns, beside the masked ones, make them so
    counted: str = "records"  # or units

    def to_dict(self) -> dict[str, Any]:
        """Return the figures in values that JSON can hold."""
        return {**asdict(self), "columns": list(self.columns)}


def count_published(release: Masking) -> Published:
    """Count classes of equal records on quasi-identifiers, strata, weight and other columns."""
    roles, k = release.plan.roles, release.plan.k
    beside = roles.beside
    what = "units" if roles.unit else "records"
    below, unique = _standing_out(release, (*roles.quasi, *beside), k)
    if below == 0:
        return Published(0, 0, (), what)
    alone = {name: _standing_out(release, (*roles.quasi, name), k)[0] for name in beside}
    causing = sorted((name for name in beside if alone[name]), key=lambda name: -alone[name])
    return Published(below, unique, tuple(causing) or beside, what)


def _standing_out(release: Masking, names: Sequence[str], k: int) -> tuple[int, int]:
    """Return how many records are in classes below k, and how many are alone."""
    memory, n_parts = release.traces.scratch.n_bytes, 1
    while True:
        try:
            parts = [_count_part(release, names, k, i, n_parts, memory) for i in range(n_parts)]
        except MemoryError:
            n_parts *= 2
            memory = memory if n_parts < _MOST_PARTS else _PLENTY
            continue
        return sum(below for below, _ in parts), sum(unique for _, unique in parts)


def _count_part(
    release: Masking, names: Sequence[str], k: int, number: int, n_parts: int, memory: int
) -> tuple[int, int]:
    """Count those classes whose rows have a hash of one part: the hash decides nothing else."""
    keys = [f"q{i}" for i in range(len(names))]
    has_units = bool(release.plan.roles.unit)
    known: pl.DataFrame | None = None
    by = [*keys, _UNIT] if has_units else keys
    for rows in _rows(release, names):
        here = rows
        if n_parts > 1:
            here = rows.filter(rows.select(keys).hash_rows() % n_parts == number)
        found = here.group_by(by).agg(pl.len().alias(_COUNT))
        both = found if known is None else pl.concat([known, found])
        known = both.group_by(by).agg(pl.col(_COUNT).sum())
        if 4 * known.estimated_size() > memory:
            raise MemoryError
    if known is None:
        return 0, 0
    classes = known.group_by(keys).agg(pl.col(_COUNT).sum(), pl.len().alias(_UNITS))
    size = pl.col(_UNITS if has_units else _COUNT)
    below = classes.filter(size < k)
    return int(below[_COUNT].sum()), int(classes.filter(pl.col(_COUNT) == 1)[_COUNT].sum())


def _rows(release: Masking, names: Sequence[str]) -> Iterator[pl.DataFrame]:
    """Yield columns of the release under neutral names, with the unit of each record if any."""
    units = _columns(release.original, release.plan.roles.unit)
    for frame in _columns(release.masked, names):
        named = pl.DataFrame([column.alias(f"q{i}") for i, column in enumerate(frame)])
        if release.plan.roles.unit:
            [unit] = next(units)
            named = named.with_columns(unit.alias(_UNIT))
        yield named


def _columns(source: Source, names: Sequence[str]) -> Iterator[list[pl.Series]]:
    """Yield some columns in pieces of the same number of records, whatever the batches are."""
    waiting: list[pl.DataFrame] = []
    n_waiting = 0
    for batch in source.batches(names) if names else ():
        columns = [batch.frame.get_column(name).to_polars() for name in names]
        waiting.append(pl.DataFrame([c.alias(str(i)) for i, c in enumerate(columns)]))
        n_waiting += batch.n_records
        if n_waiting >= _ROWS:
            joined = pl.concat(waiting)
            while joined.height >= _ROWS:
                yield joined[:_ROWS].get_columns()
                joined = joined[_ROWS:]
            waiting, n_waiting = [joined], joined.height
    if n_waiting:
        yield pl.concat(waiting).get_columns()


def check_published(published: Published, *, is_strict: bool) -> None:
    """Refuse a release in which a record stands out by what is published, if that is asked for."""
    if is_strict and published.below_k:
        names = ", ".join(f"'{name}'" for name in published.columns[:5])
        raise RequestError(
            f"{counted(published.below_k, 'record')} would stand in classes below k on everything "
            f"that is published, {published.unique:,} of them alone, because of {names}. Give "
            "these columns another role, or leave out ",
            Setting("strict"),
            ".",
        )
