"""``covey methods``: what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli.console import guarded, print_json, stdout
from covey.cli.options import AsJson

if TYPE_CHECKING:
    from covey.core.method import Method
    from covey.core.refiner import Refiner

_METHOD = ("name", "family", "summary", "is_k_anonymous", "reference")
_REFINEMENT = ("name", "summary", "reference")


@guarded
def methods(
    name: Annotated[
        str | None, typer.Argument(help="Show one method or refinement in full, with its card.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the methods, and the refinements that lower their loss, with options and references."""
    from covey.core.registry import unknown
    from covey.pipeline import METHODS
    from covey.refining import REFINERS

    if name is not None:
        by_lower = {each.lower(): each for each in (*METHODS, *REFINERS)}
        if name.lower() not in by_lower:
            raise unknown("method or refinement", name, by_lower.values())
        name = by_lower[name.lower()]
    chosen = _chosen(METHODS, name)
    refiners = _chosen(REFINERS, name)
    if as_json:
        print_json(
            {
                "methods": [_described(method, _METHOD) for method in chosen],
                "refinements": [_described(refiner, _REFINEMENT) for refiner in refiners],
            }
        )
    elif name is None:
        _list(chosen, refiners)
    else:
        for method in chosen:
            _show(method, title=f"{method.name}  ({method.family})", flag="--option")
        for refiner in refiners:
            _show(refiner, title=f"{refiner.name}  (refinement)", flag="--refine-option")


def _chosen(declared: Mapping[str, Any], name: str | None) -> list[Any]:
    return [each for each in declared.values() if name in (None, each.name)]


def _described(each: Method | Refiner, names: tuple[str, ...]) -> dict[str, Any]:
    options = [
        {
            "name": option.name,
            "must_be": option.rule,
            "default": option.default,
            "meaning": option.meaning,
        }
        for option in each.options
    ]
    return {**{name: getattr(each, name) for name in names}, "options": options}


def _list(chosen: list[Method], refiners: list[Refiner]) -> None:
    console = stdout()
    for family in dict.fromkeys(method.family for method in chosen):
        console.print(family, style="bold")
        console.print(_table(method for method in chosen if method.family == family))
        console.print()
    console.print("Refinements, which lower the loss afterwards (--refine NAME)", style="bold")
    console.print(_table(refiners))
    console.print("\nOne of them in full: covey methods NAME", style="dim")


def _table(chosen: Iterable[Method | Refiner]) -> Any:
    """Return names with what each does, its options below: narrow windows have room for two."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True, min_width=18)
    table.add_column()
    for each in chosen:
        words = Text(each.summary)
        if options := ", ".join(f"{option.name}={option.default}" for option in each.options):
            words.append(f"\n{options}", style="dim")
        table.add_row(each.name, words)
    return table


def _show(each: Method | Refiner, *, title: str, flag: str) -> None:
    from rich.markdown import Markdown

    console = stdout()
    console.print(title, style="bold")
    console.print(each.summary)
    for option in each.options:
        console.print(f"  {flag} {option.name}={option.default}  {option.rule}. {option.meaning}")
    console.print(f"Reference: {each.reference}")
    if card := getattr(each, "card", ""):
        console.print()
        console.print(Markdown(card))
    console.print()
