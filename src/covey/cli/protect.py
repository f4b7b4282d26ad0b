"""``covey protect``: a safe file in one command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli import options as shared
from covey.cli.console import guarded, mark_written, print_json, warning_aloud, watching
from covey.cli.samples import located
from covey.cli.settings import merge, split_measures, split_options
from covey.cli.summary import show, summarize

if TYPE_CHECKING:
    from covey.core.request import Request
    from covey.core.trials import Trials
    from covey.results import Release
    from covey.streaming import StreamedRelease


def _complete_method(incomplete: str) -> list[str]:
    from covey.pipeline import METHODS

    return [name for name in METHODS if name.startswith(incomplete)]


@guarded
def protect(
    source: Annotated[
        Path | None,
        typer.Argument(metavar="IN", help="CSV or Parquet file to protect, or sample:clinic."),
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
            help="Method, see 'covey methods'. (default: auto)",
            autocompletion=_complete_method,
            rich_help_panel=shared.METHOD,
        ),
    ] = None,
    option: shared.Option = None,
    identifier: shared.Identifier = None,
    quasi: shared.Quasi = None,
    confidential: shared.Confidential = None,
    other: shared.Other = None,
    scaling: shared.Scaling = None,
    refine: Annotated[
        str | None,
        typer.Option(
            help="What lowers the loss then: search, polish, dba2, none. (default: auto's choice)",
            rich_help_panel=shared.METHOD,
        ),
    ] = None,
    refine_option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="Option of the refinement.", rich_help_panel=shared.METHOD
        ),
    ] = None,
    effort: shared.Effort = None,
    seed: shared.Seed = None,
    workers: shared.Workers = None,
    allow_not_k_anonymous: shared.AllowNotKAnonymous = False,
    rounding: Annotated[
        str | None,
        typer.Option(
            "--round",
            metavar="none|auto|0..6",
            help="auto: as precise as each column was; 0 to 6: so many decimals. (default: none)",
            rich_help_panel=shared.METHOD,
        ),
    ] = None,
    formulas: Annotated[
        str | None,
        typer.Option(
            metavar="keep|escape",
            help="escape: an apostrophe before text that spreadsheets would run. (default: keep)",
            rich_help_panel=shared.FILE,
        ),
    ] = None,
    bound: Annotated[
        str | None,
        typer.Option(
            metavar="none|simple|relaxed",
            help="How low the loss could be at best. (default: simple if refined)",
            rich_help_panel=shared.MEASURE,
        ),
    ] = None,
    select: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Group on N variables only, chosen by their dependence tree.",
            rich_help_panel=shared.TREE,
        ),
    ] = None,
    metric: shared.Metric = None,
    width: shared.Width = None,
    intervals: shared.Intervals = None,
    exhaustive: shared.Exhaustive = False,
    measures: shared.Measures = None,
    model: shared.Model = None,
    report: Annotated[
        Path | None, typer.Option(metavar="R.html", help="Also write the report.")
    ] = None,
    audience: Annotated[
        str | None,
        typer.Option(
            metavar="public|internal",
            help="Who reads the report: public unless told; internal is not to be published.",
        ),
    ] = None,
    comparison: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="What 'covey compare --json' printed, for the internal report."
        ),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="TOML or YAML with the same settings; options win."),
    ] = None,
    order: Annotated[
        str | None,
        typer.Option(
            metavar="sorted|kept",
            help="Rows by their released values, or as in the input. (default: sorted)",
            rich_help_panel=shared.FILE,
        ),
    ] = None,
    delimiter: shared.Delimiter = None,
    quote: shared.Quote = None,
    decimal: shared.Decimal = None,
    encoding: shared.Encoding = None,
    header: shared.Header = None,
    memory: shared.Memory = None,
    force: shared.Force = False,
    as_json: shared.AsJson = False,
    quiet: shared.Quiet = False,
) -> None:
    """Protect a table: groups of at least K similar records get their group's mean values."""
    settings = merge(
        config,
        {
            "input": source,
            "output": output,
            "report": report,
            "audience": audience,
            "comparison": comparison,
            "order": order,
            "force": force or None,
            "k": k,
            "method": method,
            "options": split_options(option) or {},
            "roles": shared.roles_of(identifier, quasi, confidential, other),
            "scaling": scaling,
            "refine": refine,
            "refine_options": split_options(refine_option) or {},
            "effort": effort,
            "seed": seed,
            "workers": workers,
            "round": rounding,
            "formulas": formulas,
            "bound": bound,
            "allow_not_k_anonymous": allow_not_k_anonymous or None,
            "measures": split_measures(measures),
            "model": model,
            "select": select,
            "metric": metric,
            "width": width,
            "intervals": intervals,
            "exhaustive": exhaustive or None,
            "memory": memory,
            "reading": shared.reading_of(delimiter, quote, decimal, encoding, header),
        },
    )
    _protect(settings, config, as_json=as_json, is_quiet=quiet)


