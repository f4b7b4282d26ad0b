"""Random tables: columns of every kind and role, some of them awkward, some not to be released."""

from __future__ import annotations

import datetime
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

MOST_RECORDS = int(os.environ.get("FUZZ_RECORDS", "40"))
CANARY = "Zqcanary"
"""Begins every value that no message may show."""

TAG = "tag"
"""A column that tells the records of a release apart, so that each is held to its original."""

NAMES = (
    "age",
    "b c",
    "a,b",
    'q"uote',
    "^a.*$",
    "größe",
    "=x",
    "n",
    "row",
    "-y",
    "column",
    "x.y",
    "né",
)
EXTREMES = (1.7e308, -1.7e308, 1.797e308, 1e308, 1e-308, -2.5e-308, 5e-324, 1e16, 0.1, 0.0, -0.0)
WORDS = ("=1+1", "@a", "+x", "-x", "-", "007", "NA", "", " ", "x;y", "a,b", "ä", "'", 'y"z', "x\ny")
RARE = (
    "a\rb",
    "\r",
    " lead",
    "trail ",
    "\ufeffx",
    "\u2028",
    "😀",
    "x" * 300,
    "\\N",
    '""',
    "# x",
    "nan",
)


@dataclass(frozen=True)
class Column:
    """A column: its values as Python has them, and as a delimited file shows them."""

    name: str
    role: str
    kind: str
    values: tuple[Any, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Drawn:
    """A table, and what is wrong with it, if anything is."""

    columns: tuple[Column, ...]
    defect: str = ""

    @property
    def n_records(self) -> int:
        """Number of records."""
        return len(self.columns[0].values)

    def of_role(self, *roles: str) -> tuple[Column, ...]:
        """Return the columns that have one of these roles."""
        return tuple(column for column in self.columns if column.role in roles)


@st.composite
def evenly(draw: st.DrawFn, choices: Sequence[Any]) -> Any:
    """Draw each choice as often as the others; `sampled_from` prefers a few within one round."""
    return draw(st.randoms(use_true_random=True)).choice(list(choices))


def _numbers(kind: str) -> st.SearchStrategy[Any]:
    return {
        "integer": st.integers(-1000, 1000),
        "large integer": st.integers(-(2**63), 2**63 - 1),
        "cents": st.integers(-100_000, 100_000).map(lambda cents: cents / 100),
        "float": st.floats(-1e6, 1e6),
        "single": st.floats(-1e6, 1e6, width=32),
        "extreme": st.one_of(
            st.sampled_from(EXTREMES), st.floats(allow_nan=False, allow_infinity=False)
        ),
    }[kind]


KEPT = (
    "text",
    "text",
    "codes",
    "date",
    "boolean",
    "gaps",
    "integer",
    "category",
    "date gaps",
    "boolean gaps",
    "infinite",
)
NUMERIC = ("integer", "large integer", "cents", "float", "single", "extreme")


@st.composite
def _quasi(draw: st.DrawFn, name: str, n: int) -> Column:
    kind = draw(evenly(NUMERIC))
    values = _numbers(kind)
    shape = draw(evenly(("free", "free", "ties", "constant")))
    if shape != "free":
        few = draw(st.lists(values, min_size=1, max_size=1 if shape == "constant" else 3))
        values = st.sampled_from(few)
    drawn = tuple(draw(st.lists(values, min_size=n, max_size=n)))
    return Column(name, "quasi", kind, drawn, tuple(_text(value, kind) for value in drawn))


@st.composite
def _kept(draw: st.DrawFn, name: str, n: int) -> Column:
    kind = draw(evenly(KEPT))
    words = st.one_of(
        st.sampled_from(WORDS),
        st.sampled_from(RARE),
        st.text("abxyZ ,;\t'\"=é€", max_size=6),
        st.integers(0, 99).map(lambda i: f"{CANARY}{i:04d}"),
    )
    values: st.SearchStrategy[Any] = {
        "text": words,
        "codes": st.integers(0, 999).map(lambda code: f"{code:03d}"),
        "date": st.dates(datetime.date(1900, 1, 1), datetime.date(2100, 1, 1)),
        "boolean": st.booleans(),
        "gaps": st.one_of(st.none(), st.floats(-1e6, 1e6)),
        "integer": st.integers(-(2**53), 2**53),
        "category": st.sampled_from(("red", "=x", "", CANARY)),
        "date gaps": st.one_of(st.none(), st.dates(datetime.date(1900, 1, 1))),
        "boolean gaps": st.one_of(st.none(), st.booleans()),
        "infinite": st.sampled_from((None, math.inf, -math.inf, 1.5, -0.0, 1e300)),
    }[kind]
    drawn = tuple(draw(st.lists(values, min_size=n, max_size=n)))
    role = draw(st.sampled_from(("confidential", "other")))
    return Column(name, role, kind, drawn, tuple(_text(value, kind) for value in drawn))


def _text(value: Any, kind: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.date):
        return value.isoformat()
    return f"{value:.2f}" if kind == "cents" else str(value)


@st.composite
def tables(draw: st.DrawFn, *, most_quasi: int = 3, with_values: bool = False) -> Drawn:
    """Draw a table that can be released, most of the time.

    Parameters
    ----------
    draw : callable
        Of hypothesis.
    most_quasi : int
        Quasi-identifiers.
    with_values : bool
        Whether there must be a confidential column of numbers.
    """
    n = draw(st.integers(2, MOST_RECORDS))
    names = draw(st.lists(st.sampled_from(NAMES), min_size=5, max_size=5, unique=True))
    columns = [draw(_quasi(names.pop(), n)) for _ in range(draw(st.integers(1, most_quasi)))]
    columns += [draw(_kept(names.pop(), n)) for _ in range(draw(st.integers(0, 2)))]
    if with_values:
        numbers = tuple(draw(st.lists(st.integers(0, 9), min_size=n, max_size=n)))
        texts = tuple(map(str, numbers))
        columns.append(Column("secret", "confidential", "integer", numbers, texts))
    if draw(st.integers(0, 4)):
        order = draw(st.permutations(range(n)))
        tags = tuple(f"t{i}" for i in order)
        columns.append(Column(TAG, "other", "text", tags, tags))
    if draw(st.booleans()):
        ids = tuple(f"{CANARY}{i:05d}" for i in range(n))
        columns.append(Column("person", "identifier", "text", ids, ids))
    table = Drawn(tuple(draw(st.permutations(columns))))
    return draw(_broken(table)) if draw(st.integers(0, 9)) == 9 else table


@st.composite
def _broken(draw: st.DrawFn, table: Drawn) -> Drawn:
    """Spoil one value of one quasi-identifier, or its name."""
    column = draw(st.sampled_from(table.of_role("quasi")))
    value, text, defect = draw(
        evenly(
            (
                (float("inf"), "inf", "infinity"),
                (f"{CANARY}0007", f"{CANARY}0007", "text in numbers"),
                (0.0, "0", "no name"),
            )
        )
    )
    row = draw(st.integers(0, table.n_records - 1))
    values = tuple(value if i == row else old for i, old in enumerate(column.values))
    texts = tuple(text if i == row else old for i, old in enumerate(column.texts))
    if defect != "text in numbers":
        values = tuple(old if old is None else float(old) for old in values)
    name = "" if defect == "no name" else column.name
    spoilt = replace(column, name=name, values=values, texts=texts)
    columns = tuple(spoilt if old is column else old for old in table.columns)
    return Drawn(columns, defect)
