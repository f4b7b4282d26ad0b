"""What ``auto`` stands for."""

from __future__ import annotations

from dataclasses import dataclass

from covey.core.registry import Method

AUTO = Method(
    name="auto",
    family="choice",
    summary="Lets Covey choose method, refinement and effort; the plan says what and why.",
    reference="Covey",
)

SEARCHED_FULLY = 5_000
"""Records up to which the search does all that the effort asks for. For more, the iterations stay
as many in all, so that the default is a matter of seconds for every table."""

IN_ONE_PIECE = 50_000
"""Records up to which a method that looks at all pairs takes seconds."""

LEAST_SHARE = 1 / 75
"""Of the effort, for the largest tables: the time that it takes is that of the other steps."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What ``auto`` chose, and the reason for people to read.

    Parameters
    ----------
    method, refine : str
        Method and refinement.
    effort : float
        For the refinement.
    reason : str
        The end of a sentence.
    """

    method: str
    refine: str
    effort: float
    reason: str


def choose(n: int, effort: float) -> Choice:
    """Return the method, the refinement and its effort for a table of n records.

    Examples
    --------
    >>> choice = choose(1_000, 1.0)
    >>> choice.method, choice.refine, choice.effort
    ('iamat', 'search', 1.0)
    >>> choose(1_000_000, 1.0).method
    'blocks'
    """
    share = min(1.0, max(SEARCHED_FULLY / n, LEAST_SHARE))
    granted = effort * share
    if n > IN_ONE_PIECE:
        return Choice(
            "blocks",
            "search",
            granted,
            f"on {n:,} records a method that looks at all pairs would take too long, and the "
            "search looks across the borders of blocks",
        )
    if effort == 0.0:
        reason = "that is what an effort of 0 asks for"
    elif share == 1.0:
        reason = f"{n:,} records can be searched thoroughly within seconds"
    else:
        reason = (
            f"a thorough search of {n:,} records would take minutes; a higher effort asks for it"
        )
    return Choice("iamat", "search", granted, reason)
