"""What is said of compiling: in the middle of a run, and by ``covey compile`` ahead of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from covey.cli.console import guarded, print_json, say, watching
from covey.cli.options import AsJson, Quiet

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


@guarded
def compile_ahead(
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Compile all that is compiled at first use otherwise: for images, CI and the impatient."""
    with watching(is_quiet=as_json or quiet) as stages:
        progress = stages("Compiling")
        from covey.experiments.compiling import compile_kernels

        found = compile_kernels(progress)
    folder = None if found.folder is None else str(found.folder)
    if as_json:
        print_json({"n_compiled": found.n_compiled, "cache": folder})
    elif not quiet:
        count = f"{found.n_compiled:,} functions" if found.n_compiled else "Nothing"
        where = f"The cache is {folder}" if folder else "No folder can be written to keep them."
        say(f"{count} had to be compiled. {where}")
