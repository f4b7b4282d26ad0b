"""Where the records of a run lie while it works: in memory, or in blocks on a disk."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.partition import Grouping
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.progress import Stages
from covey.core.source import Source
from covey.core.table import Table


@dataclass(frozen=True, slots=True)
class Scratch:
    """Where rows may wait while they are sorted and counted."""

    create: Callable[[str], Path] | None = None  # an empty file of a name; None: wait in memory
    n_bytes: int = 1 << 62  # that may be in memory
    settle: Callable[[], None] = lambda: None  # gives memory back to the operating system


@dataclass(frozen=True, slots=True)
class ProtectedBlock:
    """A block after masking."""

    masked: Table = field(repr=False)
    groups: Grouping
    facts: dict[str, Any] = field(repr=False)  # values that JSON holds; they show no record


class Traces:
    """What a run leaves behind until its release is written: nothing, if its table is in memory."""

    scratch = Scratch()
    """Where rows may wait while they are written."""

    room = 1 << 62
    """Bytes that the released table may take in memory."""

    def confirm(self) -> None:
        """Refuse to publish if the input is not the one that was read."""

    def answer_for(self, temporary: Path) -> None:
        """Have a temporary file beside the output removed by whoever removes the traces."""

    def guarding(self, output: Path | None) -> AbstractContextManager[None]:  # noqa: ARG002
        """Say of a failure which file it was about: a temporary one, or the output."""
        return nullcontext()

    def close(self) -> None:
        """Remove what the run left behind."""


NO_TRACES = Traces()


class Store(Traces, ABC):
    """Holds the records of a run. A run goes through the same steps whatever the store."""

    source: Source
    """The table to protect."""

    table: Table | None
    """The whole table, where it is in memory."""

    at_once: int | None
    """Bytes with which the table would be in memory, where it is not."""

    groups: Grouping | None
    """Which record went into which group, where the whole table is in memory."""

    @abstractmethod
    def keep(self, is_kept: Callable[[Table], NDArray[np.bool_]], names: Sequence[str]) -> int:
        """Go on with some of the records only; return how many these are.

        ``is_kept`` says so of a batch with the named columns.
        """

    @abstractmethod
    def count_blocks(self, plan: Plan, columns: Sequence[str]) -> int:
        """Return into how many blocks of these columns the table must be cut."""

    @abstractmethod
    def profile(
        self, plan: Plan, names: Sequence[str], look: Callable[[Iterable[Table]], Profile]
    ) -> Profile:
        """Return what a function makes of all batches of some columns."""

    @abstractmethod
    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """Return what a function makes, in values that JSON holds; kept if a run is killed."""

    @abstractmethod
    def divide(self, plan: Plan, columns: Sequence[str], stages: Stages) -> list[int]:
        """Cut the table into blocks of similar records; return how many each one has."""

    @abstractmethod
    def map(
        self, function: Callable[[Table, Stages], ProtectedBlock], stages: Stages
    ) -> list[dict[str, Any]]:
        """Call a function on each block; keep what is masked and return the facts."""

    @abstractmethod
    def masked(self, plan: Plan) -> Source:
        """Return the table to release, in the order of the input, identifiers dropped."""
