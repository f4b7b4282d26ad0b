"""Cells that a spreadsheet would run: how many a release has, and what becomes of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, Self, TypeAlias

from covey.core.wording import counted, named

FormulaTreatment: TypeAlias = Literal["keep", "escape"]

_SHOWN = 3
"""Column names in a note; wide tables have thousands."""


@dataclass(frozen=True, slots=True)
class Formulas:
    """Text of a release that begins like a formula."""

    treatment: FormulaTreatment = "keep"  # escape: delimited files show it behind an apostrophe
    cells: int = 0  # of text columns
    columns: tuple[str, ...] = ()  # that hold these cells
    names: int = 0  # of columns, that begin so themselves

    def __bool__(self) -> bool:
        return self.cells > 0 or self.names > 0

    def plus(self, more: Formulas) -> Formulas:
        """Return the count of this and of further records of the same columns."""
        columns = tuple(dict.fromkeys((*self.columns, *more.columns)))
        return replace(self, cells=self.cells + more.cells, columns=columns, names=more.names)

    def to_dict(self) -> dict[str, Any]:
        """Return it in values that JSON holds."""
        return {**asdict(self), "columns": list(self.columns)}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return what `to_dict` described."""
        return cls(**{**values, "columns": tuple(values["columns"])})

    @property
    def note(self) -> str:
        """A sentence for people; empty if there is nothing to tell."""
        if not self:
            return ""
        subjects = []
        if self.cells:
            subjects.append(f"{counted(self.cells, 'cell')} of {_listed(self.columns)}")
        if self.names:
            subjects.append(counted(self.names, "column name"))
        verb = "begins like a formula" if self.cells + self.names == 1 else "begin like formulas"
        them, they = ("it", "It is") if self.cells + self.names == 1 else ("them", "They are")
        rest = (
            f"Delimited files show {them} behind an apostrophe; Parquet files hold {them} as "
            f"{'it is' if them == 'it' else 'they are'}."
            if self.treatment == "escape"
            else f"{they} released as found; the setting 'formulas', if it is 'escape', puts an "
            f"apostrophe before {them}."
        )
        subject = " and ".join(subjects)
        return f"{subject} {verb}, which spreadsheets run when they open a file. {rest}"


def _listed(names: tuple[str, ...]) -> str:
    return named(names, _SHOWN) + " columns" * (len(names) > _SHOWN)
