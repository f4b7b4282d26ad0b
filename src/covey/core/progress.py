"""How long work tells how far it is, without knowing who listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias


class Tick(Protocol):
    """Takes the share of the work that is done, from 0 to 1, and perhaps how it goes, in words."""

    def __call__(self, share: float, note: str = "", /) -> None:
        """Report."""


Watch: TypeAlias = Callable[[str], Tick]
"""Takes the name of a stage that begins and gives the function to report its progress to."""


def part(tick: Tick, start: float, end: float) -> Tick:
    """Return where a part of the work reports to, which is the stretch from start to end of it."""

    def report(share: float, note: str = "", /) -> None:
        tell(tick, start + (end - start) * share, note)

    return report


def tell(tick: Tick, share: float, note: str) -> None:
    """Report with a note if there is one: most listeners want the share alone."""
    if note:
        tick(share, note)
    else:
        tick(share)


def quiet(_share: float, _note: str = "", /) -> None:
    """Report to nobody."""


def unwatched(_stage: str) -> Tick:
    """Watch nothing: the default where nobody looks on."""
    return quiet
