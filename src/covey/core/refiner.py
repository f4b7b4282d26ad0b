"""What Covey knows of a refiner: a method that lowers the loss of a partition that exists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from numbers import Real
from typing import Any

from covey.core.arrays import Labels, Vector, squares_within
from covey.core.checks import MOST_EFFORT, check_matrix
from covey.core.engine import ALONE, Resources
from covey.core.errors import InputError, RequestError
from covey.core.legible import shown
from covey.core.method import Declaration, Grouped, Run
from covey.core.options import options_of
from covey.core.partition import Partition
from covey.core.progress import Progress, quiet


@dataclass(frozen=True, slots=True)
class Terms:
    """What a refinement has to keep, and what it may use."""

    k: int
    effort: float = 1.0  # how much work to do where more helps; 1 is the usual amount
    share: float = 1.0  # of the table that the records are: what is done at least is shared out
    seed: int = 0
    confidential: Sequence[tuple[Vector, bool]] = ()  # or category numbers; whether ordered
    units: Labels | None = None  # the respondent of each record: every group keeps k of them
    resources: Resources = ALONE
    progress: Progress = quiet

    def __post_init__(self) -> None:
        is_number = isinstance(self.effort, Real) and not isinstance(self.effort, bool)
        if not is_number or not 0.0 <= self.effort <= MOST_EFFORT:
            raise RequestError(
                f"'effort' must be a number of at least 0 and at most {MOST_EFFORT:,}. "
                f"Got {shown(self.effort)}. The usual amount is 1."
            )
        object.__setattr__(self, "effort", float(self.effort))


_TERMS = tuple(term.name for term in fields(Terms) if term.name != "k")
"""Settings that are no options of a refiner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refiner(Declaration):
    """A refinement that can run on any partition, and never returns a higher loss than its start.

    ``amount`` tells in words, from effort, n and k, how much it will do; ``work`` estimates, from
    n, p, k and effort, how many differences of two coordinates it will take. ``run`` takes X,
    labels that it may overwrite and the `Terms`, and its options by keyword.
    """

    amount: Callable[[float, int, int], str] | None = field(default=None, repr=False)
    work: Callable[[int, int, int, float], float] | None = field(default=None, repr=False)
    run: Run = field(repr=False)

    def __call__(self, X: Any, partition: Partition, **settings: Any) -> Partition:
        """Return a partition of the same records, with the same k, whose loss is no higher.

        X holds finite numbers, used as given. Settings are the other `Terms` and the options.
        """
        X = check_matrix(X)
        if len(X) != len(partition):
            raise InputError(
                f"'partition' must cover the {len(X)} records of 'X'. Got one of "
                f"{len(partition)}. Refine a partition with the table that it was made from."
            )
        given = {name: settings.pop(name) for name in _TERMS if name in settings}
        terms = Terms(partition.k, **given)
        found = Grouped.of(self.run(X, partition.labels.copy(), terms, **self.parsed(settings)))
        # What the method told about its groups is not true of these: no facts are handed on.
        facts = found.told_by(self.name)
        refined = Partition(
            found.labels, k=partition.k, facts=facts, shape=X.shape, units=terms.units
        )
        if squares_within(X, refined.labels) <= squares_within(X, partition.labels):
            return refined
        if not facts:
            return partition
        return Partition(partition.labels, k=partition.k, facts={**partition.facts, **facts})


def refiner(
    name: str,
    *,
    summary: str,
    reference: str,
    amount: Callable[[float, int, int], str] | None = None,
    work: Callable[[int, int, int, float], float] | None = None,
) -> Callable[[Run], Refiner]:
    """Declare the decorated function as a refiner; its keyword-only parameters are its options."""
    told = {"name": name, "summary": summary, "reference": reference}
    return lambda run: Refiner(**told, options=options_of(run), amount=amount, work=work, run=run)
