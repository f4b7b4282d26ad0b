"""Ctrl-C ends the whole run: a search of one block must not take it for its own."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class StoppedError(KeyboardInterrupt):
    """The user stopped a run of many blocks.

    A refinement answers a plain interrupt with the best that it has found so far. Here that would
    be one block of many, and the run would go on with the next.
    """


@contextmanager
def stopping_at_once() -> Iterator[None]:
    """Let Ctrl-C raise `StoppedError`, where it would raise a plain interrupt."""
    is_plain = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_plain or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise StoppedError
