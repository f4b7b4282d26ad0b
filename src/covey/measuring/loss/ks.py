"""KS: the largest gap between the distributions before and after."""

from __future__ import annotations

import numpy as np

from covey.core.measure import Findings, Measure, Result
from covey.measuring.loss.columns import merged_note
from covey.measuring.ranking import MASKED, ORIGINALS, Ranking


def kolmogorov_smirnov(found: Findings) -> Result:
    """Return the largest Kolmogorov–Smirnov distance of any variable.

    Blocks may keep their values in chunks. Then each distance is known up to the records that may
    be on the wrong side of a number.
    """
    n = found.whole.n_records
    pairs = list(zip(found[ORIGINALS], found[MASKED], strict=True))
    distances = np.array([_distance(a, b) / n for a, b in pairs])
    margin = max(a.misplaced + b.misplaced for a, b in pairs) / n
    details = found.whole.by_variable(distances)
    return Result(float(distances.max()), merged_note(margin), details, margin)


def _distance(a: Ranking, b: Ranking) -> int:
    """Return sup|F − G| in records; counts are integers, so it is exact.

    F − G is largest where F jumps, G − F where G does.
    """
    above = int((a.ends[1:] - b.up_to(a.values)).max())
    below = int((b.ends[1:] - a.up_to(b.values)).max())
    return max(above, below)


KS = Measure(
    symbol="KS",
    name="Kolmogorov–Smirnov distance",
    kind="loss",
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
    conclude=kolmogorov_smirnov,
    statistics=(ORIGINALS, MASKED),
)
