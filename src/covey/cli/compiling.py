"""``covey compile``: what the first run would compile, ahead of it."""

from __future__ import annotations

from covey.cli.console import guarded, print_json, say, watching
from covey.cli.options import AsJson, Quiet


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
