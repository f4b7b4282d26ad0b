"""What ``auto`` stands for."""

from __future__ import annotations

from dataclasses import dataclass

from covey.core.method import Method
from covey.core.wording import figure

AUTO = Method(
    name="auto",
    family="choice",
    summary="Lets Covey choose method, refinement and effort; the plan says what and why.",
    reference="Covey",
)

SEARCHED_FULLY = 50_000
"""Values up to which the search does all that the effort asks for: 5,000 records of 10 variables.
For more, the work stays as much in all, so that the default is a matter of seconds for every
table."""

IN_ONE_PIECE = 50_000**2 * 10
"""Values that a method compares when it looks at all pairs, up to which it takes seconds."""

FEW = 10
"""Variables. Fewer cost as much: the time goes to other things than their distances."""

LARGE_K = 50
"""Groups of so many are better formed around centroids than record by record."""

LEAST_SHARE = 1 / 75
"""Of the effort, for the largest tables: the time that it takes is that of the other steps."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What ``auto`` chose, and the reasons for people to read, as ends of sentences."""

    method: str
    refine: str
    effort: float
    why_method: str
    why_effort: str


def choose(n: int, p: int, k: int, effort: float, noun: str = "variables") -> Choice:
    """Return the method, the refinement and its effort for n records of p variables.

    Categories have several coordinates each; then these count, and the noun says so.
    """
    width = max(p, FEW)
    size = f"{n:,} records" if width == FEW else f"{n:,} records of {p:,} {noun}"
    share = min(1.0, max(SEARCHED_FULLY / (n * width), LEAST_SHARE))
    if n * n * width > IN_ONE_PIECE:
        method, why = "blocks", f"{size} are too many for a method that looks at all pairs"
    elif k >= LARGE_K:
        method, why = "mdav-centroid", "for large groups it is the better start for a search"
    else:
        method, why = "iamat", "it is fast, and a good start for a search"
    return Choice(method, "search", effort * share, why, _why(share, effort, size))


def _why(share: float, effort: float, size: str) -> str:
    if effort == 0.0:
        return "an effort of 0 asks for no more"
    if share == 1.0:
        return f"that is what an effort of {figure(effort)} asks for"
    return (
        f"{figure(100.0 * share, 2)} % of what a small table gets with an effort of "
        f"{figure(effort)}, because {size} take longer. A higher effort searches more"
    )
