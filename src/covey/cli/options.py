"""Options that are no settings of a request and that several commands share, and samples."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

FILES, TREE = "Files", "Dependence tree"
_SAMPLE = "sample:"

Source = Annotated[
    Path | None, typer.Argument(metavar="IN", help="CSV or Parquet file, or sample:clinic.")
]
Fresh = Annotated[
    bool,
    typer.Option("--fresh", help="Take nothing from earlier comparisons.", rich_help_panel=FILES),
]
Force = Annotated[
    bool, typer.Option("--force", help="Replace files that exist.", rich_help_panel=FILES)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


def located(source: Path) -> Path:
    """Return the file that a command reads; ``sample:clinic`` is looked for, or fetched."""
    name = str(source)
    if not name.startswith(_SAMPLE) or source.exists():
        return source
    from covey.datasets import file_of

    return file_of(name.removeprefix(_SAMPLE))
