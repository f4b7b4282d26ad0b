"""A table before and after masking, with the evidence beside it."""

from __future__ import annotations

from dataclasses import dataclass, field

from covey.core.bound import LossBound
from covey.core.partition import Grouping
from covey.core.plan import Plan
from covey.core.scores import Scores
from covey.core.table import Table


@dataclass(frozen=True, slots=True, eq=False)
class Masking:
    """A masked table, how it came about, what it cost and what risk remains.

    `covey.results.Release` says what each part is, and adds the methods that write it.
    """

    original: Table = field(repr=False)
    masked: Table = field(repr=False)
    partition: Grouping
    plan: Plan = field(repr=False)
    scores: Scores
    bound: LossBound | None = None
