"""``covey protect``: a safe file in one command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli.configuring import Config, configured
from covey.cli.console import guarded, mark_written, print_json, remark, stdout, working
from covey.cli.declared import settings_given, taking
from covey.cli.measure import meaning, table_of_figures
from covey.cli.options import AsJson, Quiet, located
from covey.core.wording import counted, measured

if TYPE_CHECKING:
    from covey.core.request import Request
    from covey.core.scores import Scores
    from covey.core.source import Source
    from covey.core.trials import Trials
    from covey.releasing.protection import Protection

_Source = Annotated[
    Path | None,
    typer.Argument(metavar="IN", help="CSV or Parquet file to protect, or sample:clinic."),
]
_SHARED = (
    "method",
    "k",
    "n_records",
    "n_groups",
    "group_size",
    "k_anonymous",
    "published",
    "scores",
    "notes",
)
"""What the summary repeats of the manifest."""

_WHERE_PRESENT = ("bound", "group_units", "missing", "strata", "coded", "separate", "weights")
"""What it repeats of what not every manifest has."""


@guarded
@taking("Request", without=("input",))
def protect(
    source: _Source = None,
    *,
    config: Config = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    **given: Any,
) -> None:
    """Protect a table: groups of at least K similar records get their group's mean values."""
    # Imported here so that help and errors in the words of the command cost no time.
    from covey.core.request import Request

    settings = settings_given(Request, {**given, "input": source}, configured(config))
    _protect(Request.of(settings), config, as_json=as_json, is_quiet=quiet)


def _protect(request: Request, config: Path | None, *, as_json: bool, is_quiet: bool) -> None:
    source, output = _files(request)

    from covey.pipeline import protect as run
    from covey.releasing import preflight
    from covey.releasing.publisher import check_same_table, write_release

    trees = [one.taxonomy for one in request.columns.values()]
    given = (source, config, request.comparison, *trees)
    inputs = [path for path in given if isinstance(path, Path)]
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
        print_json(_summary(manifest, request))
    elif not is_quiet:
        _show(manifest, release.scores, request)


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
    from covey.releasing.publisher import check_audience, read_comparison

    check_audience(request.audience, has_comparison=request.comparison is not None)
    return None if request.comparison is None else read_comparison(request.comparison, MEASURES)


def _summary(manifest: Mapping[str, Any], request: Request) -> dict[str, Any]:
    """Return the object that ``--json`` prints."""
    return {
        **{key: manifest[key] for key in _SHARED},
        "output": str(request.output),
        "manifest": f"{request.output}.manifest.json",
        "report": None if request.report is None else str(request.report),
        "audience": None if request.report is None else request.audience,
        **{key: manifest[key] for key in _WHERE_PRESENT if key in manifest},
        "plan": manifest["plan"],
    }


def _show(manifest: Mapping[str, Any], scores: Scores, request: Request) -> None:
    """Print the table that people read, and where the files are."""
    from covey.measuring import MEASURES
    from covey.releasing.protection import Protection

    summary, protection = _summary(manifest, request), Protection.of(manifest)
    table = table_of_figures(padding=(0, 2, 0, 0))
    for row in _counted_rows(summary, protection):
        table.add_row(*row)
    for symbol, value in scores.items():
        words = meaning(scores, symbol)
        if symbol == "IL" and "bound" in summary:
            words = f"(bound {measured(summary['bound']['IL'])} %) {words}"
        table.add_row(symbol, f"{measured(value)} {MEASURES[symbol].unit}", words)
    console = stdout()
    console.print(table)
    for what, where in (
        ("Safe file" if protection.is_complete else "File", summary["output"]),
        ("Manifest", summary["manifest"]),
        ("Report", summary["report"]),
    ):
        if where is not None:
            console.print(f"{what:10} {where}", soft_wrap=True)
    if summary["audience"] == "internal":
        remark("The report is internal: do not publish it.", style="bold")
    elif summary["audience"] == "public":
        remark("The report is for the public; --audience internal tells all.")
    if protection.warning:
        remark(f"Note: {protection.warning}", style="bold")
    for note in manifest["plan"]["notes"]:
        remark(f"Note: {note}")


def _counted_rows(
    summary: Mapping[str, Any], protection: Protection
) -> Iterator[tuple[str, str, str]]:
    """Yield what was counted: records, groups, and classes on everything that is published."""
    size, k = summary["group_size"], f"k = {summary['k']}"
    kept = f"{k}, {protection.kept}"
    has_units = "group_units" in summary
    groups = f"in {counted(summary['n_groups'], 'group')}"
    yield "Records", f"{summary['n_records']:,}", groups
    yield "Group size", f"{size['min']:,} to {size['max']:,}", "records" if has_units else kept
    if has_units:
        units = summary["group_units"]
        yield "Group units", f"{units['min']:,} to {units['max']:,}", f"respondents, {kept}"
    yield "Below k", f"{protection.below_k:,}", protection.counting
