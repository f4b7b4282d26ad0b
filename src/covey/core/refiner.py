"""What Covey knows of a refiner: a method that lowers the loss of a partition that exists."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Any

import numpy as np

from covey.core.arrays import Labels, Vector
from covey.core.checks import check_matrix
from covey.core.errors import InputError, RequestError
from covey.core.loss import squares_within
from covey.core.options import Option, options_of, parse_options
from covey.core.partition import Partition
from covey.core.progress import Tick, quiet
from covey.core.registry import Outcome, card_beside

_CONTEXT = frozenset({"k", "effort", "seed", "tick", "confidential"})
"""Parameters that the plan supplies: a refiner declares those that it wants."""


@dataclass(frozen=True, slots=True)
class Refiner:
    """A refinement that can run on any partition, and never returns a higher loss than its start.

    Parameters
    ----------
    name : str
        As written in ``--refine``.
    summary : str
        One sentence.
    reference : str
        Where it was published.
    options : tuple of Option
        What may be set, with types, defaults and meanings.
    run : callable
        Takes X and labels that it may overwrite, and by keyword ``k``, its options, and ``effort``,
        ``seed``, ``tick`` and ``confidential`` where it declares them; returns labels, or an
        `Outcome` with facts.
    """

    name: str
    summary: str
    reference: str
    options: tuple[Option, ...] = ()
    run: Callable[..., Labels | Outcome] = field(kw_only=True, repr=False)

    @property
    def card(self) -> str:
        """The text of the Markdown file beside the refiner's module."""
        return card_beside(self.run)

    def __call__(
        self,
        X: Any,
        partition: Partition,
        *,
        effort: float = 1.0,
        seed: int = 0,
        tick: Tick = quiet,
        confidential: Sequence[tuple[Vector, bool]] = (),
        **options: Any,
    ) -> Partition:
        """Return a partition of the same records, with the same k, whose loss is no higher.

        Parameters
        ----------
        X : array-like, shape (n_records, n_variables)
            Finite numbers, used as given: no scaling. Never changed.
        partition : Partition
            The start. Groups are numbered in their order of creation, if there was one.
        effort : float
            How much work to do where more work helps; 1 is the usual amount.
        seed : int
            Where chance decides, what it starts from.
        tick : callable
            Told the share of the work that is done.
        confidential : sequence of (array, bool)
            Confidential columns, or the numbers of their categories, and whether each is ordered.
        **options
            The refiner's own.
        """
        X = check_matrix(X)
        if len(X) != len(partition):
            raise InputError(
                f"'partition' must cover the {len(X)} records of 'X'. Got one of "
                f"{len(partition)}. Refine a partition with the table that it was made from."
            )
        given = parse_options(self.options, options, owner=self.name)
        context = {
            "k": partition.k,
            "effort": _check_effort(effort),
            "seed": seed,
            "tick": tick,
            "confidential": confidential,
        }
        wanted = inspect.signature(self.run).parameters
        given.update({name: value for name, value in context.items() if name in wanted})
        found = self.run(X, partition.labels.copy(), **given)
        # What the method told about its groups is not true of these: no facts are handed on.
        labels, facts = (found.labels, found.facts) if isinstance(found, Outcome) else (found, {})
        refined = Partition(labels, k=partition.k, facts=facts, n_records=len(X))
        is_better = squares_within(X, refined.labels) <= squares_within(X, partition.labels)
        return refined if is_better else partition


def refiner(
    name: str, *, summary: str, reference: str
) -> Callable[[Callable[..., Labels | Outcome]], Refiner]:
    """Declare the decorated function as a refiner; its keyword-only parameters are its options."""

    def declare(run: Callable[..., Labels | Outcome]) -> Refiner:
        return Refiner(name, summary, reference, options_of(run, _CONTEXT), run=run)

    return declare


def _check_effort(effort: Any) -> float:
    is_number = isinstance(effort, Real) and not isinstance(effort, bool)
    if not is_number or not 0.0 <= float(effort) < np.inf:
        raise RequestError(
            f"'effort' must be a number of at least 0. Got {effort!r}. The usual amount is 1."
        )
    return float(effort)
