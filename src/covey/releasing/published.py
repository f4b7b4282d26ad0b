"""Counting over everything that is published: who stands out by the masked and the other columns.

Confidential columns are no part of it: they are what an intruder wants to learn.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial, reduce
from typing import Any, Literal

import polars as pl

from covey.core.comparable import comparable
from covey.core.errors import RequestError
from covey.core.masking import Masking
from covey.core.roles import Roles
from covey.core.source import Source
from covey.core.spelling import Setting
from covey.core.wording import counted, named

_UNIT, _COUNT, _UNITS = "unit", "n", "units"
_ROWS = 65_536
_PLENTY = 1 << 62
_MOST_PARTS = 1024
_CELL = 8  # bytes that a value takes, or about so many
_ROOM = 1 << 30
"""Bytes for the classes of several sets of columns; more sets than that takes wait for a pass."""


PUBLISHED_ROLES = ("quasi", "strata", "weight", "other")
"""Whose columns are counted, where the release has them."""


@dataclass(frozen=True, slots=True)
class Published:
    """How many records stand out among all that is published."""

    below_k: int  # records in classes of fewer than k units, or records where there are no units
    unique: int  # records that are alone in their class
    columns: tuple[str, ...]  # which columns, beside the masked ones, make them so
    counted: Literal["records", "units"] = "records"
    roles: tuple[str, ...] = ("quasi",)  # whose columns were counted
    records_below_k: int = 0  # in classes of fewer than k records: what a reader can count

    def to_dict(self) -> dict[str, Any]:
        """Return the figures in values that JSON can hold."""
        return {**asdict(self), "columns": list(self.columns), "roles": list(self.roles)}

    def as_written(self, below_k: int, unique: int, beside: Sequence[str]) -> Published:
        """Return the figures that a file's own bytes show, by records in its classes.

        Whoever reads a delimited file can tell 1.0 from 1.00. A class of fewer than k records has
        fewer than k units, so that there are no fewer of these.
        """
        found = below_k if self.counted == "records" else max(self.below_k, below_k)
        # Where records stand out by the quasi-identifiers alone, no other column makes them so.
        causes = self.columns if self.below_k else tuple(beside)
        columns = causes if found else ()
        return replace(self, below_k=found, unique=unique, columns=columns, records_below_k=below_k)


def counted_columns(roles: Roles, names: Collection[str]) -> tuple[str, ...]:
    """Return the columns of a release with these names by which its records can stand out."""
    columns = (name for role in PUBLISHED_ROLES for name in getattr(roles, role))
    return tuple(name for name in columns if name in names)


def published_of(release: Masking) -> Published:
    """Return how many records stand out among all that is published; counted once."""
    if not _is_counted(release):
        # With the table, so that no other one has its place in memory.
        release.counts[_key(release)] = (release.masked, count_published(release))
    published: Published = release.counts[_key(release)][1]
    return published


def _is_counted(release: Masking) -> bool:
    return _key(release) in release.counts


def _key(release: Masking) -> tuple[int, Roles, int]:
    return id(release.masked), release.plan.roles, release.plan.k


def count_ahead(release: Masking) -> None:
    """Count what is published now, unless it was; a release that was closed cannot be read."""
    if not _is_counted(release):
        with release.traces.guarding(None):
            published_of(release)


def count_published(release: Masking) -> Published:
    """Count classes of equal records on quasi-identifiers, strata, weight and other columns."""
    roles, k = release.plan.roles, release.plan.k
    names = counted_columns(roles, release.masked.names)
    beside = names[len(roles.quasi) :]
    told = partial(
        Published,
        counted="units" if roles.unit else "records",
        roles=tuple(role for role in PUBLISHED_ROLES if set(getattr(roles, role)) & set(names)),
    )
    if not beside and not roles.unit and release.smallest_class >= k:
        return told(0, 0, ())
    [found] = _standing_out(release, [names])
    if found.below_k == 0:
        return told(0, 0, ())
    before, *by_column = _standing_out(
        release, [roles.quasi, *((*roles.quasi, name) for name in beside)]
    )
    alone = {name: one.below_k for name, one in zip(beside, by_column, strict=True)}
    found_by = [name for name in beside if alone[name] > before.below_k]
    causing = tuple(sorted(found_by, key=lambda name: -alone[name]))
    return told(
        found.below_k,
        found.unique,
        causing or (() if before.below_k else beside),
        records_below_k=found.records_below_k,
    )


@dataclass(frozen=True, slots=True)
class _StandingOut:
    """Records in classes of fewer than k units, alone, and in classes of fewer than k records."""

    below_k: int = 0
    unique: int = 0
    records_below_k: int = 0

    def __add__(self, other: _StandingOut) -> _StandingOut:
        return _StandingOut(
            self.below_k + other.below_k,
            self.unique + other.unique,
            self.records_below_k + other.records_below_k,
        )


def _standing_out(release: Masking, sets: Sequence[Sequence[str]]) -> list[_StandingOut]:
    """Return how many records stand out by each of some sets of columns.

    As many sets are counted in one pass over the release as there is room for.
    """
    per_set = release.masked.n_records * _CELL * (len(release.plan.roles.quasi) + 3)
    at_once = max(1, min(release.traces.scratch.n_bytes, _ROOM) // per_set)
    found: list[_StandingOut] = []
    for start in range(0, len(sets), at_once):
        found += _counted(release, sets[start : start + at_once])
    return found


def _counted(release: Masking, sets: Sequence[Sequence[str]]) -> list[_StandingOut]:
    """Count the classes of some sets of columns, in as many parts as memory asks for."""
    memory, n_parts = release.traces.scratch.n_bytes, 1
    while True:
        try:
            parts = [_count_part(release, sets, (i, n_parts), memory) for i in range(n_parts)]
        except MemoryError:
            n_parts *= 2
            memory = memory if n_parts < _MOST_PARTS else _PLENTY
            continue
        return [reduce(operator.add, found) for found in zip(*parts, strict=True)]


def _count_part(
    release: Masking, sets: Sequence[Sequence[str]], part: tuple[int, int], memory: int
) -> list[_StandingOut]:
    """Count those classes whose rows have a hash of one part: the hash decides nothing else."""
    names = tuple(dict.fromkeys(name for one in sets for name in one))
    key = {name: f"q{i}" for i, name in enumerate(names)}
    has_units = bool(release.plan.roles.unit)
    classes = [_Classes([key[name] for name in one], part, has_units=has_units) for one in sets]
    for rows in _rows(release, names):
        for each in classes:
            each.add(rows)
        if 4 * sum(each.n_bytes for each in classes) > memory:
            raise MemoryError
    return [each.standing_out(release.plan.k) for each in classes]


class _Classes:
    """The classes of equal records by some columns, and how many records each has of each unit."""

    def __init__(self, keys: Sequence[str], part: tuple[int, int], *, has_units: bool) -> None:
        self._keys, self._part, self._has_units = list(keys), part, has_units
        self._by = [*keys, _UNIT] if has_units else list(keys)
        self._pieces: list[pl.DataFrame] = []

    @property
    def n_bytes(self) -> int:
        """What is known takes so much memory."""
        return sum(int(piece.estimated_size()) for piece in self._pieces)

    def add(self, rows: pl.DataFrame) -> None:
        """Take in some records; pieces are joined once they are as large as what is known."""
        number, n_parts = self._part
        if n_parts > 1:
            rows = rows.filter(rows.select(self._keys).hash_rows() % n_parts == number)
        self._pieces.append(rows.group_by(self._by).agg(pl.len().alias(_COUNT)))
        if sum(piece.height for piece in self._pieces[1:]) > self._pieces[0].height:
            self._join()

    def _join(self) -> None:
        joined = pl.concat(self._pieces)
        self._pieces = [joined.group_by(self._by).agg(pl.col(_COUNT).sum())]

    def standing_out(self, k: int) -> _StandingOut:
        """Return how many records are in classes below k, and how many are alone."""
        if not self._pieces:
            return _StandingOut()
        self._join()
        [known] = self._pieces
        classes = known.group_by(self._keys).agg(pl.col(_COUNT).sum(), pl.len().alias(_UNITS))
        size = pl.col(_UNITS if self._has_units else _COUNT)
        small = (size < k, pl.col(_COUNT) == 1, pl.col(_COUNT) < k)
        return _StandingOut(*(int(classes.filter(which)[_COUNT].sum()) for which in small))


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
        columns = [comparable(batch.frame.get_column(name), name) for name in names]
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


def check_published(published: Mapping[str, Any], *, is_strict: bool) -> None:
    """Refuse a release in which a record stands out by what is published, if that is asked for.

    The figures are those of a manifest.
    """
    if is_strict and published["below_k"]:
        causes = published["columns"]
        why = (
            f", because of {named(causes)}. Give these columns another role"
            if causes
            else (": whole records are not k-anonymous. Group them whole")
        )
        raise RequestError(
            f"{counted(published['below_k'], 'record')} would stand in classes below k on "
            f"everything that is published, {published['unique']:,} of them alone{why}, or "
            "leave out ",
            Setting("strict"),
            ".",
        )
