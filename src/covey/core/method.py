"""What Covey knows of a method: how it is declared, checked and run."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from covey.core.arrays import Labels
from covey.core.checks import check_k, check_matrix
from covey.core.options import CONTEXT, Option, context_of, options_of, parse_options
from covey.core.partition import ColumnPartitions, Facts, Partition

Work: TypeAlias = Callable[[int, int, int], float]
"""Estimates, from n, p and k, how many differences of two coordinates a method will take."""

Run: TypeAlias = Callable[..., "Labels | Grouped"]
"""What carries out a method or refinement: returns labels, with facts if it has any to tell."""

G = TypeVar("G", Partition, ColumnPartitions)


@dataclass(frozen=True, slots=True)
class Grouped:
    """What a method or refinement may return instead of bare labels: labels and facts.

    Facts are figures that JSON can hold, and show no record. The partition keeps them under the
    name of the method, so that two methods cannot take the same name.
    """

    labels: Labels
    facts: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, found: Labels | Grouped) -> Grouped:
        """Return what a function gave, with no facts if it gave bare labels."""
        return found if isinstance(found, Grouped) else cls(found)

    def told_by(self, name: str) -> Facts:
        """Return the facts under the name of the method that found them."""
        return {name: self.facts} if self.facts else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """What people are told of a method or refinement, and the function that carries it out."""

    name: str
    summary: str  # one sentence
    reference: str  # where it was published
    options: tuple[Option, ...] = ()
    run: Run | None = field(default=None, repr=False)  # a choice among others has none

    @property
    def card(self) -> str:
        """The text of the Markdown file of its name beside the function's module, if it has any."""
        if self.run is None:
            return ""
        beside = Path(inspect.getfile(self.run))
        return beside.with_name(f"{self.name.replace('-', '_')}.md").read_text(encoding="utf-8")

    def parsed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return a value for each option from those that were given; refuse unknown ones."""
        return parse_options(self.options, given, owner=self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Method(Declaration):
    """A method as people choose it."""

    family: str  # methods that share an idea share it
    is_k_anonymous: bool = True  # each record has k − 1 twins on all quasi-identifiers jointly
    needs_confidential: bool = False  # looks at confidential attributes
    knows_units: bool = False  # forms groups of k units, where a respondent has several records
    work: Work | None = field(default=None, repr=False)  # what its time grows with


@dataclass(frozen=True, slots=True, kw_only=True)
class Algorithm(Method, Generic[G]):
    """A method that can run: checks, calls, and wraps the labels in the type with the guarantee.

    The wrapping is done here and nowhere else, so no method can forget the guarantee.
    """

    run: Run = field(repr=False)
    gives: type[G] = field(repr=False)

    def __call__(self, X: Any, *, k: Any, **settings: Any) -> G:
        """Partition the rows of X, or the values of each column, into groups of at least k.

        X holds finite numbers and is used as given, without scaling. Settings are the method's
        options and what the plan supplies; of the latter, what the method does not want is left
        out. With the ``units`` of the records, groups of a method that knows them have k units.
        """
        X = check_matrix(X)
        k = check_k(k, n=len(X))
        given = {name: value for name, value in settings.items() if name not in CONTEXT}
        wanted = context_of(self.run)
        context = {name: value for name, value in settings.items() if name in wanted}
        found = Grouped.of(self.run(X, k=k, **self.parsed(given), **context))
        promised = {"units": context["units"]} if context.get("units") is not None else {}
        facts = found.told_by(self.name)
        return self.gives(found.labels, k=k, facts=facts, shape=X.shape, **promised)


def algorithm(
    name: str, *, family: str, reference: str, work: Work | None = None
) -> Callable[[Run], Algorithm[Partition]]:
    """Declare the decorated function as a method.

    Its keyword-only parameters are the method's options, the first line of its docstring is the
    summary.
    """
    return lambda run: _declared(
        Partition, run, name=name, family=family, reference=reference, work=work
    )


def columnwise(
    name: str, *, family: str, reference: str
) -> Callable[[Run], Algorithm[ColumnPartitions]]:
    """Declare the decorated function as a method that treats each variable by itself.

    It returns labels of shape (n_records, n_variables), and is declared as not k-anonymous.
    """
    return lambda run: _declared(
        ColumnPartitions, run, name=name, family=family, reference=reference
    )


def _declared(gives: type[G], run: Run, **told: Any) -> Algorithm[G]:
    return Algorithm(
        summary=(run.__doc__ or "").partition("\n")[0],  # python -OO leaves none
        options=options_of(run),
        is_k_anonymous=gives is Partition,
        needs_confidential="confidential" in context_of(run),
        knows_units="units" in context_of(run),
        run=run,
        gives=gives,
        **told,
    )