def _protect(
    settings: dict[str, Any], config: Path | None, *, as_json: bool, is_quiet: bool
) -> None:
    # Imported here so that help and errors in the words of the command cost no time.
    from covey.core.request import Request

    request = Request.of(settings)
    source, output = _files(request)

    from covey.pipeline import protect_table
    from covey.reading import read
    from covey.releasing import preflight
    from covey.releasing.attachment import check_same_table

    inputs = [path for path in (source, config, request.comparison) if path is not None]
    preflight(output, request.report, force=request.force, inputs=inputs)
    comparison = _comparison(request)
    if request.memory is not None and _is_too_large(source, request):
        _stream(source, output, request, as_json=as_json, is_quiet=is_quiet)
        return
    with warning_aloud(is_quiet=is_quiet), watching(is_quiet=is_quiet or as_json) as stages:
        table = read(source, request.reading)
        if comparison is not None:
            check_same_table(comparison, table)
        release = protect_table(table, request, stages)
        release.write(
            output,
            report=request.report,
            audience=request.audience,
            comparison=comparison,
            force=request.force,
        )
        mark_written()
    _tell(release, request, as_json=as_json, is_quiet=is_quiet)


def _is_too_large(source: Path, request: Request) -> bool:
    from covey.streaming import is_too_large

    return is_too_large(source, request)


def _stream(source: Path, output: Path, request: Request, *, as_json: bool, is_quiet: bool) -> None:
    """Protect a table that does not fit into the memory allowed."""
    from covey.streaming import protect_file

    with warning_aloud(is_quiet=is_quiet), watching(is_quiet=is_quiet or as_json) as stages:
        release = protect_file(source, output, request, stages)
        mark_written()
    _tell(release, request, as_json=as_json, is_quiet=is_quiet)


def _tell(
    release: Release | StreamedRelease, request: Request, *, as_json: bool, is_quiet: bool
) -> None:
    if as_json:
        print_json(summarize(release, request))
    elif not is_quiet:
        show(release, request)


def _files(request: Request) -> tuple[Path, Path]:
    """Return input and output, or say which is missing."""
    from covey.core.errors import RequestError

    if request.input is None:
        raise RequestError("Say which file to protect: covey protect IN -o OUT -k 3.")
    if request.output is None:
        raise RequestError("Say where the safe file goes: -o OUT, a .csv or .parquet file.")
    if request.comparison is not None and request.report is None:
        raise RequestError("A comparison goes into the report: say where, with --report R.html.")
    return located(request.input), request.output


def _comparison(request: Request) -> Trials | None:
    """Return the comparison that the report will hold, if any."""
    from covey.measuring import MEASURES
    from covey.releasing.attachment import check_audience, read_comparison

    check_audience(request.audience, has_comparison=request.comparison is not None)
    return None if request.comparison is None else read_comparison(request.comparison, MEASURES)
