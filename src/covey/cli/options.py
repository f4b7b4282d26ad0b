"""Options that are no settings of a request and that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

FILES, TREE = "Files", "Dependence tree"

Source = Annotated[
    Path, typer.Argument(metavar="IN", help="CSV or Parquet file, or sample:clinic.")
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
