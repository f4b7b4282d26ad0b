"""What was lost and what can still be learned: one measure, one file."""

from covey.core.measure import Measure
from covey.measuring.alignment import align, common_keys
from covey.measuring.attribute.certain import CERTAIN
from covey.measuring.attribute.l_distinct import L_DISTINCT
from covey.measuring.attribute.l_entropy import L_ENTROPY
from covey.measuring.attribute.sse_min import SSE_MIN
from covey.measuring.attribute.t_closeness import T
from covey.measuring.attributes import attributes_of
from covey.measuring.evaluate import evaluate
from covey.measuring.evidence import Attribute, Evidence
from covey.measuring.loss.il import IL
from covey.measuring.risk.dld import DLD
from covey.measuring.selection import select

MEASURES: dict[str, Measure] = {
    measure.symbol: measure
    for measure in (
        IL,
        DLD,
        SSE_MIN,
        L_DISTINCT,
        L_ENTROPY,
        T,
        CERTAIN,
    )
}

__all__ = [
    "DLD",
    "IL",
    "MEASURES",
    "Attribute",
    "Evidence",
    "align",
    "attributes_of",
    "common_keys",
    "evaluate",
    "select",
]
