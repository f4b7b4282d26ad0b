"""G_IL: the global information loss, the mean of M1 to M5."""

from __future__ import annotations

import math

from covey.core.measure import Findings, Measure, Result
from covey.measuring.loss.m1 import M1
from covey.measuring.loss.m2 import M2
from covey.measuring.loss.m3 import M3
from covey.measuring.loss.m4 import M4
from covey.measuring.loss.m5 import M5
from covey.measuring.loss.relative import PAPER

_PARTS = (M1, M2, M3, M4, M5)


def global_information_loss(found: Findings) -> Result:
    """Return the mean of M1 to M5, in percent; they are its details."""
    results = {measure.symbol: found.result(measure) for measure in _PARTS}
    values = {symbol: result.value for symbol, result in results.items()}
    notes = [f"{symbol}: {result.note}" for symbol, result in results.items() if result.note]
    return Result(sum(values.values()) / len(values), " ".join(notes), values)


G_IL = Measure(
    symbol="G_IL",
    name="Global information loss",
    kind="loss",
    low=0.0,
    high=math.inf,
    better="lower",
    unit="%",
    formula="(M1 + M2 + M3 + M4 + M5)/5, in original units",
    reference=f"{PAPER} and equation 6",
    plain="How much values, averages, spreads and relations between variables changed, all in one.",
    conclude=global_information_loss,
    parts=_PARTS,
    is_default=True,
)
