"""``covey measure``: loss and risk of what any tool made of a table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli.configuring import Config, configured, file_of
from covey.cli.console import guarded, print_json, remark, say, stdout, watching
from covey.cli.declared import settings_given, taking
from covey.cli.options import AsJson, located
from covey.core.wording import measured

if TYPE_CHECKING:
    from covey.core.roles import Roles
    from covey.core.scores import Scores

_SHOWN = 20
"""Names in one line; wide tables have thousands of columns."""


@guarded
@taking("MeasureRequest")
def measure(
    original: Annotated[
        Path | None, typer.Argument(metavar="ORIGINAL", help="The table before masking.")
    ] = None,
    masked: Annotated[
        Path | None, typer.Argument(metavar="MASKED", help="The table after masking.")
    ] = None,
    *,
    config: Config = None,
    as_json: AsJson = False,
    **given: Any,
) -> None:
    """Measure information loss and disclosure risk of a masked table, from whatever tool."""
    chosen = configured(config)
    original = located(file_of(original, chosen, "input", "was masked"))
    masked = located(file_of(masked, chosen, "output", "came of it"))

    from covey.core.request import MeasureRequest
    from covey.pipeline import measure as run
    from covey.releasing import promised_columns, promised_roles

    settings = settings_given(MeasureRequest, given, _with_keys(chosen))
    if (roles := promised_roles(masked)) is not None:
        settings = _with_promised(settings, roles, promised_columns(masked))
    request = MeasureRequest.of(settings)
    with watching(is_quiet=as_json) as stages:
        scores = run(original, masked, request, stages)
    if as_json:
        print_json(
            {
                "keys": list(scores.variables),
                "left_out": dict(scores.left_out),
                "smallest_class": scores.smallest_class,
                "scores": dict(scores),
                "notes": dict(scores.notes),
                "details": {symbol: dict(values) for symbol, values in scores.details.items()},
            }
        )
    else:
        say(f"Compared: {', '.join(scores.variables)}")
        show_left_out(scores)
        say(describe_smallest(scores.smallest_class or 0))
        show_scores(scores)


def _with_promised(
    settings: dict[str, Any], roles: Roles, columns: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the settings with what the manifest says of the masked table, where they say less."""
    known: dict[str, Any] = {}
    if "keys" not in settings:
        weight = next(iter(roles.weight), None)
        known = {"keys": roles.quasi, "confidential": roles.confidential, "weight": weight}
    keys = settings.get("keys", roles.quasi)
    kinds = {name: one for name, one in columns.items() if name in keys}
    return {**known, **settings, "columns": {**kinds, **settings.get("columns", {})}}


def _with_keys(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a configuration; its roles say what the keys are."""
    from covey.core.settings import RolesRequest

    roles = RolesRequest.of(chosen.get("roles") or {})
    if roles.quasi is None:
        return dict(chosen)
    known = {"keys": roles.quasi, "confidential": roles.confidential, "weight": roles.weight}
    return {**known, **chosen}


def show_left_out(scores: Scores) -> None:
    """Name the columns that were not compared, by reason."""
    for reason in dict.fromkeys(scores.left_out.values()):
        names = [name for name, why in scores.left_out.items() if why == reason]
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        remark(f"Not compared, {reason}: {', '.join(names[:_SHOWN])}{more}")


def describe_smallest(smallest: int) -> str:
    """Say how well a record hides among others in the masked table."""
    if smallest == 1:
        return "Smallest class: some record of the masked table shares its values with no other."
    return f"Smallest class: at least {smallest:,} records share each combination of these values."


def show_scores(scores: Scores) -> None:
    """Print one row a measure, loss and risk apart."""
    from covey.measuring import MEASURES

    titles = {"loss": "Information loss", "risk": "Linkage", "attribute": "Confidential values"}
    console = stdout()
    for kind, title in titles.items():
        rows = [symbol for symbol in scores if MEASURES[symbol].kind == kind]
        if not rows:
            continue
        table = table_of_figures(title=title, title_justify="left")
        for symbol in rows:
            unit = MEASURES[symbol].unit
            table.add_row(
                symbol, f"{measured(scores[symbol])} {unit}".strip(), meaning(scores, symbol)
            )
        console.print(table)
        console.print()


def table_of_figures(**settings: Any) -> Any:
    """Return an empty table: what is meant, its figure, and what it means."""
    from rich.table import Table

    table = Table(box=None, show_header=False, **settings)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(style="dim")
    return table


def meaning(scores: Scores, symbol: str) -> str:
    """Return what a score means, with the note on how it was obtained."""
    from covey.measuring import MEASURES

    return f"{MEASURES[symbol].plain} {scores.notes.get(symbol, '')}".strip()
