"""How long work tells how far it is, without knowing who listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Tick: TypeAlias = Callable[[float], None]
"""Takes the share of the work that is done, from 0 to 1."""

Watch: TypeAlias = Callable[[str], Tick]
"""Takes the name of a stage that begins and gives the function to report its progress to."""


def part(tick: Tick, start: float, end: float) -> Tick:
    """Return where a part of the work reports to, which is the stretch from start to end of it."""
    return lambda share: tick(start + (end - start) * share)


def quiet(_share: float) -> None:
    """Report to nobody."""


def unwatched(_stage: str) -> Tick:
    """Watch nothing: the default where nobody looks on."""
    return quiet
