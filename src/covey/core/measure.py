"""What a measure declares of itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of information loss or disclosure risk.

    Parameters
    ----------
    symbol : str
        The papers' symbol, its key in `Scores`.
    name : str
        In words.
    kind : {"loss", "risk"}
        What it measures.
    low, high : float
        Its range.
    unit : str
        Percent, mostly.
    formula : str
        How it is computed.
    reference : str
        Where it was published.
    plain : str
        One sentence for a reader who is no statistician. Less is better for all of them.
    compute : callable
        Takes the evidence, returns the value and a note (empty if there is nothing to say).
    """

    symbol: str
    name: str
    kind: Literal["loss", "risk"]
    low: float
    high: float
    unit: str
    formula: str
    reference: str
    plain: str
    compute: Callable[[Any], tuple[float, str]] = field(repr=False)
