"""Advice: the setting that a user's limits lead to, and the reasons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from covey.core.comparison import Comparison, Run


@dataclass(frozen=True, slots=True)
class Limits:
    """What a user accepts at most, in the units of the two measures of a comparison.

    Parameters
    ----------
    risk, loss : float, optional
        None where the user sets no limit. For a measure of which more is better, the least that is
        accepted.
    """

    risk: float | None = None
    loss: float | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do under given limits.

    Parameters
    ----------
    comparison : Comparison
        Everything that was tried.
    limits : Limits
        What the user accepts.
    chosen : Run or None
        The best setting within the limits; None if none is.
    closest : Run or None
        If none is, the one that comes closest.
    safer : Run or None
        The next setting on the front with less risk.
    why : str
        The reasons, in two sentences.
    cost : str
        What the next safer step would cost, in one.
    """

    comparison: Comparison = field(repr=False)
    limits: Limits
    chosen: Run | None
    closest: Run | None
    safer: Run | None
    why: str
    cost: str

    @property
    def headline(self) -> str:
        """What to do, in one sentence."""
        if self.chosen is None:
            return "No setting keeps the limit."
        return f"Use {self.chosen.name} with k = {self.chosen.k}."

    def to_dict(self) -> dict[str, Any]:
        """Return the advice in values that JSON can hold, with the comparison it rests on."""
        return {
            "met": self.chosen is not None,
            "limits": {"risk": self.limits.risk, "loss": self.limits.loss},
            "setting": _described(self.chosen),
            "closest": _described(self.closest),
            "next_safer": _described(self.safer),
            "why": self.why,
            "cost": self.cost,
            **self.comparison.to_dict(),
        }

    def _repr_html_(self) -> str:
        marked, called = self.chosen or self.closest, "advised" if self.chosen else "closest"
        return self.comparison.cartographer.show(
            self.comparison, chosen=marked, called=called, said=(self.headline, self.why, self.cost)
        )


def _described(run: Run | None) -> dict[str, Any] | None:
    return None if run is None else run.to_dict()
