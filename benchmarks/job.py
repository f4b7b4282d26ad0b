"""What is measured: one way of grouping one table, in a process of its own."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Job:
    """One way of grouping one table."""

    method: str  # of Covey's, or the name of a yardstick
    k: int
    n: int = 0  # of a reference set n and p are known, and 0 here
    p: int = 0
    table: str = "normal"  # what it is like, see `inputs`
    call: str = "partition"  # or "protect": the whole way from a table to a release with its loss
    options: tuple[tuple[str, Any], ...] = ()
    core: int | None = None  # the only one that it may use
    budget: float = 3.0  # runs are repeated until these seconds are spent; the shortest counts

    def __str__(self) -> str:
        size = f"{self.table} {self.n:,} x {self.p}" if self.n else self.table
        options = "".join(f", {name} {value}" for name, value in self.options)
        return f"{self.method}, {size}, k = {self.k}{options}"

    def as_json(self) -> dict[str, Any]:
        """Return what a process needs to know to run it."""
        return {**asdict(self), "options": dict(self.options)}


@dataclass(frozen=True, slots=True)
class Measured:
    """What a run gave; None where it failed or where this system does not tell."""

    seconds: float | None = None  # the shortest time on the wall
    memory: float | None = None  # by how many MB the process grew beyond the table itself
    loss: float | None = None  # IL in percent, on the values as they were grouped
    smallest: int | None = None  # records in the smallest group
    note: str = ""  # the plan of ``auto``, or why there is no number

    def part(self, *keys: str) -> dict[str, Any]:
        """Return what a row says of it."""
        return {key: getattr(self, key) for key in keys}

    def ratio(self, first: float | None) -> float | None:
        """Return how many times as long as the first it took, where both times are known."""
        return self.seconds / first if self.seconds and first else None
