"""Options that several commands share, declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from covey.cli.settings import delimiter_of, split_names

ROLES, FILE, METHOD, MEASURE = "Roles of columns", "Files", "Method", "Measures"
TREE = "Dependence tree"

Columns = list[str] | None

Source = Annotated[
    Path, typer.Argument(metavar="IN", help="CSV or Parquet file, or sample:clinic.")
]
Identifier = Annotated[
    Columns,
    typer.Option(
        metavar="A,B",
        help="Dropped. Write a name with a comma in double quotes within single ones.",
        rich_help_panel=ROLES,
    ),
]
Quasi = Annotated[
    Columns,
    typer.Option(
        metavar="A,B",
        help="Microaggregated. (default: numeric columns without a role)",
        rich_help_panel=ROLES,
    ),
]
Confidential = Annotated[
    Columns, typer.Option(metavar="A,B", help="Released as it is.", rich_help_panel=ROLES)
]
Other = Annotated[
    Columns, typer.Option(metavar="A,B", help="Released as it is.", rich_help_panel=ROLES)
]
Scaling = Annotated[
    str | None,
    typer.Option(help="zscore, minmax or none. (default: zscore)", rich_help_panel=METHOD),
]
Effort = Annotated[
    str | None,
    typer.Option(
        metavar="X",
        help="Work for a refinement. (default: 1; 0.1 for comparisons)",
        rich_help_panel=METHOD,
    ),
]
Seed = Annotated[str | None, typer.Option(help="Source of randomness.", rich_help_panel=METHOD)]
AllowNotKAnonymous = Annotated[
    bool,
    typer.Option(
        "--allow-not-k-anonymous",
        help="Accept a method after which a record need have no twin.",
        rich_help_panel=METHOD,
    ),
]
Measures = Annotated[
    str | None,
    typer.Option(
        metavar="all|A,B",
        help="What to measure, see 'covey measures'.",
        rich_help_panel=MEASURE,
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        metavar='"Y ~ A + B"',
        help="A regression that users of the data would run.",
        rich_help_panel=MEASURE,
    ),
]
Option = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="Option of the method.", rich_help_panel=METHOD),
]
Metric = Annotated[
    str | None,
    typer.Option(
        metavar="emim|chi2|correlation",
        help="What the edges weigh. (default: emim)",
        rich_help_panel=TREE,
    ),
]
Width = Annotated[
    str | None,
    typer.Option(
        metavar="W", help="Width of the categories, one for all variables.", rich_help_panel=TREE
    ),
]
Intervals = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="Categories of each variable instead. (default: by the number of records)",
        rich_help_panel=TREE,
    ),
]
Exhaustive = Annotated[
    bool,
    typer.Option(
        "--exhaustive", help="Try all subsets, not only the tree's.", rich_help_panel=TREE
    ),
]
Delimiter = Annotated[str | None, typer.Option(help="CSV delimiter.", rich_help_panel=FILE)]
Quote = Annotated[str | None, typer.Option(help="CSV quote character.", rich_help_panel=FILE)]
Decimal = Annotated[str | None, typer.Option(help="Decimal mark, . or ,", rich_help_panel=FILE)]
Encoding = Annotated[
    str | None, typer.Option(help="Encoding of the CSV file.", rich_help_panel=FILE)
]
Header = Annotated[
    str | None,
    typer.Option(
        metavar="yes|no",
        help="Whether the CSV file's first line holds names; without, columns are c1, c2, …",
        rich_help_panel=FILE,
    ),
]
Force = Annotated[
    bool, typer.Option("--force", help="Replace files that exist.", rich_help_panel=FILE)
]
Workers = Annotated[
    str | None,
    typer.Option(metavar="N", help="How many at once. (default: one for each core)"),
]
Memory = Annotated[
    str | None,
    typer.Option(
        metavar="AMOUNT",
        help="What Covey may take, such as 2GB; larger tables go through the disk, in blocks.",
        rich_help_panel=FILE,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


def roles_of(identifier: Columns, quasi: Columns, confidential: Columns, other: Columns) -> Any:
    """Return the setting ``roles`` from the four options."""
    return {
        "identifier": split_names(identifier),
        "quasi": split_names(quasi),
        "confidential": split_names(confidential),
        "other": split_names(other),
    }


def reading_of(
    delimiter: str | None,
    quote: str | None,
    decimal: str | None,
    encoding: str | None,
    header: str | None,
) -> Any:
    """Return the setting ``reading`` from the five options."""
    return {
        "delimiter": delimiter_of(delimiter),
        "quote": quote,
        "decimal": decimal,
        "encoding": encoding,
        "header": header,
    }
