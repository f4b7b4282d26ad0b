"""``covey compare``: methods and group sizes side by side, as a picture and a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli.configuring import Config, configured, file_of
from covey.cli.console import guarded, mark_written, print_json, remark, say, stdout, working
from covey.cli.declared import settings_given, taking
from covey.cli.options import AsJson, Force, Fresh, Quiet, Source, located
from covey.core.wording import measured, span

if TYPE_CHECKING:
    from covey.results import Comparison

_SIZES_WIDTH, _FIGURE_WIDTH = 28, 11
"""Characters of the table that sizes and the mark take, and that one score takes."""


@guarded
@taking("ComparisonRequest")
def compare(
    source: Source = None,
    *,
    report: Annotated[
        Path | None, typer.Option(metavar="MAP.html", help="Write the risk–utility map.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option("--csv", metavar="TABLE.csv", help="Write the table.")
    ] = None,
    config: Config = None,
    fresh: Fresh = False,
    force: Force = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    **given: Any,
) -> None:
    """Compare methods and group sizes on one table: loss against risk, and what none beats.

    An interrupted comparison goes on where it stopped when the same command is given again.
    """
    targets = [path for path in (report, table) if path is not None]
    chosen = configured(config)
    source = located(file_of(source, chosen, "input", "to compare settings on"))

    from covey.core.request import ComparisonRequest
    from covey.experiments.compare import compare as run
    from covey.releasing import check_page, check_targets, write_texts

    settings = settings_given(ComparisonRequest, given, chosen)
    request = ComparisonRequest.of({**settings, "remember": not fresh})
    if report is not None:
        check_page(report, force=force, inputs=[source])
    check_targets(targets, force=force, inputs=[source])
    with working(is_quiet=quiet, as_json=as_json) as stages:
        comparison = run(source, request, stages)

    texts = {}
    if report is not None:
        texts[report] = comparison.page()
    if table is not None:
        texts[table] = _as_csv(comparison)
    if texts:
        write_texts(texts, force=force, inputs=[source])
        mark_written()
    if as_json:
        print_json(comparison.to_dict())
    elif not quiet:
        _show(comparison)
        for what, where in (("Map", report), ("Table", table)):
            if where is not None:
                stdout().print(f"{what:6} {where}", soft_wrap=True)


def _show(comparison: Comparison) -> None:
    """Print one row a setting, those on the Pareto front marked."""
    console = stdout()
    axes = (comparison.loss.symbol, comparison.risk.symbol)
    others = [symbol for symbol in comparison.runs[0].scores if symbol not in axes]
    # Where the window is narrow, the two that decide are shown whole, and the rest is in the files.
    names_width = max(len(run.name) for run in comparison.runs) + 2
    room = (console.width - names_width - _SIZES_WIDTH) // _FIGURE_WIDTH - len(axes)
    console.print(_table(comparison, [*axes, *others[: max(0, room)]]))
    count = f"{sum(comparison.is_efficient)} of {len(comparison.runs)} settings"
    say(f"{count} are on the front (●): {_meaning(comparison)}.", style="dim")
    if comparison.settings.get("roles", {}).get("unit"):
        remark("k counts units; sizes are records.")
    if comparison.n_remembered:
        remark(f"{comparison.n_remembered} were known from an earlier comparison.")
    for note in comparison.notes:
        remark(f"Note: {note}")


def _meaning(comparison: Comparison) -> str:
    """Say what the front is; of some measures more is better."""
    gain = "less" if comparison.loss.better == "lower" else "more"
    price = "more" if comparison.risk.better == "lower" else "less"
    loss, risk = comparison.loss.symbol, comparison.risk.symbol
    return f"no other one has {gain} {loss} without {price} {risk}"


def _table(comparison: Comparison, symbols: Sequence[str]) -> Any:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("", no_wrap=True)
    table.add_column("Method", no_wrap=True)
    for heading in ("k", "Groups", "Sizes", *map(partial(_heading, comparison), symbols)):
        table.add_column(heading, justify="right", no_wrap=True)
    for run, is_efficient in zip(comparison.runs, comparison.is_efficient, strict=True):
        table.add_row(
            "●" if is_efficient else "",
            run.name,
            str(run.k),
            f"{run.n_groups:,}",
            span(run.smallest, run.largest),
            *(measured(run.scores[symbol], digits=4) for symbol in symbols),
            style="bold" if is_efficient else "dim",
        )
    return table


def _heading(comparison: Comparison, symbol: str) -> str:
    return f"{symbol} {comparison.runs[0].scores.measures[symbol].unit}".strip()


def _as_csv(comparison: Comparison) -> str:
    rows = comparison.rows()
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({**row, "pareto": str(row["pareto"]).lower()} for row in rows)
    return text.getvalue()
