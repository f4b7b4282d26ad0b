"""Loss by variable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from covey.core.wording import percent, signed_percent
from covey.releasing.changes import Change, mean_loss
from covey.releasing.charts import draw_rows

_MOST = 40


@dataclass(frozen=True, slots=True)
class LossRow:
    """A variable's loss, the change of its standard deviation and its heaviest group's part."""

    name: str
    loss: str
    spread: str
    heaviest: str


@dataclass(frozen=True, slots=True)
class LossesSection:
    """The chart, the same as a table, and how many variables are beyond both."""

    chart: str
    rows: tuple[LossRow, ...]
    n_more: int


def losses_section(
    changes: Sequence[Change], *, ident: str = "losses", most: int = _MOST
) -> LossesSection:
    """Draw the loss of each variable, the largest first, with the loss of all as a mark."""
    ordered = sorted(changes, key=lambda change: -change.loss)
    shown = ordered[:most]
    listed = "; ".join(f"{change.name} {percent(change.loss)}" for change in shown[:10])
    chart = draw_rows(
        [change.name for change in shown],
        [change.loss for change in shown],
        figures=[percent(change.loss) for change in shown],
        ident=f"{ident}-chart",
        title="Information loss by variable",
        text=f"Bar chart of {len(shown)} variables, the largest loss first: {listed}"
        f"{'; and so on' if len(shown) > 10 else ''}. The table below holds all figures.",
        axis="percent of the variable’s variation that is gone",
        mean=mean_loss(changes),
    )
    rows = tuple(
        LossRow(
            change.name,
            percent(change.loss),
            signed_percent(100 * change.spread),
            percent(100 * change.heaviest),
        )
        for change in shown
    )
    return LossesSection(chart, rows, len(ordered) - len(shown))
