"""The variables that were grouped on, where a dependence tree chose them."""

from __future__ import annotations

from dataclasses import dataclass

from covey.core.subsets import Candidate, RankedSubsets
from covey.releasing.tree import METRIC_NAMES, draw_tree

_MOST = 10


@dataclass(frozen=True, slots=True)
class ChoiceSection:
    """The tree, what its edges weigh, the best candidates and how many there were."""

    chart: str
    metric: str
    best: tuple[Candidate, ...]
    n_candidates: int
    notes: tuple[str, ...]


def choice_section(selection: RankedSubsets | None) -> ChoiceSection | None:
    """Describe the choice of variables, if one was made."""
    if selection is None:
        return None
    return ChoiceSection(
        chart=draw_tree(selection, ident="dependence-tree"),
        metric=METRIC_NAMES[selection.metric],
        best=selection.candidates[:_MOST],
        n_candidates=len(selection.candidates),
        notes=selection.notes,
    )
