"""Bringing the rows of two tables into the same order, and finding the columns to compare."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import narwhals as nw
import numpy as np

from covey.core.errors import InputError, RequestError
from covey.core.registry import unknown
from covey.core.scores import Scores
from covey.core.spelling import Setting
from covey.core.table import NUMERIC, Demand, Gap, Table, no_numbers, refuse_gap

_KEYS = Setting("keys", ["A", "B"])


def align(original: Table, masked: Table, by: str | None = None) -> tuple[Table, Table]:
    """Return both tables with row i of one being row i of the other.

    Rows are matched by a column that names the same record in both, or taken as they stand.
    """
    if by is not None:
        for table, which in ((original, "original"), (masked, "masked")):
            _check_id(table, which, by)
    if original.n_records != masked.n_records:
        remedy = "They must hold the same records" + (
            ", once each." if by else ", in the same order."
        )
        raise InputError(
            f"The original has {original.n_records:,} records and the masked table "
            f"{masked.n_records:,}. {remedy}"
        )
    if by is None:
        return original, masked
    return original, masked.take(_matching_rows(original, masked, by))


def hinting_at_order(scores: Scores) -> Scores:
    """Return the scores with a note if rows that were taken by their order hardly belong together.

    No mean of groups, and little else that is of use, is farther from the records than the mean of
    all of them, where the loss is 100 %.
    """
    if scores.get("IL", 0.0) <= 100.0:
        return scores
    return scores.noting(
        "IL",
        "Above 100 %, the rows of the two tables may not belong together: they were taken in their "
        "order. Align them by a column that names the same record in both.",
    )


def common_keys(
    original: Table,
    masked: Table,
    asked: Sequence[str] | None,
    without: Sequence[str] = (),
    declared: Collection[str] = (),
) -> tuple[str, ...]:
    """Return the key variables: those asked for, or every numeric column of both tables.

    Columns of which something is declared are among the latter, of whatever kind they are.
    """
    if asked is not None:
        for name in asked:
            for table, which in ((original, "original"), (masked, "masked")):
                if name not in table.names:
                    raise unknown(f"column of the {which} table", name, table.names, "keys")
        if not asked:
            raise RequestError(
                "No key variable is named. Name the columns to compare: ", _KEYS, "."
            )
        return tuple(asked)
    for name in declared:
        if name not in original.names or name not in masked.names:
            which = "masked" if name in original.names else "original"
            raise RequestError(
                f"'columns' names '{name}', which is no column of the {which} table."
            )
    aside = {*without, *(set(left_out(original, masked, without)) - set(declared))}
    found = tuple(name for name in original.names if name not in aside)
    if not found:
        raise InputError(
            "The two tables have no numeric column in common to compare. Check their headers, or "
            "name the columns: ",
            _KEYS,
            ".",
        )
    return found


def left_out(original: Table, masked: Table, without: Sequence[str] = ()) -> dict[str, str]:
    """Return why columns cannot be compared, by their names."""
    tables = {"original": original, "masked": masked}
    reasons = {}
    for name in dict.fromkeys((*original.names, *masked.names)):
        if name in without:
            continue
        holders = [which for which, table in tables.items() if name in table.names]
        texts = [which for which in holders if not tables[which].is_numeric(name)]
        if len(holders) == 1:
            reasons[name] = f"only in the {holders[0]} table"
        elif texts:
            which = "both tables" if len(texts) == 2 else f"the {texts[0]} table"
            reasons[name] = f"not numeric in {which}"
    return reasons


def check_numbers(table: Table, keys: Sequence[str], which: str) -> None:
    """Refuse what is no number, before rows change places: messages count as the file does.

    ``which`` of the two tables it is goes into them.
    """
    others = ("name other columns to compare: ", _KEYS)
    demand = Demand("compared", others, (" in both tables, or ", *others), f" of the {which} table")
    for name in keys:
        if table.kind(name) not in (*NUMERIC, "date"):
            raise no_numbers(table, name, demand)
        refuse_gap(name, Gap(), Gap().plus(np.isinf(table.measured(name))), demand)


def _check_id(table: Table, which: str, by: str) -> None:
    if by not in table.names:
        raise unknown(f"column of the {which} table", by, table.names)
    column = table.column(by)
    if table.missing(by).any() or column.n_unique() != len(column):
        raise InputError(
            f"Column '{by}' of the {which} table does not name each record once: values are "
            "missing or repeated. Name another column, or write the release with ",
            Setting("order", "kept"),
            " and leave ",
            Setting("id"),
            " out: rows are then taken in their order.",
        )


def _matching_rows(original: Table, masked: Table, by: str) -> list[int]:
    """Return, for each original record, the row of the masked table that has its id."""
    left, right = (table.column(by).cast(nw.String).to_list() for table in (original, masked))
    row_of = {value: row for row, value in enumerate(right)}
    rows = [row_of.get(value, -1) for value in left]
    absent = int((np.asarray(rows) < 0).sum())
    if absent:
        raise InputError(
            f"{absent:,} records of the original have no partner in the masked table by column "
            f"'{by}'. Both must hold the same records."
        )
    return rows
