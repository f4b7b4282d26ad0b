"""Random tables of every kind of quasi-identifier, with units, strata, weights, gaps and codes."""

from __future__ import annotations

import datetime
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl
from hypothesis import strategies as st

LEVELS = ("none", "primary", "secondary", "tertiary")
SEXES = ("female", "male", "x")
JOBS = ("baker", "clerk", "judge", "nurse", "pilot", "smith", "tutor")
REGIONS = ("north", "south", "west")
FIRST_DAY = datetime.date(1890, 5, 1)

KINDS = {
    "age": "integer",
    "pay": "decimal",
    "sex": "nominal",
    "job": "nominal",
    "grade": "ordinal",
    "owner": "boolean",
    "born": "date",
}
"""The quasi-identifiers that a table may have, and what each of them is."""

NUMBERS = ("integer", "decimal")
CODES = {"age": ("-9", "999"), "pay": ("-9",), "sex": ("?",), "grade": ("not told",)}
"""Values that stand for a missing one, where a table has any."""


@dataclass(frozen=True)
class Mixed:
    """A table, what its columns are, and what is asked of it."""

    columns: dict[str, list[Any]]
    quasi: tuple[str, ...]
    k: int
    unit: str | None = None
    strata: tuple[str, ...] = ()
    weight: str | None = None
    codes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def n_records(self) -> int:
        """Number of records."""
        return len(self.columns[self.quasi[0]])

    @property
    def roles(self) -> dict[str, Any]:
        """The role of each column."""
        return {
            "quasi": list(self.quasi),
            "strata": list(self.strata),
            **({"unit": self.unit} if self.unit else {}),
            **({"weight": self.weight} if self.weight else {}),
            "confidential": ["score"],
        }

    @property
    def column_settings(self) -> dict[str, dict[str, Any]]:
        """What is said of single columns."""
        found: dict[str, dict[str, Any]] = {}
        for name in self.quasi:
            if KINDS[name] == "nominal":
                found[name] = {"kind": "nominal"}
            elif KINDS[name] == "ordinal":
                found[name] = {"kind": "ordinal", "levels": list(LEVELS)}
            elif KINDS[name] == "date":
                found[name] = {"kind": "date"}
            if name in self.codes:
                found.setdefault(name, {})["missing_codes"] = list(self.codes[name])
        return found

    @property
    def request(self) -> dict[str, Any]:
        """What `covey.protect` is asked for, beside the table."""
        return {
            "k": self.k,
            "roles": self.roles,
            "columns": self.column_settings,
            **self.settings,
        }

    @property
    def is_divisible(self) -> bool:
        """Whether blocks can hold it: what a whole unit lacks is known of the whole table alone."""
        is_together = self.settings.get("unit_mode") == "together"
        return not (is_together and self.settings.get("missing") == "pattern")

    @property
    def frame(self) -> pl.DataFrame:
        """The table."""
        return pl.DataFrame(self.columns, strict=False)

    def units(self) -> list[Any]:
        """Return who answered, for each record; without units, everybody is one."""
        return self.columns[self.unit] if self.unit else list(range(self.n_records))

    def stratum(self, record: int) -> tuple[Any, ...]:
        """Return the stratum of a record."""
        return tuple(self.columns[name][record] for name in self.strata)

    def is_missing(self, name: str, record: int) -> bool:
        """Whether a value is a gap or a code."""
        value = self.columns[name][record]
        return value is None or self.is_code(name, value)

    def is_code(self, name: str, value: Any) -> bool:
        """Whether a value is a code, which numbers may write in several ways."""
        codes = self.codes.get(name, ())
        if KINDS[name] in NUMBERS:
            return float(value) in [float(code) for code in codes]
        return str(value) in codes

    def take(self, records: Sequence[int]) -> Mixed:
        """Return some of the records."""
        columns = {name: [values[i] for i in records] for name, values in self.columns.items()}
        return replace(self, columns=columns)


def _value(name: str, chance: random.Random, spread: int) -> Any:
    kind = KINDS[name]
    if kind == "integer":
        return chance.randrange(20, 20 + spread)
    if kind == "decimal":
        return round(chance.lognormvariate(7, 1), 2) if spread > 5 else chance.randrange(3) / 2
    if kind == "ordinal":
        return chance.choice(LEVELS)
    if kind == "boolean":
        return chance.random() < 0.5
    if kind == "date":
        return FIRST_DAY + datetime.timedelta(days=chance.randrange(spread * 400))
    return chance.choice(SEXES if name == "sex" else JOBS[:spread])


