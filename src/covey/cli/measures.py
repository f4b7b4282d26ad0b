"""``covey measures``: what can be measured."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli.console import guarded, print_json, stdout
from covey.cli.options import AsJson
from covey.core.wording import figure

if TYPE_CHECKING:
    from covey.core.measure import Measure


@guarded
def measures(
    symbol: Annotated[str | None, typer.Argument(help="Show one measure in full.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the measures of information loss and disclosure risk."""
    from covey.core.registry import unknown
    from covey.measuring import MEASURES

    chosen = list(MEASURES.values())
    if symbol is not None:
        chosen = [each for each in chosen if each.symbol.lower() == symbol.lower()]
        if not chosen:
            raise unknown("measure", symbol, MEASURES)
    if as_json:
        print_json({"measures": [_describe(measure) for measure in chosen]})
    elif symbol is None:
        _list(chosen)
    else:
        _show(chosen[0])


def _describe(measure: Measure) -> dict[str, Any]:
    return {
        "symbol": measure.symbol,
        "name": measure.name,
        "kind": measure.kind,
        "range": [_bound(measure.low), _bound(measure.high)],
        "better": measure.better,
        "unit": measure.unit,
        "formula": measure.formula,
        "reference": measure.reference,
        "plain": measure.plain,
        "needs": measure.needs or None,
        "is_default": measure.is_default,
    }


def _bound(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _list(chosen: list[Measure]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("Measure", no_wrap=True, style="bold")
    table.add_column("Kind", no_wrap=True)
    table.add_column("Better", no_wrap=True)
    table.add_column("In plain words")
    for measure in chosen:
        table.add_row(measure.symbol, measure.kind, measure.better, measure.plain)
    console = stdout()
    console.print(table)
    console.print("\nOne measure in full: covey measures SYMBOL", style="dim")


def _show(measure: Measure) -> None:
    console = stdout()
    console.print(f"{measure.symbol}  {measure.name}", style="bold")
    console.print(measure.plain)
    low, high = (
        figure(bound) if math.isfinite(bound) else "∞" for bound in (measure.low, measure.high)
    )
    span = f"{low} to {high} {measure.unit}".strip()
    console.print(f"Range      {span}, {measure.better} is better")
    console.print(f"Formula    {measure.formula}")
    console.print(f"Reference  {measure.reference}")
    if measure.needs:
        console.print(f"Needs      {measure.needs}")
