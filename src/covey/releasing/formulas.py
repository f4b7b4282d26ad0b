"""Finding text that a spreadsheet would run, and putting an apostrophe before it.

A cell runs if it begins with one of ``= + - @``, their full-width forms, a tab or a line break: the
list of the Open Worldwide Application Security Project on CSV injection. A sign alone, or before
nothing but a number, does not.
"""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from covey.core.errors import OutputError
from covey.core.formulas import FormulaTreatment
from covey.core.roles import Roles
from covey.core.spelling import Setting

_BEGINNING = r"^[=+\-@＝＋－＠\t\r\n]"
_NUMBER = r"^[+\-][0-9 .,']*(?:[eE][+\-]?[0-9]+)?[ %]*$"


def is_formula(text: pl.Series) -> pl.Series:
    """Return which cells of a column of text a spreadsheet would run.

    Examples
    --------
    >>> is_formula(pl.Series(["=1+1", "-5,3", "-", "+cmd", "-1+1", "x=1", None])).to_list()
    [True, False, False, True, True, False, False]
    """
    found = text.str.contains(_BEGINNING) & ~text.str.contains(_NUMBER)
    return found.fill_null(value=False)


def escaped(text: pl.Series) -> pl.Series:
    """Return a column of text with an apostrophe before each cell that would run."""
    apostrophe = pl.Series(["'"], dtype=pl.String)
    return text.zip_with(~is_formula(text), apostrophe + text)


def names_in_file(names: Iterable[str], treatment: FormulaTreatment) -> tuple[str, ...]:
    """Return the names that a delimited file has for these columns."""
    given = tuple(names)
    shown = _shown(given, treatment)
    for name, other in zip(given, shown, strict=True):
        if name != other and other in given:
            raise OutputError(
                f"Behind an apostrophe, the column '{name}' has the name of another. Rename one of "
                "them, or leave out ",
                Setting("formulas", "escape"),
                ".",
            )
    return shown


def roles_in_file(roles: Roles, treatment: FormulaTreatment) -> Roles:
    """Return the roles under the names that a delimited file has for the columns."""
    return Roles(**{role: _shown(names, treatment) for role, names in roles.to_dict().items()})


def _shown(names: Iterable[str], treatment: FormulaTreatment) -> tuple[str, ...]:
    given = pl.Series(tuple(names), dtype=pl.String)
    return tuple(given if treatment == "keep" else escaped(given))