def _holed(values: list[Any], codes: tuple[str, ...], share: float, chance: random.Random) -> None:
    """Put gaps and codes where values were."""
    for record in range(len(values)):
        if chance.random() < share:
            code = chance.choice((None, *codes))
            is_number = code is not None and code.lstrip("-").isdigit()
            values[record] = int(code) if is_number and isinstance(values[0], int) else code
            if is_number and not isinstance(values[0], int):
                values[record] = float(code)


def _strata(n: int, n_strata: int, k: int, chance: random.Random) -> list[str]:
    """Return a stratum of each record; each has at least k records, if there are so many."""
    first = [REGIONS[i % n_strata] for i in range(n_strata * k)]
    return (first + [chance.choice(REGIONS[:n_strata]) for _ in range(n)])[:n]


def _units(strata: list[str], k: int, chance: random.Random, *, is_nested: bool) -> list[str]:
    """Return a unit of each record; each stratum has records of at least k, if it can."""
    met: dict[str, int] = dict.fromkeys(strata, 0)
    units = []
    for stratum in strata:
        met[stratum] += 1
        number = met[stratum] if met[stratum] <= k else 1 + chance.randrange(k + 3)
        units.append(f"{stratum if is_nested else ''}{number}")
    return units


@st.composite
def mixed_tables(
    draw: st.DrawFn,
    kinds: Sequence[str] = tuple(KINDS),
    *,
    most: int = 30,
    with_groups: bool = True,
    with_gaps: bool = False,
    with_weights: bool = False,
) -> Mixed:
    """Draw a table that can be released, unless records are dropped.

    Parameters
    ----------
    draw : callable
        Of hypothesis.
    kinds : sequence of str
        Quasi-identifiers to choose from.
    most : int
        Records.
    with_groups, with_gaps, with_weights : bool
        Whether there may be units and strata, gaps and codes, weights.
    """
    k = draw(st.integers(2, 4))
    n = draw(st.integers(3 * k, most))
    quasi = tuple(draw(st.lists(st.sampled_from(list(kinds)), min_size=1, unique=True)))
    spread = draw(st.sampled_from((2, 5, 60)))
    chance = random.Random(draw(st.integers(0, 2**32)))  # noqa: S311 (no secret)
    columns = {name: [_value(name, chance, spread) for _ in range(n)] for name in quasi}
    columns["score"] = [chance.randrange(100) for _ in range(n)]
    table = Mixed(columns, quasi, k)
    if with_groups:
        table = _grouped(table, draw, chance)
    if with_weights and draw(st.booleans()):
        weights = [chance.choice((1.0, 2.5, 40.0)) for _ in range(n)]
        release = draw(st.sampled_from(("mean", "asis", "drop")))
        table = replace(
            table,
            weight="w",
            columns={**table.columns, "w": weights},
            settings={**table.settings, "weight_release": release},
        )
    if with_gaps and draw(st.booleans()):
        table = _with_gaps(table, draw, chance)
    return table


def _grouped(table: Mixed, draw: st.DrawFn, chance: random.Random) -> Mixed:
    """Give a table units, strata, both or none."""
    n_strata = draw(st.sampled_from((1, 1, 2, 3)))
    strata = _strata(table.n_records, n_strata, table.k, chance)
    if n_strata > 1:
        table = replace(table, strata=("region",), columns={**table.columns, "region": strata})
    if not draw(st.booleans()):
        return table
    mode = draw(st.sampled_from(("apart", "together")))
    is_nested = mode == "together" or draw(st.booleans())
    units = _units(strata, table.k, chance, is_nested=is_nested)
    columns = {**table.columns, "household": units}
    settings = {**table.settings, "unit_mode": mode}
    return replace(table, unit="household", columns=columns, settings=settings)


def _with_gaps(table: Mixed, draw: st.DrawFn, chance: random.Random) -> Mixed:
    columns = {name: list(values) for name, values in table.columns.items()}
    share = draw(st.sampled_from((0.05, 0.2, 0.6)))
    codes = {name: CODES[name] for name in table.quasi if name in CODES and draw(st.booleans())}
    for name in table.quasi:
        if draw(st.booleans()):
            _holed(columns[name], codes.get(name, ()), share, chance)
    policy = draw(st.sampled_from(("pattern", "pattern", "fill", "drop")))
    settings = {**table.settings, "missing": policy}
    return replace(table, columns=columns, codes=codes, settings=settings)
