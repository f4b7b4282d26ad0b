"""What is said when a kernel must be compiled in the middle of a run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ONCE = (
    "Compiling for this machine. This happens once and takes up to a minute or so; "
    "'covey compile' does it ahead."
)
EACH_TIME = (
    "Compiling for this machine, which takes up to a minute or so. No folder for the result can be "
    "written: name one with NUMBA_CACHE_DIR, or each run compiles again."
)


@contextmanager
def announcing_compilation(tell: Callable[[str], None]) -> Iterator[None]:
    """Say it once if a kernel must be compiled, and nothing if the cache has them all."""
    if "numba" not in sys.modules:  # then nothing is compiled, and help and lists stay quick
        yield
        return
    from covey.kernels.compiling import hearing_of_compilation

    told: list[str] = []

    def listen(is_kept: bool) -> None:  # noqa: FBT001 (what the kernels tell)
        if not told:
            told.append(ONCE if is_kept else EACH_TIME)
            tell(told[0])

    with hearing_of_compilation(listen):
        yield
