"""``covey protect``: a safe file in one command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli.console import guarded, mark_written, print_json, working
from covey.cli.declared import settings_given, taking
from covey.cli.options import AsJson, Quiet
from covey.cli.samples import located
from covey.cli.summary import show, summarize

if TYPE_CHECKING:
    from covey.core.request import Request
    from covey.core.source import Source
    from covey.core.trials import Trials


@guarded
@taking("Request", without=("input",))
def protect(
    source: Annotated[
        Path | None,
        typer.Argument(metavar="IN", help="CSV or Parquet file to protect, or sample:clinic."),
    ] = None,
    *,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="TOML or YAML with the same settings; options win."),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    **given: Any,
) -> None:
    """Protect a table: groups of at least K similar records get their group's mean values."""
    # Imported here so that help and errors in the words of the command cost no time.
    from covey.core.request import Request

    settings = settings_given(Request, {**given, "input": source}, config)
    _protect(Request.of(settings), config, as_json=as_json, is_quiet=quiet)


def _protect(request: Request, config: Path | None, *, as_json: bool, is_quiet: bool) -> None:
    source, output = _files(request)

    from covey.pipeline import protect as run
    from covey.releasing import preflight
    from covey.releasing.attachment import check_same_table
    from covey.releasing.publisher import write_release

    inputs = [path for path in (source, config, request.comparison) if path is not None]
    preflight(output, request.report, force=request.force, inputs=inputs)
    comparison = _comparison(request)

    def check(table: Source) -> None:
        if comparison is not None:
            check_same_table(comparison, table)

    with (
        working(is_quiet=is_quiet, as_json=as_json) as stages,
        run(source, request, stages, check=check) as release,
    ):
        manifest = write_release(
            release,
            output,
            report=request.report,
            audience=request.audience,
            comparison=comparison,
            order=None,
            force=request.force,
            stages=stages,
        )
        mark_written()
    if as_json:
        print_json(summarize(manifest, request))
    elif not is_quiet:
        show(manifest, release.scores, request)


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
