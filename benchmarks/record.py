"""Results as lines of JSON: each run begins with its machine, then each row as it is measured."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Row = dict[str, Any]

FILE = Path(__file__).parent / "results" / "results.jsonl"
MACHINE, FINISHED = "machine", "finished"
"""Tables to which the line that begins a run and the one that ends a table belong."""


@dataclass(frozen=True, slots=True)
class Findings:
    """The rows of one table, and the machine on which one run measured them."""

    run: str
    machine: dict[str, Any]
    rows: list[Row]


class Record:
    """What appends the lines of one run, so that an interrupt loses nothing; others are kept.

    ``run`` is the time at which it began.
    """

    def __init__(self, run: str, machine: dict[str, Any], file: Path = FILE) -> None:
        self._run, self._file = run, file
        self._file.parent.mkdir(exist_ok=True)
        self.add(MACHINE, machine)

    def add(self, table: str, row: Row) -> None:
        """Append one row of a table."""
        line = json.dumps({"run": self._run, "table": table, **row}, ensure_ascii=False)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def finish(self, table: str) -> None:
        """Say that a table has all its rows; half a table is kept, but never shown again."""
        self.add(FINISHED, {"name": table})


def latest(table: str, file: Path = FILE) -> Findings | None:
    """Return a table as the last run that finished it found it; never a mixture of runs."""
    machines: dict[str, Row] = {}
    rows: dict[str, list[Row]] = {}
    finished: set[str] = set()
    for line in _lines(file):
        run, name = line.pop("run"), line.pop("table")
        if name == MACHINE:
            machines[run] = line
        elif name == table:
            rows.setdefault(run, []).append(line)
        elif name == FINISHED and line["name"] == table:
            finished.add(run)
    if not finished:
        return None
    run = max(finished)
    return Findings(run, machines[run], rows.get(run, []))


def _lines(file: Path) -> Iterator[Row]:
    if not file.exists():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)
