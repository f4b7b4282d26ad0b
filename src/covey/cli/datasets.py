"""``covey datasets``: tables to try Covey on, and where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from covey.cli.console import guarded, print_json, stdout
from covey.cli.options import AsJson

if TYPE_CHECKING:
    from covey.datasets import Dataset, Place

_STATES = {
    "bundled": "comes with Covey",
    "found": "is here",
    "damaged": "is damaged",
    "absent": "is not here",
}

_TRIALS = {
    "tarragona": "-k 3,5",
    "census": "-k 3,5",
    "clinic": "-k 3,5 --identifier patient_id,visit_month --confidential hba1c",
}
"""What to try sets with, in the order of choice; the last one comes with Covey."""


@guarded
def datasets(
    as_json: AsJson = False,
) -> None:
    """List the data sets that covey.datasets.load knows, and where each is. Fetches nothing."""
    from covey.datasets import DATASETS, locate

    places = [(dataset, locate(name)) for name, dataset in DATASETS.items()]
    if as_json:
        print_json({"datasets": [_describe(dataset, place) for dataset, place in places]})
    else:
        _list(places)


def _describe(dataset: Dataset, place: Place) -> dict[str, Any]:
    return {
        "name": dataset.name,
        "n_records": dataset.n_records,
        "n_columns": dataset.n_columns,
        "summary": dataset.summary,
        "benchmark_columns": list(dataset.benchmark),
        "source": dataset.source,
        "citation": dataset.citation or None,
        "url": dataset.public and dataset.public.url,
        "state": place.state,
        "path": place.path and str(place.path),
        "remedy": place.remedy or None,
    }


def _list(places: list[tuple[Dataset, Place]]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("Data set", no_wrap=True, style="bold")
    table.add_column("Records", justify="right", no_wrap=True)
    table.add_column("Columns", justify="right", no_wrap=True)
    table.add_column("What it is")
    for dataset, _ in places:
        table.add_row(
            dataset.name, f"{dataset.n_records:,}", str(dataset.n_columns), dataset.summary
        )
    console = stdout()
    console.print(table)
    console.print()
    for dataset, place in places:
        where = f": {place.path}" if place.path else "."
        # A path is not broken: it is there to be copied.
        console.print(f"{dataset.name} {_STATES[place.state]}{where}", soft_wrap=True)
    here = {dataset.name for dataset, place in places if place.state in ("bundled", "found")}
    name, settings = next(trial for trial in _TRIALS.items() if trial[0] in here)
    command = f"covey compare sample:{name} {settings}"
    console.print(f"\nTry one: {command}", style="dim", soft_wrap=True)
    for dataset, place in places:
        if place.remedy:
            console.print(f"\n{dataset.name}: {place.remedy}", soft_wrap=True)
    if any(place.state == "absent" for _, place in places):
        console.print(
            "\ncovey.datasets.load fetches what is not here, if covey[data] is installed.",
            style="dim",
        )
    console.print("\nTables with a known structure: covey simulate --help", style="dim")
