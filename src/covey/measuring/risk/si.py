"""SI: the scoring index, what was lost and what can be learned in one number."""

from __future__ import annotations

from covey.core.measure import Findings, Measure, Result
from covey.measuring.composite import PAPER, weighted_mean
from covey.measuring.loss.g_il import G_IL
from covey.measuring.risk.g_dr import G_DR


def scoring_index(found: Findings) -> Result:
    """Return G_IL and G_DR, weighted by the weight x and by 1 − x."""
    return weighted_mean(found, {G_IL: found.whole.weight, G_DR: 1.0 - found.whole.weight})


SI = Measure(
    symbol="SI",
    name="Scoring index",
    kind="risk",
    formula="x · G_IL + (1 − x) · G_DR, the weight x being 0.5 unless chosen",
    reference=f"{PAPER}, equation 8",
    plain="Loss and risk weighed against each other: the lower, the better the compromise.",
    conclude=scoring_index,
    parts=(G_IL, G_DR),
)
