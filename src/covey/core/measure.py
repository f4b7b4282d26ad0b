"""What a measure declares of itself, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Result:
    """The value of a measure.

    Parameters
    ----------
    value : float
        In the measure's unit.
    note : str
        What a reader must know of it: that it comes from a sample, or why it is a limit value.
    details : mapping of str to float
        The value by variable, or by number of known variables.
    """

    value: float
    note: str = ""
    details: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of information loss or disclosure risk.

    Parameters
    ----------
    symbol : str
        The papers' symbol, its key in `Scores`.
    name : str
        In words.
    kind : {"loss", "risk", "attribute"}
        What it measures: information loss, the risk that a record is found, or the risk that a
        confidential value is learned.
    low, high : float
        Its range.
    better : {"lower", "higher"}
        Which direction is good.
    unit : str
        ``%`` mostly; empty for a plain number.
    formula : str
        How it is computed.
    reference : str
        Where it was published.
    plain : str
        One sentence for a reader who is no statistician.
    compute : callable
        Takes the evidence, returns a `Result`.
    needs : {"", "confidential", "model"}
        What the user must name for it: a confidential column or a regression model.
    is_default : bool
        Whether every release is measured by it.
    """

    symbol: str
    name: str
    kind: Literal["loss", "risk", "attribute"]
    low: float
    high: float
    better: Literal["lower", "higher"]
    unit: str
    formula: str
    reference: str
    plain: str
    compute: Callable[[Any], Result] = field(repr=False)
    needs: Literal["", "confidential", "model"] = ""
    is_default: bool = False
