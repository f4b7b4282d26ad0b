"""Reading a model such as ``y ~ a + b``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from covey.core.errors import RequestError
from covey.core.legible import shown
from covey.core.registry import nearest
from covey.core.source import Source

_TOKEN = re.compile(r"`([^`]*)`|([~+])|([^`~+]+)")
_FORM = 'Write it as "y ~ a + b"; names with signs of their own go in backticks.'


@dataclass(frozen=True, slots=True)
class Model:
    """A linear regression with an intercept, by the names of its columns."""

    response: str
    terms: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """All of them, the response first."""
        return (self.response, *self.terms)


def parse_model(text: str) -> Model:
    """Return the columns that a formula names.

    Examples
    --------
    >>> parse_model("income ~ age + `hours.per week`")
    Model(response='income', terms=('age', 'hours.per week'))
    """
    if text.count("`") % 2:
        raise RequestError(
            f"'model' has a backtick without its partner. Got {shown(text)}. {_FORM}"
        )
    names: list[str] = []
    signs: list[str] = []
    for quoted, sign, plain in _TOKEN.findall(text):
        if sign:
            signs.append(sign)
        elif name := quoted or plain.strip():
            names.append(name)
        if len(names) - len(signs) not in (0, 1):
            raise RequestError(
                f"'model' must alternate names and signs. Got {shown(text)}. {_FORM}"
            )
    if not names or len(names) != len(signs) + 1 or signs[:1] != ["~"] or "~" in signs[1:]:
        raise RequestError(
            f"'model' must be a column, a ~ and columns joined by +. Got {shown(text)}. {_FORM}"
        )
    for name in names:
        if names.count(name) > 1:
            raise RequestError(f"'model' names column '{name}' more than once. Keep one of them.")
    return Model(names[0], tuple(names[1:]))


def check_model(model: Model, source: Source, which: str, without: Sequence[str] = ()) -> None:
    """Refuse columns that a table lacks, or that hold no numbers; no record of it is read.

    Some columns are not released; ``which`` of the two tables it is goes into messages.
    """
    names = [name for name in source.names if name not in without]
    for name in model.columns:
        if name not in names:
            raise RequestError(
                f"'model' names '{name}', which is no column of the {which} table."
                f"{nearest(name, names)} {_FORM} The intercept is always included; "
                "interactions and functions of columns are not."
            )
        if not source.is_numeric(name):
            raise RequestError(
                f"'model' names '{name}', which holds no numbers in the {which} table. "
                "Name numeric columns only."
            )
