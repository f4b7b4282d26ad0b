"""Scores: what was lost and what can still be learned, by the papers' symbols."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Self

from covey.core.measure import Measure
from covey.core.wording import measured


class Scores(Mapping[str, float]):
    """A read-only mapping from the symbol of a measure to its value.

    Parameters
    ----------
    values : mapping of str to float
        In percent where the papers use percent.
    notes : mapping of str to str, optional
        What a reader must know of a value, for instance that it was taken from a sample.
    details : mapping of str to mapping, optional
        The value by variable, or by number of known variables.
    measures : mapping of str to Measure, optional
        What the measures declare of themselves, for whoever puts the values into words.
    variables : sequence of str, optional
        The columns that were compared.
    left_out : mapping of str to str, optional
        The columns that were not compared though nobody said so, each with the reason.
    smallest_class : int, optional
        How many records of the masked table at least share each combination of values in the
        columns that were compared.

    Examples
    --------
    >>> Scores({"IL": 5.6922})["IL"]
    5.6922
    """

    def __init__(
        self,
        values: Mapping[str, float],
        notes: Mapping[str, str] | None = None,
        details: Mapping[str, Mapping[str, float]] | None = None,
        measures: Mapping[str, Measure] | None = None,
        variables: Sequence[str] = (),
        left_out: Mapping[str, str] | None = None,
        smallest_class: int | None = None,
    ) -> None:
        self._values = MappingProxyType({name: float(value) for name, value in values.items()})
        self.notes: Mapping[str, str] = MappingProxyType(dict(notes or {}))
        self.details: Mapping[str, Mapping[str, float]] = MappingProxyType(dict(details or {}))
        self.measures: Mapping[str, Measure] = MappingProxyType(dict(measures or {}))
        self.variables = tuple(variables)
        self.left_out: Mapping[str, str] = MappingProxyType(dict(left_out or {}))
        self.smallest_class = smallest_class

    def __reduce__(self) -> tuple[Any, ...]:
        # Read-only views cannot be pickled; what they look at can.
        return type(self), self.parts

    def on_tables(self, left_out: Mapping[str, str], smallest_class: int) -> Self:
        """Return the same scores with what is known of the two tables that were compared."""
        parts = (*self.parts[:-2], left_out, smallest_class)
        return type(self)(*parts)

    @property
    def parts(self) -> tuple[Any, ...]:
        """What the same scores are made from, in the order of the parameters."""
        return (
            dict(self._values),
            dict(self.notes),
            {symbol: dict(values) for symbol, values in self.details.items()},
            dict(self.measures),
            self.variables,
            dict(self.left_out),
            self.smallest_class,
        )

    def without(self, symbols: Collection[str]) -> Self:
        """Return the scores of the other measures."""

        def rest(by_symbol: Mapping[str, Any]) -> dict[str, Any]:
            return {name: part for name, part in by_symbol.items() if name not in symbols}

        values, notes, details, measures, *others = self.parts
        return type(self)(rest(values), rest(notes), rest(details), rest(measures), *others)

    def noting(self, symbol: str, note: str) -> Self:
        """Return the same scores with one more note on a value."""
        told = f"{self.notes.get(symbol, '')} {note}".strip()
        values, notes, *others = self.parts
        return type(self)(values, {**notes, symbol: told}, *others)

    def __getitem__(self, symbol: str) -> float:
        return self._values[symbol]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        listed = ", ".join(f"{symbol}={measured(value)}" for symbol, value in self.items())
        return f"Scores({listed})"
