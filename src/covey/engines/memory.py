"""A table in memory: one block."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import RequestError
from covey.core.memory import machine_memory
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.progress import Stages
from covey.core.source import Source
from covey.core.spelling import Setting
from covey.core.store import ProtectedBlock, Store
from covey.core.table import Table
from covey.core.wording import amount, named
from covey.engines.budget import bytes_at_once


class Memory(Store):
    """The store of a table that was read as a whole."""

    def __init__(self, table: Table) -> None:
        self.source: Source = table
        self._table: Table = table
        self.table: Table | None = table
        self.at_once, self.groups = None, None
        self._masked: Table | None = None

    def keep(self, is_kept: Callable[[Table], NDArray[np.bool_]], _names: Sequence[str]) -> int:
        """Go on with some of the records only; return how many these are."""
        rows = np.flatnonzero(is_kept(self._table))
        if len(rows) < self._table.n_records:
            self.source = self.table = self._table = self._table.take(rows.tolist())
        return len(rows)

    def count_blocks(self, plan: Plan, columns: Sequence[str]) -> int:
        """Return 1; refuse categories that take more memory than the machine has."""
        n_quasi = len(plan.roles.quasi)
        if plan.n_coordinates > n_quasi:
            needed = bytes_at_once(
                self.source.n_records, 0, plan.n_coordinates, len(columns) - n_quasi
            )
            _check_room(plan, needed, self.source.n_records)
        return 1

    def profile(
        self, _plan: Plan, _names: Sequence[str], look: Callable[[Iterable[Table]], Profile]
    ) -> Profile:
        """Return what a function makes of the table."""
        return look(self.source.batches())

    def once(self, _name: str, make: Callable[[], Any]) -> Any:
        """Return what a function makes."""
        return make()

    def divide(self, _plan: Plan, _columns: Sequence[str], _stages: Stages) -> list[int]:
        """Return the size of the one block."""
        return [self.source.n_records]

    def map(
        self, function: Callable[[Table, Stages], ProtectedBlock], stages: Stages
    ) -> list[dict[str, Any]]:
        """Call a function on the table; keep the block and return its facts."""
        block = function(self._table, stages)
        self._masked, self.groups = block.masked, block.groups
        return [block.facts]

    def masked(self, plan: Plan) -> Source:
        """Return the masked table without identifiers."""
        if self._masked is None:
            raise ValueError("Nothing was masked yet.")
        return self._masked.without(plan.roles.dropped)


def _check_room(plan: Plan, needed: int, n_records: int) -> None:
    room = machine_memory()
    if needed <= room:
        return
    widest = sorted(plan.encoded.encoders, key=lambda one: -one.width)
    names = [one.name for one in widest if one.width > 1]
    raise RequestError(
        f"The categories of {named(names)} make {plan.n_coordinates:,} coordinates for each of "
        f"{n_records:,} records. That takes about {amount(needed)}, and this machine has "
        f"{amount(room)}. Recode them to fewer categories, or have a file go through the disk in "
        "blocks: ",
        Setting("memory", amount(room // 2)),
        ".",
    )
