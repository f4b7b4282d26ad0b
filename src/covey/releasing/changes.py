"""How far masking moved each variable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from covey.core.arrays import Labels, Vector, is_constant
from covey.core.magnitude import divided, exponent_of
from covey.core.masking import Masking
from covey.core.wording import percent

_FAR = 0.1
"""In standard deviations for a mean, and in variances for a variance."""


@dataclass(frozen=True, slots=True)
class Change:
    """What masking did to one variable, in relative figures.

    Parameters
    ----------
    name : str
        Of the variable.
    mean : float
        How far its mean moved, in standard deviations.
    spread : float
        Change of its standard deviation, as a share of the original one.
    loss : float
        Percent of its variation that is gone, 100 · SSE / SST.
    heaviest : float
        Share of that loss which a single group accounts for, the one with the largest.
    is_constant : bool
        Whether all its values were the same, so that the rest is 0.
    is_levelled : bool
        Whether all records are released with one value, unlike in the original.
    """

    name: str
    mean: float = 0.0
    spread: float = 0.0
    loss: float = 0.0
    heaviest: float = 0.0
    is_constant: bool = False
    is_levelled: bool = False

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
    quasi = release.plan.roles.quasi
    original, masked = release.tables
    return [
        _change(
            name,
            original.numbers(name),
            masked.numbers(name),
            release.groups.for_variable(j).labels,
        )
        for j, name in enumerate(quasi)
    ]


def mean_loss(changes: Sequence[Change]) -> float:
    """Return the loss of all variables together, IL; those that never varied do not count."""
    losses = [change.loss for change in changes if not change.is_constant]
    return sum(losses) / len(losses) if losses else 0.0


def _change(name: str, before: Vector, after: Vector, labels: Labels) -> Change:
    exponent = exponent_of(before)
    before, after = divided(before, exponent), divided(after, exponent)
    width = float(before.std())
    if before.min() == before.max() or width == 0:
        return Change(name, is_constant=True)
    lost = np.bincount(labels, np.square(before - after))
    total = float(lost.sum())
    return Change(
        name,
        mean=abs(float(after.mean() - before.mean())) / width,
        spread=float(after.std()) / width - 1,
        loss=100 * total / (len(before) * width**2),
        heaviest=float(lost.max()) / total if total else 0.0,
        is_levelled=is_constant(after),
    )
