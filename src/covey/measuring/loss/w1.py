"""W1: how far values must travel to turn one distribution into the other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.core.measure import Findings, Measure, Result
from covey.core.wording import named
from covey.measuring.loss.columns import in_units, merged_note, varying
from covey.measuring.magnitudes import comparable
from covey.measuring.ranking import MASKED, ORIGINALS, Ranking


def wasserstein(found: Findings) -> Result:
    """Return the mean Wasserstein-1 distance of the variables, in the original's deviations.

    Both samples have one size, so the cheapest transport moves the i-th smallest value to the i-th
    smallest. A variable without any deviation counts 1 for each value that is not matched; one that
    held a single value before and after does not count at all. Where blocks keep their values in
    chunks, the distance to what stands for them is the most that the figure can miss.
    """
    whole, n = found.whole, found.whole.n_records
    distances, margins = np.empty(len(whole.names)), np.empty(len(whole.names))
    widths = whole.spreads.tolist()
    for j, (original, masked) in enumerate(zip(found[ORIGINALS], found[MASKED], strict=True)):
        width = widths[j]
        travel, records = _travel(original, masked, int(whole.moments.exponents[j]))
        distances[j] = float(records @ in_units(travel, width)) / n
        moved, misplaced = (
            getattr(original, name) + getattr(masked, name) for name in ("moved", "misplaced")
        )
        margins[j] = (moved / width if width else misplaced) / n
    mean, constant = varying(whole, distances)
    note = (
        f"Constant before masking, so that each changed value counts as 1: {named(constant, 3)}."
        if constant
        else ""
    )
    margin = varying(whole, margins)[0]
    note = f"{note} {merged_note(margin)}".strip()
    return Result(mean, note, whole.by_variable(distances), margin)


def _travel(a: Ranking, b: Ranking, exponent: int) -> tuple[Vector, NDArray[np.int64]]:
    """Return distances between values of one rank, and how many records travel each of them."""
    ends = a.ends, b.ends
    # Two rising runs: a stable sort merges them. A stretch between equal ends has no records.
    cuts = np.sort(np.concatenate([ends[0], ends[1][1:]]), kind="stable")
    of_a, of_b = (
        side.values[np.minimum(np.searchsorted(at, cuts[:-1], side="right") - 1, len(at) - 2)]
        for side, at in zip((a, b), ends, strict=True)
    )
    of_a, of_b = comparable(of_a, of_b, exponent)
    return np.abs(of_a - of_b), np.diff(cuts)


W1 = Measure(
    symbol="W1",
    name="Wasserstein distance",
    kind="loss",
    unit="sd",
    formula=(
        "1/p · Σ W/S over variables, W = 1/n · Σ|x₍ᵢ₎ − x'₍ᵢ₎| over sorted values, S the sample "
        "standard deviation of the original; variables that are constant before and after do not "
        "count in p"
    ),
    reference="C. Villani (2009), Optimal Transport: Old and New, Springer, chapter 6",
    plain=(
        "How far values must move, on average and in standard deviations, to give each variable "
        "its original distribution back."
    ),
    conclude=wasserstein,
    statistics=(ORIGINALS, MASKED),
)
