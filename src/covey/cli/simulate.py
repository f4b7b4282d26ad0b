"""``covey simulate``: a table to try methods on, with a structure that is known."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli.console import guarded, mark_written, print_json, say, watching
from covey.cli.options import AsJson, Quiet
from covey.core.errors import RequestError

if TYPE_CHECKING:
    import polars as pl

    from covey.core.progress import Stages

_FLAGS = {
    "n_records": "--records",
    "n_variables": "--variables",
    "low": "--low",
    "high": "--high",
    "mean": "--mean",
    "deviation": "--deviation",
    "tree": "--tree",
    "kind": "--kind",
    "seed": "--seed",
}
_ONE_MODEL = "Options of one model"


def _complete_model(incomplete: str) -> list[str]:
    from covey.datasets import SIMULATORS

    return [name for name in SIMULATORS if name.startswith(incomplete)]


@guarded
def simulate(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL", help="uniform, normal, tree or binary.", autocompletion=_complete_model
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="OUT", help="A .csv or .parquet file."),
    ] = None,
    records: Annotated[
        int | None, typer.Option(metavar="N", help="Number of records. (default: the papers')")
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="S", help="The same seed, the same table, everywhere.")
    ] = 0,
    variables: Annotated[
        int | None,
        typer.Option(
            metavar="P", help="uniform, normal: number of variables.", rich_help_panel=_ONE_MODEL
        ),
    ] = None,
    low: Annotated[
        float | None,
        typer.Option(help="uniform: smallest value. (default: 0)", rich_help_panel=_ONE_MODEL),
    ] = None,
    high: Annotated[
        float | None,
        typer.Option(help="uniform: limit. (default: 1000)", rich_help_panel=_ONE_MODEL),
    ] = None,
    mean: Annotated[
        float | None, typer.Option(help="normal. (default: 0)", rich_help_panel=_ONE_MODEL)
    ] = None,
    deviation: Annotated[
        float | None,
        typer.Option(
            help="normal: standard deviation. (default: 0.05)", rich_help_panel=_ONE_MODEL
        ),
    ] = None,
    tree: Annotated[
        str | None,
        typer.Option(
            metavar="8|16|22|a-b,b-c",
            help="tree: a default one, or its edges. (default: 8)",
            rich_help_panel=_ONE_MODEL,
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            metavar="sibling|unrelated",
            help="binary: how the probabilities are related. (default: sibling)",
            rich_help_panel=_ONE_MODEL,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Draw a table with a known structure: independent variables, or a tree of dependences."""
    if output is None:
        raise RequestError("Say where the table goes: -o OUT, a .csv or .parquet file.")
    given = {
        "n_records": records,
        "n_variables": variables,
        "low": low,
        "high": high,
        "mean": mean,
        "deviation": deviation,
        "tree": None if tree is None else parse_tree(tree),
        "kind": kind,
    }
    settings = {name: value for name, value in given.items() if value is not None}
    _check_settings(model, settings)
    _check_output(output, force=force)
    with watching(is_quiet=as_json or quiet) as stages:
        frame = _draw(model, {**settings, "seed": seed}, stages)
        _write(frame, output, stages, force=force)
        mark_written()
    if as_json:
        print_json(_summary(model, frame, output, seed, settings))
    elif not quiet:
        say(f"{output}: {frame.height:,} records by {frame.width} variables, {model}, seed {seed}.")


def parse_tree(text: str) -> int | list[tuple[str, ...]]:
    """Return the number of a default tree, or edges from ``a-b,b-c``.

    Examples
    --------
    >>> parse_tree("16"), parse_tree("a-b, b-c")
    (16, [('a', 'b'), ('b', 'c')])
    """
    if text.strip().isdecimal():
        return int(text)
    edges = [tuple(end.strip() for end in edge.split("-")) for edge in text.split(",")]
    for edge in edges:
        if len(edge) != 2 or not all(edge):
            raise RequestError(
                "'--tree' takes 8, 16, 22, or edges a-b separated by commas, with names that hold "
                f"neither. Got '{'-'.join(edge)}'."
            )
    return edges


def _check_settings(model: str, settings: dict[str, Any]) -> None:
    from covey.core.registry import unknown
    from covey.datasets import SIMULATORS

    if model not in SIMULATORS:
        raise unknown("model to simulate", model, SIMULATORS)
    taken = [name for name in inspect.signature(SIMULATORS[model]).parameters if name in _FLAGS]
    for name in settings:
        if name not in taken:
            options = ", ".join(_FLAGS[own] for own in taken)
            raise RequestError(
                f"'{_FLAGS[name]}' is no option of the model '{model}', which takes {options}. "
                "Leave it out."
            )


def _check_output(output: Path, *, force: bool) -> None:
    from covey.releasing.formats import format_of
    from covey.releasing.preflight import check_target

    format_of(output)
    check_target(output, force=force)


def _draw(model: str, settings: dict[str, Any], stages: Stages) -> pl.DataFrame:
    from covey.datasets import SIMULATORS

    return SIMULATORS[model](**settings, progress=stages("Drawing"))


def _write(frame: pl.DataFrame, output: Path, stages: Stages, *, force: bool) -> None:
    import narwhals as nw

    from covey.core.table import Origin, Table
    from covey.releasing.atomic import Staging
    from covey.releasing.batches import write_table

    progress = stages("Writing")
    table = Table(nw.from_native(frame, eager_only=True), Origin("simulated table"))
    with Staging(force=force) as files, files:  # twice: see Staging
        write_table(table, files.stage(output), output)
        files.commit()
    progress(1.0)


def _summary(
    model: str, frame: pl.DataFrame, output: Path, seed: int, settings: dict[str, Any]
) -> dict[str, Any]:
    return {
        "model": model,
        "n_records": frame.height,
        "n_variables": frame.width,
        "columns": frame.columns,
        "seed": seed,
        "tree": _true_tree(model, settings),
        "output": str(output),
    }


def _true_tree(model: str, settings: dict[str, Any]) -> list[tuple[str, str]] | None:
    """Return the edges that a method should find again, if the model has any."""
    from covey.datasets import BINARY_TREE, Tree

    if model == "binary":
        return list(BINARY_TREE)
    return list(Tree.of(settings.get("tree", 8)).edges) if model == "tree" else None
