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


def _complete_model(incomplete: str) -> list[str]:
    from covey.datasets import SIMULATORS

    return [name for name in SIMULATORS if name.startswith(incomplete)]


def _of_one_model(words: str, metavar: str | None = None) -> Any:
    return typer.Option(help=words, metavar=metavar, rich_help_panel="Options of one model")


_Model = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="uniform, normal, tree, binary, survey or business.",
        autocompletion=_complete_model,
    ),
]
_Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="OUT", help="A .csv or .parquet file.")
]
_Records = Annotated[
    int | None, typer.Option(metavar="N", help="Number of records. (default: the papers')")
]
_Seed = Annotated[int, typer.Option(metavar="S", help="The same seed, the same table, everywhere.")]
_Variables = Annotated[int | None, _of_one_model("uniform, normal: number of variables.", "P")]
_Low = Annotated[float | None, _of_one_model("uniform: smallest value. (default: 0)")]
_High = Annotated[float | None, _of_one_model("uniform: limit. (default: 1000)")]
_Mean = Annotated[float | None, _of_one_model("normal. (default: 0)")]
_Deviation = Annotated[float | None, _of_one_model("normal: standard deviation. (default: 0.05)")]
_Tree = Annotated[
    str | None,
    _of_one_model("tree: a default one, or its edges. (default: 8)", "8|16|22|a-b,b-c"),
]
_Kind = Annotated[
    str | None,
    _of_one_model(
        "binary: how the probabilities are related. (default: sibling)", "sibling|unrelated"
    ),
]
_Households = Annotated[
    int | None, _of_one_model("survey: number of households. (default: 1000)", "N")
]
_Companies = Annotated[
    int | None, _of_one_model("business: number of companies. (default: 200)", "N")
]
_Months = Annotated[int | None, _of_one_model("business: number of months. (default: 12)", "N")]
_Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]


@guarded
def simulate(
    model: _Model,
    output: _Output = None,
    records: _Records = None,
    seed: _Seed = 0,
    variables: _Variables = None,
    low: _Low = None,
    high: _High = None,
    mean: _Mean = None,
    deviation: _Deviation = None,
    tree: _Tree = None,
    kind: _Kind = None,
    households: _Households = None,
    companies: _Companies = None,
    months: _Months = None,
    force: _Force = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Draw a table with a known structure: independent variables, a tree, a survey, companies."""
    from covey.datasets import SIMULATORS

    if output is None:
        raise RequestError("Say where the table goes: -o OUT, a .csv or .parquet file.")
    settings = _stated(
        n_records=records,
        n_variables=variables,
        low=low,
        high=high,
        mean=mean,
        deviation=deviation,
        tree=None if tree is None else parse_tree(tree),
        kind=kind,
        n_households=households,
        n_companies=companies,
        n_months=months,
    )
    _check_settings(model, settings)
    _check_output(output, force=force)
    with watching(is_quiet=as_json or quiet) as stages:
        frame = SIMULATORS[model](**settings, seed=seed, progress=stages("Drawing"))
        _write(frame, output, stages, force=force)
        mark_written()
    if as_json:
        print_json(_summary(model, frame, output, seed, settings))
    elif not quiet:
        say(f"{output}: {frame.height:,} records by {frame.width} variables, {model}, seed {seed}.")


def _stated(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


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
    taken = [name for name in inspect.signature(SIMULATORS[model]).parameters if name != "progress"]
    for name in settings:
        if name not in taken:
            options = ", ".join(map(_flag, taken))
            raise RequestError(
                f"'{_flag(name)}' is no option of the model '{model}', which takes {options}. "
                "Leave it out."
            )


def _flag(parameter: str) -> str:
    return f"--{parameter.removeprefix('n_')}"


def _check_output(output: Path, *, force: bool) -> None:
    from covey.releasing.formats import format_of
    from covey.releasing.preflight import check_target

    format_of(output)
    check_target(output, force=force)


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
