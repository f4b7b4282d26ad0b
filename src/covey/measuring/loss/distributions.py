"""KS and W1: how far the distributions of single variables moved."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Vector
from covey.core.measure import Findings, Result, loss_measure
from covey.core.wording import figure
from covey.measuring.adding import Counts
from covey.measuring.gaps import LEFT_OUT
from covey.measuring.loss.variables import in_units, shares, varying
from covey.measuring.magnitudes import comparable
from covey.measuring.ranking import MASKED, ORIGINALS, Ranking


def _kolmogorov_smirnov(found: Findings) -> Result:
    """Return the largest Kolmogorov–Smirnov distance of any variable.

    Blocks may keep their values in chunks. Then each distance is known up to the records that may
    be on the wrong side of a number.
    """
    pairs = list(zip(found[ORIGINALS], found[MASKED], strict=True))
    counts = np.array([a.count for a, _ in pairs])
    distances = shares(np.array([_distance(a, b) for a, b in pairs]), counts)
    margins = shares(np.array([a.misplaced + b.misplaced for a, b in pairs]), counts)
    margin = float(np.nanmax(margins, initial=0.0))
    details = found.whole.by_variable(distances)
    return Result(max(details.values(), default=0.0), _merged_note(margin), details, margin)


def _distance(a: Ranking, b: Ranking) -> int:
    """Return sup|F − G| in records; counts are integers, so it is exact.

    F − G is largest where F jumps, G − F where G does.
    """
    above = int((a.ends[1:] - b.up_to(a.values)).max(initial=0))
    below = int((b.ends[1:] - a.up_to(b.values)).max(initial=0))
    return max(above, below)


def _wasserstein(found: Findings) -> Result:
    """Return the mean Wasserstein-1 distance of the variables, in the original's deviations.

    Both samples have one size, so the cheapest transport moves the i-th smallest value to the i-th
    smallest. A variable without any deviation counts 1 for each value that is not matched. Where
    blocks keep their values in chunks, the distance to what stands for them is the most that the
    figure can miss.
    """
    whole = found.whole
    distances, margins = np.full((2, len(whole.names)), np.nan)
    for j, width in enumerate(whole.spreads.tolist()):
        a, b = found[ORIGINALS][j], found[MASKED][j]
        n = a.count
        if n == 0:
            continue
        travel, records = _travel(a, b, int(whole.moments.exponents[j]))
        distances[j] = float(records @ in_units(travel, width)) / n
        margins[j] = ((a.moved + b.moved) / width if width else a.misplaced + b.misplaced) / n
    mean, note = varying(whole, distances)
    margin, _ = varying(whole, margins)
    note = f"{note} {_merged_note(margin)}".strip()
    return Result(mean, note, whole.by_variable(distances), margin)


def _travel(a: Ranking, b: Ranking, exponent: int) -> tuple[Vector, Counts]:
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


def _merged_note(margin: float) -> str:
    """Return how far a figure may be from the truth where blocks kept their values in chunks."""
    if margin == 0.0:
        return ""
    return (
        "Neighbouring values were merged within blocks, so that few are kept: the true figure is "
        f"within ± {figure(margin)}."
    )


KS = loss_measure(
    symbol="KS",
    name="Kolmogorov–Smirnov distance",
    high=1.0,
    unit="",
    formula="max over variables of sup|F − F'|, F and F' the distribution functions",
    reference=(
        "N. Smirnov (1948), Table for estimating the goodness of fit of empirical distributions, "
        "Annals of Mathematical Statistics 19(2), 279-281"
    ),
    plain=(
        "For the variable that suffered most: by which share of the records the count below some "
        "value is wrong, at worst."
    ),
    conclude=_kolmogorov_smirnov,
    statistics=(ORIGINALS, MASKED),
    on="numbers",
    gaps=LEFT_OUT,
)
W1 = loss_measure(
    symbol="W1",
    name="Wasserstein distance",
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
    conclude=_wasserstein,
    statistics=(ORIGINALS, MASKED),
    on="numbers",
    gaps=LEFT_OUT,
)
