"""G_IL: the global information loss, the mean of M1 to M5."""

from __future__ import annotations

from covey.core.measure import Findings, Measure, Result
from covey.measuring.composite import weighted_mean
from covey.measuring.loss.m1 import M1
from covey.measuring.loss.m2 import M2
from covey.measuring.loss.m3 import M3
from covey.measuring.loss.m4 import M4
from covey.measuring.loss.m5 import M5
from covey.measuring.loss.relative import TABLE_I

_PARTS = (M1, M2, M3, M4, M5)


def global_information_loss(found: Findings) -> Result:
    """Return the mean of M1 to M5, in percent; they are its details."""
    return weighted_mean(found, dict.fromkeys(_PARTS, 1.0 / len(_PARTS)))


G_IL = Measure(
    symbol="G_IL",
    name="Global information loss",
    kind="loss",
    formula="(M1 + M2 + M3 + M4 + M5)/5, in original units",
    reference=f"{TABLE_I} and equation 6",
    plain="How much values, averages, spreads and relations between variables changed, all in one.",
    conclude=global_information_loss,
    parts=_PARTS,
    is_default=True,
)
