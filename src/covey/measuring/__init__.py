"""What was lost and what can still be learned: measures that are computed alike share a file."""

from covey.core.measure import Measure
from covey.core.registry import Registry
from covey.measuring.alignment import (
    align,
    check_numbers,
    common_keys,
    hinting_at_order,
    left_out,
)
from covey.measuring.attribute.diversity import CERTAIN, L_DISTINCT, L_ENTROPY, certain_groups
from covey.measuring.attribute.sse_min import SSE_MIN
from covey.measuring.attribute.t_closeness import T
from covey.measuring.composite import G_DR, G_IL, SI
from covey.measuring.confidential import Attribute, Tally, attributes_of, tallies_of
from covey.measuring.evaluate import combine, evaluate, only_defined, summarize
from covey.measuring.evidence import Coordinates, Evidence, Whole
from covey.measuring.loss.categories import CHANGED, TV
from covey.measuring.loss.correlations import COR, EIG, M5
from covey.measuring.loss.distributions import KS, W1
from covey.measuring.loss.formula import check_model, parse_model
from covey.measuring.loss.il import IL
from covey.measuring.loss.il1s import IL1S
from covey.measuring.loss.reg import REG
from covey.measuring.loss.variation import M1, M2, M3, M4
from covey.measuring.risk.dominance import PP
from covey.measuring.risk.intervals import ID_RECORD, ID_VALUE
from covey.measuring.risk.known import KNOWN
from covey.measuring.risk.linkage import DBRL1, DBRL2, DLD, RLD
from covey.measuring.risk.population import JOUR, MARK, PROS, REID
from covey.measuring.selection import refuse_idle_model, select

_LOSSES = (IL, G_IL, M1, M2, M3, M4, M5, IL1S, CHANGED, TV, EIG, COR, KS, W1, REG)
_RISKS = (DLD, DBRL1, DBRL2, RLD, ID_VALUE, ID_RECORD, G_DR, SI, KNOWN, PP, PROS, JOUR, MARK, REID)
_ATTRIBUTES = (SSE_MIN, L_DISTINCT, L_ENTROPY, T, CERTAIN)

MEASURES: Registry[Measure] = Registry("measure", [*_LOSSES, *_RISKS, *_ATTRIBUTES], key="symbol")

__all__ = [
    "DLD",
    "IL",
    "KNOWN",
    "MEASURES",
    "PP",
    "Attribute",
    "Coordinates",
    "Evidence",
    "Tally",
    "Whole",
    "align",
    "attributes_of",
    "certain_groups",
    "check_model",
    "check_numbers",
    "combine",
    "common_keys",
    "evaluate",
    "hinting_at_order",
    "left_out",
    "only_defined",
    "parse_model",
    "refuse_idle_model",
    "select",
    "summarize",
    "tallies_of",
]
