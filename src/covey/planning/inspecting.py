"""Inspecting a table: what its columns hold, what each may be, how unique its records are."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from covey.core.inspection import Alone, Finding, Inspected
from covey.core.progress import Progress, part, quiet
from covey.core.settings import ReadingRequest
from covey.core.source import Source
from covey.planning.looking import ColumnLook
from covey.planning.proposals import propose_roles
from covey.planning.repeats import Repeats, pieces_of


def inspect_source(
    source: Source, reading: ReadingRequest | None = None, progress: Progress = quiet
) -> Inspected:
    """Return what is found of every column, and a proposal for each; go through it twice."""
    looks = _looked_at(source, part(progress, 0.0, 0.6))
    columns = tuple(propose_roles(looks))
    alone, whole = _compared(source, columns, part(progress, 0.6, 1.0))
    return Inspected(source.origin, source.n_records, columns, alone, whole, reading)


def _looked_at(source: Source, progress: Progress) -> list[ColumnLook]:
    looks = [ColumnLook(source, name) for name in source.names]
    plain = [look for look in looks if look.content != "other"]
    for look in looks:
        if look.content == "other":
            look.n_records = source.n_records
            look.n_gaps = sum(int(b.missing(look.name).sum()) for b in source.batches([look.name]))
    done = 0
    for columns in pieces_of(source, (look.name for look in plain)) if plain else ():
        for look in plain:
            look.add(columns[look.name])
        done += len(columns[plain[0].name])
        progress(done / source.n_records)
    return looks


def _compared(
    source: Source, columns: Sequence[Finding], progress: Progress
) -> tuple[Alone | None, tuple[str, ...]]:
    """Return how many records are alone on the proposed keys, and which keys units share."""
    keys = [one.name for one in columns if one.role in ("quasi", "strata")]
    units = [one.name for one in columns if one.role == "unit"]
    if not keys:
        return None, ()
    records, within = Repeats(), Repeats(keys)
    done = 0
    for found in pieces_of(source, (*keys, *units)):
        rows = pl.DataFrame([found[name].alias(str(i)) for i, name in enumerate(keys)])
        records.add(rows.hash_rows(), {})
        for unit in units:
            within.add(found[unit], found)
        done += len(rows)
        progress(done / source.n_records)
    n_alone, is_estimate = records.n_alone
    n_alone = min(n_alone, source.n_records)
    return Alone(n_alone, n_alone / source.n_records, is_estimate), within.constant
