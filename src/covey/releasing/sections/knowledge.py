"""Risk by the number of variables that an intruder knows."""

from __future__ import annotations

from dataclasses import dataclass

from covey.core.scores import Scores
from covey.core.wording import fixed, percent
from covey.releasing.charts import draw_bars

_SYMBOL = "KNOWN"
_MOST = 30


@dataclass(frozen=True, slots=True)
class KnowledgeSection:
    """The chart, the same as a table, and what a reader must know of it."""

    chart: str
    rows: tuple[tuple[str, str], ...]
    note: str


def knowledge_section(scores: Scores) -> KnowledgeSection | None:
    """Draw the risk by number of known variables, or nothing where it was not measured."""
    details = scores.details.get(_SYMBOL)
    if not details:
        return None
    stride = -(-len(details) // _MOST)
    known = sorted(details, key=int)
    # The last, everything known, must be among those shown.
    kept = [m for i, m in enumerate(reversed(known)) if i % stride == 0][::-1]
    shares = [details[m] for m in kept]
    listed = "; ".join(f"{m} known {percent(details[m])}" for m in kept)
    chart = draw_bars(
        kept,
        shares,
        figures=[fixed(share, 1) for share in shares],
        ident="knowledge-chart",
        title="Records found by number of known variables",
        text=f"Bar chart of the percentage of records found: {listed}.",
        axis="number of variables that the intruder knows",
        full=100.0,
    )
    rows = tuple((m, percent(details[m])) for m in kept)
    return KnowledgeSection(chart, rows, scores.notes.get(_SYMBOL, ""))
