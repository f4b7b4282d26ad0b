"""``covey verify``: whether a file is what its manifest promises."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from covey.cli.console import guarded, print_json, say, watching
from covey.cli.flags import in_flags
from covey.cli.options import AsJson, Quiet
from covey.core.errors import VerificationError
from covey.core.wording import counted


@guarded
def verify(
    file: Annotated[Path, typer.Argument(metavar="OUT", help="A file that Covey released.")],
    manifest: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Its manifest. (default: OUT.manifest.json)"),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT",
            help="What Covey may take, such as 2GB; the file is then counted piece by piece, with "
            "the same answer. (default: it is read as a whole)",
        ),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Recompute hash and k-anonymity of a released file. Exit 0 if they hold, 2 if not."""
    from covey.core.request import memory_in_bytes
    from covey.releasing import verify as check

    allowed = None if memory is None else memory_in_bytes(memory)
    try:
        with watching(is_quiet=quiet or as_json) as stages:
            found = check(file, manifest, memory=allowed, progress=stages("Counting twins"))
    except VerificationError as error:
        if as_json:
            print_json({"verified": False, "reason": error.told(in_flags)})
        raise
    if as_json:
        print_json(
            {
                "verified": True,
                "output": str(file),
                "k": found.k,
                "smallest_class": found.smallest_class,
                "n_records": found.n_records,
                "quasi_identifiers": list(found.quasi_identifiers),
            }
        )
    elif not quiet:
        say(
            f"{file}: unchanged since its release. Each of its {found.n_records:,} records shares "
            f"its {counted(len(found.quasi_identifiers), 'quasi-identifier')} with at least "
            f"{counted(found.smallest_class - 1, 'other')} (k = {found.k})."
        )
