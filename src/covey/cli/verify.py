"""``covey verify``: whether a file is what its manifest promises."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from covey.cli.console import guarded, print_json, stderr
from covey.core.errors import VerificationError


@guarded
def verify(
    file: Annotated[Path, typer.Argument(metavar="OUT", help="A file that Covey released.")],
    manifest: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Its manifest. (default: OUT.manifest.json)"),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, nothing else.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
) -> None:
    """Recompute hash and k-anonymity of a released file. Exit 0 if they hold, 2 if not."""
    from covey.releasing import verify as check

    try:
        found = check(file, manifest)
    except VerificationError as error:
        if as_json:
            print_json({"verified": False, "reason": str(error)})
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
        stderr().print(
            f"{file}: unchanged since its release. Each of its {found.n_records:,} records shares "
            f"its {_count(len(found.quasi_identifiers), 'quasi-identifier')} with at least "
            f"{_count(found.smallest_class - 1, 'other')} (k = {found.k}).",
            soft_wrap=True,
        )


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
