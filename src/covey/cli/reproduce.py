"""``covey reproduce``: what the papers print beside what we get."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli.console import guarded, mark_written, print_json, stdout, watching
from covey.cli.options import AsJson
from covey.core.errors import RequestError
from covey.core.wording import counted, figure

if TYPE_CHECKING:
    from covey.experiments.reproduce import Reproduction, Row

_STYLES = {
    "reproduced": "green",
    "close": "green",
    "in trend": "cyan",
    "explained": "yellow",
    "failed": "bold red",
}


@guarded
def reproduce(
    tables: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TABLE]...", help="001-1, 000-III, 000-figure-2; 001 is all of that paper."
        ),
    ] = None,
    is_list: Annotated[
        bool, typer.Option("--list", help="Name every table that can be reproduced.")
    ] = False,
    is_all: Annotated[bool, typer.Option("--all", help="Reproduce every table.")] = False,
    is_quick: Annotated[
        bool, typer.Option("--quick", help="Leave out the large sizes: minutes, not hours.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FOLDER",
            help="Write the rows as CSV, and the figures as SVG. (default: print only)",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of simulated data.")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Replace files in FOLDER.")] = False,
    as_json: AsJson = False,
) -> None:
    """Reproduce published tables: printed figures beside ours, row by row, with a verdict."""
    if is_list:
        _list(as_json=as_json)
        return
    if is_all == bool(tables):
        raise RequestError(
            "Name the tables to reproduce, as in 'covey reproduce 001-1', or give --all, not both. "
            "'covey reproduce --list' names them."
        )

    from covey.experiments.reproduce import TABLES, check_folder, find_tables, write
    from covey.experiments.reproduce import reproduce as run

    chosen = list(TABLES.values()) if is_all else find_tables(tables or [])
    if output is not None:
        check_folder(output, chosen, force=force)
    with watching(is_quiet=as_json) as stages:
        found = run(chosen, is_quick=is_quick, seed=seed, stages=stages)
    written = [] if output is None else write(found, output, force=force)
    if written:
        mark_written()
    failed = [row for each in found for row in each.failed]
    if as_json:
        print_json(_as_json(found, written, seed=seed, is_quick=is_quick))
    else:
        for each in found:
            _show(each)
        _summarize(found, failed, written)
    if failed:
        raise typer.Exit(1)


def _list(*, as_json: bool) -> None:
    from rich.table import Table

    from covey.experiments.reproduce import PAPERS, TABLES

    if as_json:
        tables = [
            {"name": table.name, "title": table.title, "rows": len(table.printed)}
            for table in TABLES.values()
        ]
        print_json({"papers": dict(PAPERS), "tables": tables})
        return
    console = stdout()
    for paper, reference in PAPERS.items():
        console.print(f"{paper}  {reference}", style="bold")
        table = Table(box=None, padding=(0, 2, 0, 0))
        table.add_column("Table", style="bold", no_wrap=True)
        table.add_column("Rows", justify="right", no_wrap=True)
        table.add_column("What it shows")
        for name, each in TABLES.items():
            if name.startswith(f"{paper}-"):
                table.add_row(name, str(len(each.printed)), each.title)
        console.print(table)
        console.print()
    console.print("One of them: covey reproduce 001-1. All: covey reproduce --all --quick")


def _show(found: Reproduction) -> None:
    notes = _numbered(found.rows)
    has_tried = any(row.if_so is not None for row in found.rows)
    console = stdout()
    console.print(_table(found, notes, has_tried=has_tried))
    for note, number in notes.items():
        console.print(f"[{number}] {note}", style="dim")
    if has_tried:
        console.print("If so: what we get if the reason given is right.", style="dim")
    console.print()


def _table(found: Reproduction, notes: dict[str, int], *, has_tried: bool) -> Any:
    """Return the rows as a table; what is the same in all of them stands in its title."""
    from rich.table import Table
    from rich.text import Text

    names: dict[str, list[str]] = {
        "Data": [row.dataset for row in found.rows],
        "Method": [row.method for row in found.rows],
        "k": ["" if row.k is None else str(row.k) for row in found.rows],
        "Measure": [row.measure for row in found.rows],
    }
    varying = {name: values for name, values in names.items() if len(set(values)) > 1}
    shared = [f"{'k = ' * (n == 'k')}{v[0]}" for n, v in names.items() if n not in varying and v[0]]
    title = f"{found.table.name}  {found.table.title}" + f" ({', '.join(shared)})" * bool(shared)
    table = Table(title=title, title_justify="left", box=None, padding=(0, 1, 0, 0))
    for name in varying:
        table.add_column(name, overflow="fold", justify="right" if name == "k" else "left")
    for name in ("Published", "Ours", "Difference"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("Verdict", no_wrap=True)
    if has_tried:
        table.add_column("If so", justify="right", no_wrap=True)
    for number, row in enumerate(found.rows):
        mark = f" [{notes[row.note]}]" if row.note else ""
        table.add_row(
            *(values[number] for values in varying.values()),
            *map(_number, (row.published, row.ours, row.difference)),
            Text(f"{row.verdict}{mark}", style=_STYLES.get(row.verdict, "dim")),
            *([_number(row.if_so)] if has_tried else []),
        )
    return table


def _numbered(rows: tuple[Row, ...]) -> dict[str, int]:
    """Give each distinct note a number: many rows share one."""
    distinct = dict.fromkeys(row.note for row in rows if row.note)
    return {note: number for number, note in enumerate(distinct, start=1)}


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return figure(round(value, 4), 12)


def _counts(found: list[Reproduction]) -> dict[str, int]:
    from covey.experiments.reproduce import count_verdicts

    return count_verdicts([row for each in found for row in each.rows])


def _summarize(found: list[Reproduction], failed: list[Row], written: list[Path]) -> None:
    from covey.experiments.reproduce import MEANINGS

    counts = _counts(found)
    told = ", ".join(f"{count:,} {verdict}" for verdict, count in counts.items() if count)
    console = stdout()
    rows, tables = counted(sum(counts.values()), "row"), counted(len(found), "table")
    console.print(f"{rows} of {tables}: {told}.", style="bold", soft_wrap=True)
    for verdict, meaning in MEANINGS.items():
        if counts[verdict]:
            console.print(f"{verdict}: {meaning}.", style="dim", soft_wrap=True)
    for row in failed:
        k = "" if row.k is None else f", k = {row.k}"
        console.print(
            f"Failed: {row.table}, {row.dataset}, {row.method}{k}, {row.measure}. {row.note}",
            style="red",
            soft_wrap=True,
        )
    if not failed:
        console.print("No row differs without an explanation.")
    if written:
        console.print(f"Written to '{written[0].parent}': {counted(len(written), 'file')}.")


def _as_json(
    found: list[Reproduction], written: list[Path], *, seed: int, is_quick: bool
) -> dict[str, Any]:
    from covey.experiments.reproduce import as_record

    return {
        "tables": [
            {
                "name": each.table.name,
                "title": each.table.title,
                "summary": each.counts,
                "rows": [as_record(row) for row in each.rows],
            }
            for each in found
        ],
        "summary": _counts(found),
        "seed": seed,
        "quick": is_quick,
        "files": [str(path) for path in written],
    }
