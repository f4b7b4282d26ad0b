"""Rules that every table must meet, whatever it came from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from covey.core.errors import InputError

_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?")


def check_names(names: Sequence[str], *, where: str) -> None:
    """Refuse column names that are blank or occur twice.

    Parameters
    ----------
    names : sequence of str
        Column names, in order.
    where : str
        The table in words, for the message.
    """
    if not names:
        raise InputError(f"{where} has no columns. Check that it was exported whole.")
    blank = [str(position) for position, name in enumerate(names, start=1) if not name.strip()]
    if blank:
        raise InputError(
            f"{where} has no header for {_columns(len(blank))} {_listed(blank)}, counted from 1. "
            "Give every column a name, or leave out the column if it is a row index."
        )
    twice = [f"'{name}'" for name, count in Counter(names).items() if count > 1]
    if twice:
        raise InputError(
            f"{where} has more than one column named {_listed(twice)}. "
            "Rename them so that every name is unique."
        )


def refuse_numbers(names: Sequence[str], *, path: Path) -> None:
    """Refuse a header of numbers alone: it is the first record, and names are published.

    Neither this message nor a later one may show these names.
    """
    if names and all(_NUMBER.fullmatch(name.strip()) for name in names):
        raise InputError(
            f"The first line of '{path}' holds only numbers; a header with column names is "
            "needed. Add one as the first line."
        )


def check_records(n_records: int, *, where: str) -> None:
    """Refuse a table without records."""
    if n_records == 0:
        raise InputError(f"{where} has columns but no records. Check that it was exported whole.")


def _columns(count: int) -> str:
    return "column" if count == 1 else "columns"


def _listed(items: list[str], *, most: int = 5) -> str:
    shown = ", ".join(items[:most])
    return shown if len(items) <= most else f"{shown} and {len(items) - most} more"
