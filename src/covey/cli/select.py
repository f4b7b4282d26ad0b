"""``covey select``: which variables to group on, from the tree of their dependences."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli.configuring import Config, configured, file_of
from covey.cli.console import guarded, mark_written, print_json, remark, say, stdout, working
from covey.cli.declared import settings_given, taking
from covey.cli.options import TREE, AsJson, Force, Quiet, Source, located
from covey.core.wording import fixed, measured

if TYPE_CHECKING:
    from covey.results import Selection

_SHOWN = 12
"""Candidates that people see; an exhaustive search has hundreds."""


@guarded
@taking("SelectionRequest")
def select(
    source: Source = None,
    *,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the tree there.", rich_help_panel=TREE),
    ] = None,
    config: Config = None,
    force: Force = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    **given: Any,
) -> None:
    """Choose the variables to group on: those that most others depend on, with the least loss."""
    from covey.core.request import SelectionRequest

    chosen = configured(config)
    source = located(file_of(source, chosen, "input", "to choose variables of"))
    request = SelectionRequest.of(settings_given(SelectionRequest, given, chosen))

    from covey.pipeline import select as run
    from covey.releasing.preflight import check_targets
    from covey.releasing.tree import check_svg_name

    if svg is not None:
        check_svg_name(svg)
        check_targets([svg], force=force, inputs=[source])
    with working(is_quiet=quiet, as_json=as_json) as stages:
        selection = run(source, request, stages)
    if svg is not None:
        selection.write(svg, force=force)
        mark_written()
    if as_json:
        print_json({**selection.to_dict(), "svg": None if svg is None else str(svg)})
    elif not quiet:
        _show(selection, svg)


def _show(selection: Selection, svg: Path | None) -> None:
    """Print the candidates, the tree and the choice."""
    console = stdout()
    title = "All subsets" if selection.is_exhaustive else "Subsets that the tree proposes"
    console.print(title, style="bold")
    console.print(_candidates(selection))
    console.print("\nDependence tree, with what its edges weigh", style="bold")
    console.print(_tree(selection))
    console.print()
    chosen = ", ".join(selection.variables)
    say(f"Group on  {chosen}", style="bold")
    options = "".join(f" {name}={value}" for name, value in selection.options.items())
    n = len(selection.tree.names)
    where = f"all {n} variables" if n > 1 else "that variable"
    console.print(
        f"Information loss {measured(selection.loss)} % on {where}, "
        f"by {selection.method}{options}, k = {selection.k}.",
        style="dim",
    )
    if svg is not None:
        console.print(f"Drawing   {svg}", soft_wrap=True)
    for note in selection.notes:
        remark(f"Note: {note}")


def _candidates(selection: Selection) -> Any:
    from rich.table import Table

    candidates = selection.candidates
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column("Variables")
    table.add_column("IL", justify="right", no_wrap=True)
    for number, candidate in enumerate(candidates[:_SHOWN]):
        style = "bold" if number == 0 else ""
        mark = "→" if number == 0 else ""
        table.add_row(
            mark, ", ".join(candidate.variables), f"{measured(candidate.loss)} %", style=style
        )
    if len(candidates) > _SHOWN:
        losses = [candidate.loss for candidate in candidates]
        mean = sum(losses) / len(losses)
        table.add_row("", f"… {len(candidates) - _SHOWN:,} more", "", style="dim")
        table.add_row("", f"mean of all {len(candidates):,}", f"{measured(mean)} %", style="dim")
        table.add_row(
            "",
            f"worst: {', '.join(candidates[-1].variables)}",
            f"{measured(losses[-1])} %",
            style="dim",
        )
    return table


def _tree(selection: Selection) -> Any:
    """Return the tree with its branches below each other, each with what its edge weighs."""
    from rich.text import Text
    from rich.tree import Tree

    chosen = set(selection.variables)
    drawn: list[Tree] = []
    for row in selection.tree.outline():
        style, mark = ("bold cyan", " ●") if row.name in chosen else ("", "")
        weighs = "" if row.weight is None else f"  {fixed(row.weight, 3)}"
        label = Text.assemble((row.name + mark, style), (weighs, "dim"))
        branch = drawn[row.parent].add(label) if drawn else Tree(label, guide_style="dim")
        drawn.append(branch)
    return drawn[0]
