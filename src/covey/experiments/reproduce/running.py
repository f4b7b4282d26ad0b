"""Running tables one after the other, and what is written of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from covey.core.files import is_folder
from covey.core.progress import Progress, Stages, part, unwatched
from covey.experiments.reproduce.bench import Bench
from covey.experiments.reproduce.plot import draw
from covey.experiments.reproduce.rows import Row, Verdict
from covey.experiments.reproduce.tables import PaperTable, count_verdicts
from covey.releasing.atomic import write_texts
from covey.releasing.explaining import explained
from covey.releasing.preflight import check_target, check_targets

MOST_BARS = 12

COLUMNS = (
    *("table", "dataset", "method", "k", "measure"),
    *("published", "ours", "difference", "verdict", "note", "if_so"),
)


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A table with its rows."""

    table: PaperTable
    rows: tuple[Row, ...]

    @property
    def failed(self) -> tuple[Row, ...]:
        """The rows that differ without an explanation."""
        return tuple(row for row in self.rows if row.verdict is Verdict.FAILED)

    @property
    def counts(self) -> dict[str, int]:
        """How many rows got each verdict."""
        return count_verdicts(self.rows)

    def to_csv(self) -> str:
        """Return the rows as comma-separated text."""
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(as_record(row) for row in self.rows)
        return text.getvalue()

    def to_svg(self) -> str | None:
        """Return the picture, where the paper has one and something was computed."""
        if self.table.figure is None:
            return None
        return draw(f"{self.table.name}: {self.table.title}", self.rows, self.table.figure)


def reproduce(
    tables: Sequence[PaperTable],
    *,
    is_quick: bool = False,
    seed: int = 0,
    stages: Stages = unwatched,
) -> list[Reproduction]:
    """Compute tables and judge every row against print."""
    bench = Bench(seed, is_quick=is_quick)
    found = []
    for table, progress in zip(tables, _ticks(tables, stages), strict=True):
        bench.progress = progress
        found.append(Reproduction(table, tuple(table.run(bench))))
        progress(1.0)
    return found


def _ticks(tables: Sequence[PaperTable], stages: Stages) -> Iterator[Progress]:
    """Give each table a bar of its own, or all a share of one where bars would fill the screen."""
    n = len(tables)
    if n <= MOST_BARS:
        yield from (stages(f"{table.name} {table.title}") for table in tables)
    else:
        progress = stages(f"Reproducing {n} tables")
        yield from (part(progress, i / n, (i + 1) / n) for i in range(n))


def as_record(row: Row) -> dict[str, str | int | float | None]:
    """Return a row as plain values by the names of the columns."""
    return {name: getattr(row, name) for name in COLUMNS}


def check_folder(folder: Path, tables: Sequence[PaperTable], *, force: bool) -> None:
    """Refuse now what could not be written in the end."""
    if is_folder(folder):
        check_targets([path for table in tables for path in _paths(folder, table)], force=force)
    else:
        check_target(folder, force=False)


def write(reproductions: Iterable[Reproduction], folder: Path, *, force: bool) -> list[Path]:
    """Write the rows of each table as CSV, and its picture; all files or none. Return the paths."""
    texts: dict[Path, str] = {}
    for found in reproductions:
        made = zip(_paths(folder, found.table), (found.to_csv(), found.to_svg()), strict=False)
        texts |= {path: text for path, text in made if text is not None}
    with explained(folder):
        folder.mkdir(exist_ok=True)
    write_texts(texts, force=force)
    return list(texts)


def _paths(folder: Path, table: PaperTable) -> list[Path]:
    suffixes = (".csv",) if table.figure is None else (".csv", ".svg")
    return [folder / f"{table.name}{suffix}" for suffix in suffixes]
