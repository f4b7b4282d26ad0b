"""How far masking moved each variable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from covey.core.facts import Movement, movements_of
from covey.core.masking import Masking
from covey.core.profile import ColumnProfile
from covey.core.wording import percent

_FAR = 0.1
"""In standard deviations for a mean, and in variances for a variance."""


@dataclass(frozen=True, slots=True)
class Change:
    """What masking did to one variable, in relative figures; all 0 if it never varied."""

    name: str
    mean: float = 0.0  # how far it moved, in standard deviations
    spread: float = 0.0  # change of the standard deviation, as a share of the original one
    loss: float = 0.0  # percent of its variation that is gone, 100 · SSE / SST
    heaviest: float = 0.0  # share of that loss which a single group accounts for, the largest
    is_constant: bool = False
    is_level: bool = False  # all records are released with one value
    is_whole: bool = False  # all original values are whole numbers

    @classmethod
    def of(cls, profile: ColumnProfile, moved: Movement) -> Self:
        """Return the change of a variable from what it was and how far it was moved."""
        width = profile.deviation()
        if profile.is_constant or width == 0:
            return cls(profile.name, is_constant=True, is_level=moved.is_level)
        return cls(
            profile.name,
            mean=abs(moved.mean) / width,
            spread=moved.deviation / width - 1,
            loss=100 * moved.lost / profile.squares,
            heaviest=moved.heaviest / moved.lost if moved.lost else 0.0,
            is_level=moved.is_level,
            is_whole=moved.is_whole,
        )

    @property
    def is_levelled(self) -> bool:
        """Whether all records are released with one value, unlike in the original."""
        return self.is_level and not self.is_constant

    @property
    def is_spoiled(self) -> bool:
        """Whether rounding left another mean, or another variance, than group means have.

        Group means keep the mean, and of the variance what the loss leaves.
        """
        variance, expected = (1 + self.spread) ** 2, 1 - self.loss / 100
        return self.mean > _FAR or abs(variance - expected) > _FAR

    @property
    def sentence(self) -> str:
        """What happened to mean and standard deviation, in words."""
        if self.is_constant:
            return "All records hold the same value, so there was nothing to mask."
        mean, spread = 100 * self.mean, 100 * abs(self.spread)
        centre = (
            "The mean is unchanged"
            if mean < 0.05
            else f"The mean moved by {percent(mean)} of a standard deviation"
        )
        if spread < 0.05:
            rest = (
                ", and so is the standard deviation"
                if mean < 0.05
                else "; the standard deviation is unchanged"
            )
            return f"{centre}{rest}."
        word = "smaller" if self.spread < 0 else "larger"
        return f"{centre}; the standard deviation is {percent(spread)} {word}."


def changes_of(release: Masking) -> list[Change]:
    """Return the change of each quasi-identifier, in their order."""
    movements = movements_of(release.blocks)
    return list(map(Change.of, release.plan.encoded.numeric.profiles, movements))


def mean_loss(changes: Sequence[Change]) -> float:
    """Return the loss of all variables together, IL; those that never varied do not count."""
    losses = [change.loss for change in changes if not change.is_constant]
    return sum(losses) / len(losses) if losses else 0.0
