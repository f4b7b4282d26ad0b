"""Loss by variable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from covey.core.wording import percent, signed_percent
from covey.releasing.changes import Change, mean_loss
from covey.releasing.charts import draw_rows

_MOST = 40


@dataclass(frozen=True, slots=True)
class LossRow:
    """A variable's loss, the change of its standard deviation and its heaviest group's part.

    The last two are empty for categories.
    """

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
    changes: Sequence[Change],
    categories: Mapping[str, float] | None = None,
    *,
    ident: str = "losses",
    most: int = _MOST,
) -> LossesSection:
    """Draw the loss of each variable, the largest first, with the loss of all as a mark.

    Categories are given by the loss of each: they have no standard deviation.
    """
    of_numbers = {change.name: change for change in changes}
    losses = {name: change.loss for name, change in of_numbers.items()} | dict(categories or {})
    ordered = sorted(losses, key=lambda name: -losses[name])
    shown = ordered[:most]
    listed = "; ".join(f"{name} {percent(losses[name])}" for name in shown[:10])
    chart = draw_rows(
        shown,
        [losses[name] for name in shown],
        figures=[percent(losses[name]) for name in shown],
        ident=f"{ident}-chart",
        title="Information loss by variable",
        text=f"Bar chart of {len(shown)} variables, the largest loss first: {listed}"
        f"{'; and so on' if len(shown) > 10 else ''}. The table below holds all figures.",
        axis="percent of the variable’s variation that is gone",
        mean=_loss_of_all(changes, categories or {}),
    )
    rows = tuple(_row(name, losses[name], of_numbers.get(name)) for name in shown)
    return LossesSection(chart, rows, len(ordered) - len(shown))


def _loss_of_all(changes: Sequence[Change], categories: Mapping[str, float]) -> float:
    """Return the loss of all variables together: each that varied has a variance of 1."""
    if not categories:
        return mean_loss(changes)
    losses = [change.loss for change in changes if not change.is_constant]
    losses += categories.values()
    return sum(losses) / len(losses)


def _row(name: str, loss: float, change: Change | None) -> LossRow:
    if change is None:
        return LossRow(name, percent(loss), "", "")
    spread, heaviest = signed_percent(100 * change.spread), percent(100 * change.heaviest)
    return LossRow(name, percent(loss), spread, heaviest)
