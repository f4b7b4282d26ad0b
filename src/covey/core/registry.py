"""What Covey knows of a method, and how to find one by name."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from covey.core.arrays import Labels, Matrix
from covey.core.checks import check_k, check_matrix
from covey.core.errors import UnknownNameError
from covey.core.options import CONTEXT, Option, context_of, options_of, parse_options
from covey.core.partition import Partition
from covey.core.spelling import Setting, cut_at_comma

Work: TypeAlias = Callable[[int, int, int], float]
"""Estimates, from n, p and k, how many differences of two coordinates a method will take."""


@dataclass(frozen=True, slots=True)
class Method:
    """A method as people choose it.

    Parameters
    ----------
    name : str
        As written in ``--method``.
    family : str
        Methods that share an idea share a family.
    summary : str
        One sentence.
    reference : str
        Where it was published.
    options : tuple of Option
        What may be set, with types, defaults and meanings.
    is_k_anonymous : bool
        Whether every released record has k − 1 twins on all quasi-identifiers jointly.
    needs_confidential : bool
        Whether it looks at confidential attributes and so cannot do without one.
    work : callable, optional
        What its time grows with.
    """

    name: str
    family: str
    summary: str
    reference: str
    options: tuple[Option, ...] = ()
    is_k_anonymous: bool = True
    needs_confidential: bool = False
    work: Work | None = field(default=None, repr=False)

    @property
    def card(self) -> str:
        """The argument for why the method is right, empty where it has none of its own."""
        return ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a method may return instead of bare labels: labels, and facts for the report.

    Parameters
    ----------
    labels : Labels
        The group of each record.
    facts : mapping
        Figures about the partition that JSON can hold. They must not show a record. The partition
        keeps them under the name of the method, so that two methods cannot take the same name.
    """

    labels: Labels
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Algorithm(Method):
    """A method that can run: checks, calls, and wraps the labels in a `Partition`.

    The wrapping is done here and nowhere else, so no method can forget the guarantee.
    """

    run: Callable[..., Labels | Outcome] = field(kw_only=True, repr=False)

    @property
    def card(self) -> str:
        """The text of the Markdown file beside the method's module."""
        return card_beside(self.run)

    def __call__(self, X: Any, *, k: Any, **settings: Any) -> Partition:
        """Partition the rows of X into groups of at least k.

        Parameters
        ----------
        X : array-like, shape (n_records, n_variables)
            Finite numbers, used as given: no scaling. Never changed.
        k : int
            Smallest group size.
        **settings
            The method's options, and ``seed``, ``progress`` or ``confidential`` where the plan has
            them; those that this method does not want are left out.
        """
        X, k, keywords = prepare(self, self.run, X, k, settings)
        found = self.run(X, k=k, **keywords)
        if isinstance(found, Outcome):
            facts = {self.name: found.facts}
            return Partition(found.labels, k=k, facts=facts, n_records=len(X))
        return Partition(found, k=k, n_records=len(X))


def algorithm(
    name: str, *, family: str, summary: str, reference: str, work: Work | None = None
) -> Callable[[Callable[..., Labels | Outcome]], Algorithm]:
    """Declare the decorated function as a method; its keyword-only parameters are its options."""

    def declare(run: Callable[..., Labels | Outcome]) -> Algorithm:
        return Algorithm(
            name,
            family,
            summary,
            reference,
            options_of(run),
            needs_confidential="confidential" in context_of(run),
            work=work,
            run=run,
        )

    return declare


def card_beside(run: Callable[..., Any]) -> str:
    """Return the text of the Markdown file beside the module of a method's function."""
    return Path(inspect.getfile(run)).with_suffix(".md").read_text(encoding="utf-8")


def prepare(
    method: Method, run: Callable[..., Any], X: Any, k: Any, settings: Mapping[str, Any]
) -> tuple[Matrix, int, dict[str, Any]]:
    """Return X and k, checked, and the keywords of a method's function from what was set.

    Options are parsed. Of what the plan supplies, the function gets what its signature asks for.
    """
    X = check_matrix(X)
    k = check_k(k, n=len(X))
    given = {name: value for name, value in settings.items() if name not in CONTEXT}
    context = {name: value for name, value in settings.items() if name in context_of(run)}
    return X, k, {**parse_options(method.options, given, owner=method.name), **context}


class Registry(Mapping[str, Method]):
    """Methods by name, in the order given; an unknown name gets a helpful error."""

    def __init__(self, methods: Iterable[Method]) -> None:
        self._methods = {method.name: method for method in methods}

    def __getitem__(self, name: str) -> Method:
        if name not in self:
            raise unknown("method", name, self._methods)
        return self._methods[name]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._methods

    def __iter__(self) -> Iterator[str]:
        return iter(self._methods)

    def __len__(self) -> int:
        return len(self._methods)

    def __repr__(self) -> str:
        return f"Registry({', '.join(self._methods)})"


def unknown(
    what: str, name: Any, known: Iterable[str], setting: str | None = None
) -> UnknownNameError:
    """Return the error for a name that is not in a list, with the nearest one that is.

    Parameters
    ----------
    what : str
        What it would name.
    name : object
        What was given.
    known : iterable of str
        The names there are.
    setting : str, optional
        The list of columns in which it was given; a name with a comma may have been parted in it.
    """
    known = list(known)
    cut = cut_at_comma(str(name), known) if setting is not None else None
    if setting is not None and cut is not None:
        return UnknownNameError(f"No {what} '{name}'. Did you mean ", Setting(setting, [cut]), "?")
    hint = nearest(name, known)
    return UnknownNameError(f"No {what} '{name}'.{hint} Choose from: {', '.join(known)}.")


def nearest(name: Any, known: Iterable[str]) -> str:
    """Return a question after the name that was meant, in whatever case; nothing if none is near.

    Examples
    --------
    >>> nearest("MDVA", ["auto", "mdav"])
    " Did you mean 'mdav'?"
    """
    by_lower = {each.lower(): each for each in known}
    close = difflib.get_close_matches(str(name).lower(), by_lower, n=1)
    return f" Did you mean '{by_lower[close[0]]}'?" if close else ""
