"""Confidential columns as arrays: numbers as they are, everything else as categories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from covey.core.arrays import Vector
from covey.core.registry import unknown
from covey.core.source import Source
from covey.core.table import Table, as_floats
from covey.measuring.confidential import ROOM, Attribute, Tally, keys_of_texts


def attributes_of(table: Table, names: Iterable[str]) -> tuple[Attribute, ...]:
    """Return the named columns of a table as confidential attributes.

    Parameters
    ----------
    table : Table
        As it is released.
    names : iterable of str
        Its confidential columns; a name given twice counts once.

    Returns
    -------
    tuple of Attribute
        Numbers as floats, NaN where missing. Text, booleans, dates and all else as the numbers of
        their categories, 0 to c − 1 in the order of their text; a missing value is one category
        more, c.
    """
    return tuple(_attribute(table, name) for name in dict.fromkeys(names))


def tallies_of(source: Source, names: Sequence[str], seed: int = 0) -> tuple[Tally, ...]:
    """Return how often the values of confidential columns occur in a table that is not in memory.

    Parameters
    ----------
    source : Source
        The table, as it is released.
    names : sequence of str
        Its confidential columns.
    seed : int
        For what is drawn where a column has more distinct values than are counted one by one.
    """
    names = tuple(dict.fromkeys(names))
    tallies = tuple(Tally(name, source.is_numeric(name), ROOM, seed) for name in names)
    for batch in source.batches(names) if names else ():
        for tally, attribute in zip(tallies, attributes_of(batch, names), strict=True):
            tally.add(attribute)
    return tallies


def _attribute(table: Table, name: str) -> Attribute:
    if name not in table.names:
        raise unknown("column", name, table.names, "confidential")
    if table.is_numeric(name):
        return Attribute(name, _numbers(table, name), is_numeric=True)
    return _category(table, name)


def _numbers(table: Table, name: str) -> Vector:
    column = table.column(name)
    known = column.fill_null(0) if column.null_count() else column
    return np.where(table.missing(name), np.nan, as_floats(known))


def _category(table: Table, name: str) -> Attribute:
    texts = [str(value) for value in table.frame.get_column(name).to_list()]
    missing = table.missing(name)
    known = {text for text, is_missing in zip(texts, missing, strict=True) if not is_missing}
    # Sorted, so that the numbers do not depend on which record comes first.
    codes = {text: float(code) for code, text in enumerate(sorted(known))}
    found = np.fromiter((codes.get(text, 0.0) for text in texts), np.float64, len(texts))
    values = np.where(missing, float(len(known)), found)
    return Attribute(name, values, is_numeric=False, keys=keys_of_texts([*codes, None]))
