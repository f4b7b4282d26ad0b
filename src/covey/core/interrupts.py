"""What becomes of work that the user interrupts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self


class Stoppable:
    """Work that keeps what it has found when the user stops it.

    Who ends the process, with an interrupt of another type, wants nothing any more: that one gets
    through.

    Examples
    --------
    >>> with Stoppable() as work:
    ...     raise KeyboardInterrupt
    >>> work.is_stopped
    True
    """

    is_stopped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        self.is_stopped = kind is KeyboardInterrupt
        return self.is_stopped


def undisturbed(step: Callable[[], None]) -> bool:
    """Run a step to its end although the user interrupts; return whether that happened.

    One Ctrl-C may arrive as several interrupts: libraries raise their own beside Python's. The
    step must be one that can be begun again.
    """
    is_stopped = False
    while True:
        try:
            step()
        except KeyboardInterrupt:
            is_stopped = True
        else:
            return is_stopped
