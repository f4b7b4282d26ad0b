"""What is measured: one way of grouping one table, in a process of its own."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Job:
    """One way of grouping one table.

    Parameters
    ----------
    method : str
        A method of Covey's, or the name of a yardstick.
    k : int
        Smallest group size.
    n, p : int
        Records and variables; of a reference set both are known, and 0 here.
    table : str
        What the table is like, see `inputs`.
    call : {"partition", "protect"}
        Groups alone, or the whole way from a table to a release with its loss.
    options : tuple of (str, value)
        What the call is given besides.
    core : int, optional
        The only core that it may use.
    budget : float
        Runs are repeated until these seconds are spent; the shortest time counts.
    """

    method: str
    k: int
    n: int = 0
    p: int = 0
    table: str = "normal"
    call: str = "partition"
    options: tuple[tuple[str, Any], ...] = ()
    core: int | None = None
    budget: float = 3.0

    def __str__(self) -> str:
        size = f"{self.table} {self.n:,} x {self.p}" if self.n else self.table
        options = "".join(f", {name} {value}" for name, value in self.options)
        return f"{self.method}, {size}, k = {self.k}{options}"

    def as_json(self) -> dict[str, Any]:
        """Return what a process needs to know to run it."""
        return {**asdict(self), "options": dict(self.options)}


@dataclass(frozen=True, slots=True)
class Measured:
    """What a run gave; None where it failed or where this system does not tell.

    Parameters
    ----------
    seconds : float or None
        The shortest time on the wall.
    memory : float or None
        By how many MB the process grew beyond the table itself.
    loss : float or None
        IL in percent, on the values as they were grouped.
    smallest : int or None
        Records in the smallest group.
    note : str
        What else there is to say: the plan of ``auto``, or why there is no number.
    """

    seconds: float | None = None
    memory: float | None = None
    loss: float | None = None
    smallest: int | None = None
    note: str = ""
