"""``covey methods``: what there is to choose from."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from covey.cli.console import guarded, print_json, stdout


@guarded
def methods(
    name: Annotated[
        str | None, typer.Argument(help="Show one method in full, with its card.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, nothing else.")
    ] = False,
) -> None:
    """List the methods with their options and references."""
    from covey.pipeline import METHODS

    chosen = list(METHODS.values()) if name is None else [METHODS[name]]
    if as_json:
        print_json({"methods": [_describe(method) for method in chosen]})
    elif name is None:
        _list(chosen)
    else:
        _show(chosen[0])


def _describe(method: Any) -> dict[str, Any]:
    return {
        "name": method.name,
        "family": method.family,
        "summary": method.summary,
        "is_k_anonymous": method.is_k_anonymous,
        "reference": method.reference,
        "options": [
            {
                "name": option.name,
                "must_be": option.rule,
                "default": option.default,
                "meaning": option.meaning,
            }
            for option in method.options
        ],
    }


def _list(chosen: list[Any]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("Method", no_wrap=True, style="bold")
    table.add_column("Family", no_wrap=True)
    table.add_column("k-anonymous", no_wrap=True)
    table.add_column("What it does")
    table.add_column("Options")
    for method in chosen:
        options = ", ".join(f"{option.name}={option.default}" for option in method.options)
        table.add_row(
            method.name,
            method.family,
            "yes" if method.is_k_anonymous else "no",
            method.summary,
            options,
        )
    console = stdout()
    console.print(table)
    console.print("\nOne method in full: covey methods NAME", style="dim")


def _show(method: Any) -> None:
    from rich.markdown import Markdown

    console = stdout()
    console.print(f"{method.name}  ({method.family})", style="bold")
    console.print(method.summary)
    for option in method.options:
        console.print(
            f"  --option {option.name}={option.default}  {option.rule}. {option.meaning}",
        )
    console.print(f"Reference: {method.reference}")
    if method.card:
        console.print()
        console.print(Markdown(method.card))
