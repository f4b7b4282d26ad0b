"""A table before and after masking, with the evidence beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from covey.core.bound import LossBound
from covey.core.errors import RequestError
from covey.core.facts import GroupSizes
from covey.core.partition import Grouping
from covey.core.plan import Plan
from covey.core.scores import Scores
from covey.core.separate import SeparateSet
from covey.core.source import Source
from covey.core.spelling import Setting
from covey.core.store import NO_TRACES, Traces


@dataclass(frozen=True, slots=True, eq=False)
class Masking:
    """A masked table, how it came about, what it cost and what risk remains.

    `covey.results.Release` adds the methods that write it.
    """

    original: Source = field(repr=False)  # for the report's plots, never written
    masked: Source = field(repr=False)
    groups: Grouping | None  # None if the table does not fit into memory
    plan: Plan = field(repr=False)
    scores: Scores
    bound: LossBound | None = None
    blocks: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)  # facts about each
    traces: Traces = field(default=NO_TRACES, repr=False)
    counts: dict[Any, Any] = field(default_factory=dict, repr=False)  # what was counted already

    @property
    def partition(self) -> Grouping:
        """Which record went into which group; the table must be in memory."""
        if self.groups is None:
            raise not_in_memory("Take the sizes of the groups from its manifest")
        return self.groups

    @property
    def sizes(self) -> GroupSizes:
        """The sizes of the groups, those of separate sets together.

        Where a method forms none of whole records, those of the classes.
        """
        return GroupSizes.joined(block["sizes"] for block in self.blocks)

    @property
    def units(self) -> GroupSizes | None:
        """How many units groups have records of; None where the table names no units."""
        pairs = [block["units"] for block in self.blocks if block.get("units")]
        return GroupSizes.joined(pairs) if pairs else None

    @property
    def separate(self) -> tuple[SeparateSet, ...]:
        """The sets of variables that were grouped by themselves, if any were."""
        told = zip(*(block["separate"] for block in self.blocks), strict=True)
        return tuple(map(SeparateSet, self.plan.separate, map(min, told)))

    @property
    def smallest_class(self) -> int:
        """Records in the smallest class of equal records in any block."""
        return min(int(block["smallest_class"]) for block in self.blocks)


def not_in_memory(what: str = "Write it to a file with 'write'") -> RequestError:
    """Return the error for what only a table in memory has."""
    return RequestError(
        f"The release does not fit into the memory allowed. {what}, or raise ",
        Setting("memory"),
        ".",
    )
