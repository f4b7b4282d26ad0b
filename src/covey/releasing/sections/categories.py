"""What masking did to the variables that are no numbers, in figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from covey.core.masking import Masking
from covey.core.recoding import recodings_of
from covey.core.wording import percent


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """A variable: its kind, its categories before and after, and how much of it changed."""

    name: str
    kind: str
    n_before: int
    n_after: int
    changed: str  # share of the values
    distance: str  # total variation distance of the distribution; empty if it was not measured


def categories_table(release: Masking) -> list[CategoryRow]:
    """List the variables that are no numbers, in the order of the columns."""
    treatments, distances = release.plan.treatments, release.scores.details.get("TV", {})
    return [
        CategoryRow(
            name,
            treatments[name].kind if name in treatments else "nominal",
            sum(count > 0 for count in recoding.before.values()),
            sum(count > 0 for count in recoding.after.values()),
            percent(recoding.share_changed),
            percent(distances[name]) if name in distances else "",
        )
        for name, recoding in recodings_of(release.blocks).items()
    ]


def losses_of_categories(release: Masking) -> Mapping[str, float]:
    """Return the loss of each such variable that varied, where it was measured."""
    measured = release.scores.details.get("IL", {})
    return {
        encoder.name: measured[encoder.name]
        for encoder in release.plan.encoded.categorical.encoders
        if encoder.name in measured and not encoder.profile.is_constant
    }
