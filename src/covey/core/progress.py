"""How long work reports its progress, whatever becomes of the report."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol, TypeAlias


class Progress(Protocol):
    """Takes the share of the work that is done, from 0 to 1, and perhaps how it goes, in words."""

    def __call__(self, share: float, note: str = "", /) -> None:
        """Report."""


class Stage(StrEnum):
    """The stages of a release that code tells apart; the value is what people read."""

    GROUPING = "Grouping records"
    REFINING = "Lowering the loss"
    BOUNDING = "Looking how low the loss can be"
    MEASURING = "Measuring loss and risk"


Stages: TypeAlias = Callable[[str], Progress]
"""Takes the name of a stage that begins and gives the function to report its progress to."""


def part(progress: Progress, start: float, end: float) -> Progress:
    """Return where a part of the work reports to, which is the stretch from start to end of it."""

    def report(share: float, note: str = "", /) -> None:
        tell(progress, start + (end - start) * share, note)

    return report


def tell(progress: Progress, share: float, note: str) -> None:
    """Report with a note if there is one: most listeners want the share alone."""
    if note:
        progress(share, note)
    else:
        progress(share)


def quiet(_share: float, _note: str = "", /) -> None:
    """Take a report and do nothing with it."""


def unwatched(_stage: str) -> Progress:
    """Return a progress that is not shown, whichever stage begins: the default."""
    return quiet
