"""PROS, JOUR, MARK and REID: how many people each record may be, in the sample and the population.

A class is the records that agree in all released key variables: f of them, and F people of the
population, the sum of their original sampling weights. O(n log n) time, O(n) memory.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from covey.core.measure import Findings, Result, Statistic, risk_measure
from covey.core.wording import counted
from covey.measuring import adding
from covey.measuring.evidence import Evidence

_SCENARIOS = "K. El Emam and F. K. Dankar (2008), JAMIA 15(5), 627–637"
_MARKETER = "F. K. Dankar and K. El Emam (2010), EDBT/ICDT Workshops, article 28"
_BY_WEIGHTS = "F by weights as in L. Franconi and S. Polettini (2004), LNCS 3050, 262–272"


def _gather_smallest(evidence: Evidence) -> int:
    return int(np.bincount(evidence.twins).min())


def _gather_population(evidence: Evidence) -> dict[str, Any]:
    if evidence.weights is None:
        raise ValueError("The risks in the population need sampling weights.")
    sizes = np.bincount(evidence.twins)
    people = np.bincount(evidence.twins, evidence.weights)
    return {
        "n_records": evidence.n_records,
        "fewest": float(people.min()),
        "found": float((sizes / people).sum()),
        "n_short": int(sizes[people < sizes].sum()),
    }


def _join_population(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    sums = {name: sum(part[name] for part in parts) for name in ("n_records", "found", "n_short")}
    return {**sums, "fewest": min(part["fewest"] for part in parts)}


# Every group lies in one block.
SMALLEST = Statistic("smallest class", _gather_smallest, adding.least)
POPULATION = Statistic("classes in the population", _gather_population, _join_population)


def _prosecutor(found: Findings) -> Result:
    return Result(100.0 / int(found[SMALLEST]))


def _journalist(found: Findings) -> Result:
    people = found[POPULATION]
    return Result(100.0 / people["fewest"], _note(people))


def _marketer(found: Findings) -> Result:
    people = found[POPULATION]
    return Result(100.0 * people["found"] / people["n_records"], _note(people))


def _expected(found: Findings) -> Result:
    people = found[POPULATION]
    return Result(people["found"], _note(people))


def _note(people: Mapping[str, Any]) -> str:
    """Return what to think of weights that add up to fewer people than there are records."""
    if not people["n_short"]:
        return ""
    return (
        f"The weights of the classes of {counted(people['n_short'], 'record')} add up to less than "
        "the records that are there: they do not say how many people of the population a record "
        "stands for."
    )


_population = partial(
    risk_measure,
    high=math.inf,
    needs="weight",
    is_default=True,
    statistics=(POPULATION,),
)
PROS = risk_measure(
    symbol="PROS",
    name="Prosecutor risk",
    formula="100 · max over classes of 1/f, f the records of the class",
    reference=_SCENARIOS,
    plain=(
        "The chance that somebody who is known to be in the release is told apart from the others "
        "that look the same, where they are fewest."
    ),
    conclude=_prosecutor,
    statistics=(SMALLEST,),
    default_with="weight",
)
JOUR = _population(
    symbol="JOUR",
    reference=f"{_SCENARIOS}; {_BY_WEIGHTS}",
    name="Journalist risk",
    formula="100 · max over classes of 1/F, F the sum of the original weights of the class",
    plain=(
        "The chance that a record is that of a given person of the population who looks the same, "
        "where there are fewest such people."
    ),
    conclude=_journalist,
)
MARK = _population(
    symbol="MARK",
    reference=f"{_MARKETER}; {_BY_WEIGHTS}",
    name="Marketer risk",
    formula=(
        "100 · mean over records of 1/F, F the sum of the original weights of the record's class"
    ),
    plain=(
        "The share of the released records that is found on average by linking each of them with "
        "one of the people of the population who look the same."
    ),
    conclude=_marketer,
)
REID = _population(
    symbol="REID",
    reference=f"{_MARKETER}; {_BY_WEIGHTS}",
    name="Expected re-identifications",
    formula="Σ over records of 1/F, F the sum of the original weights of the record's class",
    plain=(
        "How many records are found on average by linking each of them with one of the people of "
        "the population who look the same."
    ),
    unit="",
    conclude=_expected,
)
