"""``covey inspect``: what a table holds, and a draft of the settings to protect it with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli.configuring import Config, configured, file_of
from covey.cli.console import guarded, mark_written, print_json, remark, say, stdout, working
from covey.cli.declared import settings_given, taking
from covey.cli.options import AsJson, Force, Quiet, Source, located

if TYPE_CHECKING:
    from covey.core.inspection import Finding
    from covey.results import Inspection


@guarded
@taking("InspectionRequest")
def inspect(
    source: Source = None,
    draft: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="covey.toml", help="Write a draft of the configuration."
        ),
    ] = None,
    *,
    config: Config = None,
    force: Force = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    **given: Any,
) -> None:
    """Look at a table: kinds, gaps, codes, a role for each column with the reason, unique records.

    No record is shown, and no value that few records have.
    """
    from covey.core.request import InspectionRequest

    chosen = configured(config)
    source = located(file_of(source, chosen, "input", "to inspect"))
    request = InspectionRequest.of(settings_given(InspectionRequest, given, chosen))

    from covey.pipeline import inspect as run
    from covey.releasing import check_targets
    from covey.releasing.draft import check_draft_name

    if draft is not None:
        check_draft_name(draft)
        check_targets([draft], force=force, inputs=[source])
    with working(is_quiet=quiet, as_json=as_json) as stages:
        found = run(source, request, stages)
    if draft is not None:
        found.write(draft, force=force)
        mark_written()
    if as_json:
        print_json({**found.to_dict(), "output": None if draft is None else str(draft)})
    elif not quiet:
        _show(found, draft)


def _show(found: Inspection, draft: Path | None) -> None:
    """Print one row a column, and how unique the records are."""
    from covey.releasing.draft import alone_in_words, command_with

    console = stdout()
    console.print(_table(found))
    say(alone_in_words(found), style="bold")
    if draft is not None:
        console.print(f"Draft     {draft}", soft_wrap=True)
        remark(f"Go through it, above all what is marked DECIDE; then: {command_with(draft)}")
    else:
        remark("-o covey.toml writes this as a configuration, which every command takes.")
    n_open = sum(bool(column.to_decide) for column in found.columns)
    if n_open:
        remark("● Needs the word of a person who knows the data; the draft says what is asked.")


def _table(found: Inspection) -> Any:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("", no_wrap=True)
    table.add_column("Column", overflow="fold")
    table.add_column("Holds", no_wrap=True)
    for heading in ("Values", "Missing"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("Role", no_wrap=True)
    table.add_column("Kind", no_wrap=True)
    table.add_column("Why")
    for column in found.columns:
        table.add_row(
            "●" if column.to_decide else "",
            column.name,
            column.content,
            _values(column),
            f"{column.n_gaps:,}",
            column.role,
            column.kind or "",
            _reason(column),
        )
    return table


def _values(column: Finding) -> str:
    from covey.core.inspection import MOST_COUNTED

    return f"> {MOST_COUNTED:,}" if column.n_values is None else f"{column.n_values:,}"


def _reason(column: Finding) -> str:
    codes = ", ".join(column.missing_codes)
    return f"{column.reason}; {codes} may mean no value" if codes else column.reason
