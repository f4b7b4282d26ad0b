"""What was lost and what can still be learned: one measure, one file."""

from covey.core.measure import Measure
from covey.measuring.evaluate import evaluate
from covey.measuring.evidence import Attribute, Evidence
from covey.measuring.loss.il import IL
from covey.measuring.risk.dld import DLD

MEASURES: dict[str, Measure] = {measure.symbol: measure for measure in (IL, DLD)}

__all__ = ["DLD", "IL", "MEASURES", "Attribute", "Evidence", "evaluate"]
