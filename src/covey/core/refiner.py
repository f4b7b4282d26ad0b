"""What Covey knows of a refiner: a method that lowers the loss of a partition that exists."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Any

import numpy as np

from covey.core.arrays import Labels, Vector
from covey.core.checks import MOST_EFFORT, check_matrix
from covey.core.engine import IN_TURN, Engine
from covey.core.errors import InputError, RequestError
from covey.core.legible import shown
from covey.core.loss import squares_within
from covey.core.options import Option, options_of, parse_options
from covey.core.partition import Partition
from covey.core.progress import Progress, quiet
from covey.core.registry import Outcome, card_beside

_CONTEXT = frozenset({"k", "effort", "seed", "progress", "confidential", "strata", "engine"})
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
    amount : callable, optional
        Tells in words, from effort, n and k, how much it will do.
    work : callable, optional
        Estimates, from n, p, k and effort, how many differences of two coordinates it will take.
    run : callable
        Takes X and labels that it may overwrite, and by keyword ``k``, its options, and ``effort``,
        ``seed``, ``progress``, ``confidential``, ``strata`` and ``engine`` where it declares them;
        returns labels, or an `Outcome` with facts.
    """

    name: str
    summary: str
    reference: str
    options: tuple[Option, ...] = ()
    amount: Callable[[float, int, int], str] | None = field(default=None, repr=False)
    work: Callable[[int, int, int, float], float] | None = field(default=None, repr=False)
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
        progress: Progress = quiet,
        confidential: Sequence[tuple[Vector, bool]] = (),
        strata: Any = None,
        engine: Engine = IN_TURN,
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
        progress : callable
            Told the share of the work that is done.
        confidential : sequence of (array, bool)
            Confidential columns, or the numbers of their categories, and whether each is ordered.
        strata : array-like, shape (n_records,), optional
            The stratum of each record: no group of the start spans two, and none of the result.
        engine : Engine
            Where blocks of a large table are worked on.
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
        _check_strata(strata, self, partition)
        context = {
            "k": partition.k,
            "effort": _check_effort(effort),
            "seed": seed,
            "progress": progress,
            "confidential": confidential,
            "strata": None if strata is None else np.unique(strata, return_inverse=True)[1],
            "engine": engine,
        }
        wanted = inspect.signature(self.run).parameters
        given.update({name: value for name, value in context.items() if name in wanted})
        found = self.run(X, partition.labels.copy(), **given)
        # What the method told about its groups is not true of these: no facts are handed on.
        outcome = found if isinstance(found, Outcome) else Outcome(found, {})
        labels, facts = outcome.labels, {self.name: outcome.facts} if outcome.facts else {}
        refined = Partition(labels, k=partition.k, facts=facts, n_records=len(X))
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
) -> Callable[[Callable[..., Labels | Outcome]], Refiner]:
    """Declare the decorated function as a refiner; its keyword-only parameters are its options."""

    def declare(run: Callable[..., Labels | Outcome]) -> Refiner:
        options = options_of(run, _CONTEXT)
        return Refiner(name, summary, reference, options, amount, work, run=run)

    return declare


def _check_strata(strata: Any, method: Refiner, partition: Partition) -> None:
    if strata is None:
        return
    if "strata" not in inspect.signature(method.run).parameters:
        raise RequestError(f"'{method.name}' does not keep to strata. Choose 'search'.")
    if np.shape(strata) != (len(partition),):
        raise InputError(
            f"'strata' must name the stratum of each of the {len(partition)} records. "
            f"Got an array of shape {np.shape(strata)}."
        )
    _, codes = np.unique(strata, return_inverse=True)
    pairs = np.unique(np.column_stack([partition.labels, codes]), axis=0)
    if len(pairs) > partition.n_groups:
        raise InputError(
            f"{len(pairs) - partition.n_groups:,} groups of the start span more than one stratum. "
            "Partition each stratum by itself first."
        )


def _check_effort(effort: Any) -> float:
    is_number = isinstance(effort, Real) and not isinstance(effort, bool)
    if not is_number or not 0.0 <= effort <= MOST_EFFORT:
        raise RequestError(
            f"'effort' must be a number of at least 0 and at most {MOST_EFFORT:,}. "
            f"Got {shown(effort)}. The usual amount is 1."
        )
    return float(effort)
