"""The command line: parse, call, render. It computes nothing."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command line; Ctrl-C while it is still loading is answered in words too."""
    # Loading creates a million objects that stay; looking through them for garbage again and again
    # takes a tenth of the time that a user of a small table waits.
    gc.set_threshold(1_000_000, 20, 100)
    code = 0
    try:
        from covey.cli.app import run

        run()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("covey: Stopped on request. Nothing was written.\n")
        code = 2
    _leave(code)


def _leave(code: int) -> NoReturn:
    """End the process without taking it apart object by object, which takes a third of a second.

    Every file is complete and closed by now; only what was printed still waits.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
    os._exit(code)
