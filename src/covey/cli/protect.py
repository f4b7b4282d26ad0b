"""``covey protect``: a safe file in one command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from covey.cli.console import guarded, mark_written, print_json, warning_aloud, watching
from covey.cli.settings import delimiter_of, merge, split_measures, split_names, split_options
from covey.cli.summary import show, summarize

_ROLES, _FILE, _METHOD, _MEASURE = "Roles of columns", "Files", "Method", "Measures"


def _complete_method(incomplete: str) -> list[str]:
    from covey.pipeline import METHODS

    return [name for name in METHODS if name.startswith(incomplete)]


Columns = list[str] | None


@guarded
def protect(
    source: Annotated[
        Path | None, typer.Argument(metavar="IN", help="CSV or Parquet file to protect.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="OUT", help="Where the safe file goes."),
    ] = None,
    k: Annotated[
        str | None, typer.Option("-k", metavar="K", help="Smallest group size, 2 or more.")
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            help="Method, see 'covey methods'.  [default: auto]",
            autocompletion=_complete_method,
            rich_help_panel=_METHOD,
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Option of the method.", rich_help_panel=_METHOD),
    ] = None,
    identifier: Annotated[
        Columns, typer.Option(metavar="A,B", help="Dropped.", rich_help_panel=_ROLES)
    ] = None,
    quasi: Annotated[
        Columns,
        typer.Option(
            metavar="A,B",
            help="Microaggregated.  [default: numeric columns without a role]",
            rich_help_panel=_ROLES,
        ),
    ] = None,
    confidential: Annotated[
        Columns, typer.Option(metavar="A,B", help="Released as it is.", rich_help_panel=_ROLES)
    ] = None,
    other: Annotated[
        Columns, typer.Option(metavar="A,B", help="Released as it is.", rich_help_panel=_ROLES)
    ] = None,
    scaling: Annotated[
        str | None,
        typer.Option(help="zscore, minmax or none.  [default: zscore]", rich_help_panel=_METHOD),
    ] = None,
    refine: Annotated[
        str | None,
        typer.Option(help="What lowers the loss afterwards.", rich_help_panel=_METHOD),
    ] = None,
    effort: Annotated[
        str | None, typer.Option(help="Work for a refinement.", rich_help_panel=_METHOD)
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="Source of randomness.", rich_help_panel=_METHOD)
    ] = None,
    allow_not_k_anonymous: Annotated[
        bool,
        typer.Option(
            "--allow-not-k-anonymous",
            help="Accept a method after which a record need have no twin.",
            rich_help_panel=_METHOD,
        ),
    ] = False,
    rounding: Annotated[
        str | None,
        typer.Option(
            "--round",
            help="auto: back to the decimals or integers that a column had.  [default: none]",
            rich_help_panel=_METHOD,
        ),
    ] = None,
    measures: Annotated[
        str | None,
        typer.Option(
            metavar="all|A,B",
            help="What to measure, see 'covey measures'.",
            rich_help_panel=_MEASURE,
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar='"Y ~ A + B"',
            help="A regression that users of the data would run.",
            rich_help_panel=_MEASURE,
        ),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="R.html", help="Also write the report.")
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="TOML or YAML with the same settings; options win."),
    ] = None,
    delimiter: Annotated[
        str | None, typer.Option(help="CSV delimiter.", rich_help_panel=_FILE)
    ] = None,
    quote: Annotated[
        str | None, typer.Option(help="CSV quote character.", rich_help_panel=_FILE)
    ] = None,
    decimal: Annotated[
        str | None, typer.Option(help="Decimal mark, . or ,", rich_help_panel=_FILE)
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(help="Encoding of the CSV file.", rich_help_panel=_FILE)
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace files that exist.", rich_help_panel=_FILE)
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, nothing else.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
) -> None:
    """Protect a table: groups of at least K similar records get their group's mean values."""
    settings = merge(
        config,
        {
            "input": source,
            "output": output,
            "report": report,
            "force": force or None,
            "k": k,
            "method": method,
            "options": split_options(option) or {},
            "roles": {
                "identifier": split_names(identifier),
                "quasi": split_names(quasi),
                "confidential": split_names(confidential),
                "other": split_names(other),
            },
            "scaling": scaling,
            "refine": refine,
            "effort": effort,
            "seed": seed,
            "round": rounding,
            "allow_not_k_anonymous": allow_not_k_anonymous or None,
            "measures": split_measures(measures),
            "model": model,
            "reading": {
                "delimiter": delimiter_of(delimiter),
                "quote": quote,
                "decimal": decimal,
                "encoding": encoding,
            },
        },
    )
    _protect(settings, as_json=as_json, is_quiet=quiet)


def _protect(settings: dict[str, Any], *, as_json: bool, is_quiet: bool) -> None:
    # Imported here so that help and errors in the words of the command cost no time.
    from covey.core.errors import RequestError
    from covey.core.request import Request

    request = Request.of(settings)
    if request.input is None:
        raise RequestError("Say which file to protect: covey protect IN -o OUT -k 3.")
    if request.output is None:
        raise RequestError("Say where the safe file goes: -o OUT, a .csv or .parquet file.")

    from covey.pipeline import protect as run
    from covey.releasing import preflight

    preflight(request.output, request.report, force=request.force, source=request.input)
    with warning_aloud(is_quiet=is_quiet), watching(is_quiet=is_quiet or as_json) as watch:
        release = run(request.input, request, watch)
        release.write(request.output, report=request.report, force=request.force)
        mark_written()
    if as_json:
        print_json(summarize(release, request))
    elif not is_quiet:
        show(release, request)
