"""The public edition: what users of the data need, and nothing that helps an intruder.

The rule: the page tells what a reader of the released file could count in it, *k*, whether units or
records were counted, how many records stand out among everything published (in units, where there
are any, but never which, nor by which columns), how many cells and records gaps cost, the names of
method and refinement, whether rows stand as in the input, which variables rounding changed too much
to be used, and how much of the variation, or of the values of a category, changed, in whole
percent. The template sees a
`PublicFacts` and never the release, so that nothing else can slip into the page. Left out are seed,
options and notes (they help to rerun the grouping), every figure of risk (it tells where an attack
pays), group and class sizes, the names of removed columns, the input's name and hash, and every
figure in the units of the data, so that no original distribution, mean or extreme can be read off.

A loss can betray an extreme value: where one group accounts for most of what a variable lost, the
loss is nearly that group's own spread, and its members' distance from their published mean follows.
So a variable's loss is told only if no group has more than half of it; the best upper estimate of
any group's spread is then at least √2 times the truth. If one is withheld, the total is that of the
figures told, and where none is told there is none: even a wide step would bound what is missing.
A column of one value has lost all whatever its groups, which the file itself shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from covey.core.encoding import Treatment
from covey.core.plan import Plan
from covey.core.recoding import recodings_of
from covey.core.wording import NBSP, about_percent, whole_percent
from covey.releasing.changes import Change, changes_of, mean_loss
from covey.releasing.charts import draw_rows
from covey.releasing.pages import page
from covey.releasing.protection import Protection
from covey.releasing.remarks import n_dropped, public_remarks_on
from covey.releasing.sections.decisions import precision, replaced_by
from covey.releasing.totals import Totals, spoiled_of

if TYPE_CHECKING:
    from covey.core.masking import Masking

_MOST_BARS = 40
_MOST_NAMES = 200
_LARGEST_SHARE = 0.5
_UNMOVED = 0.001
"""In standard deviations: what rounding to a column's own decimals may do to a mean."""

_ALL, _MORE_THAN_ALL = f"all{NBSP}of{NBSP}it", f"more{NBSP}than{NBSP}all{NBSP}of{NBSP}it"
_JUDGEMENTS = (
    (10, "little"),
    (25, "a moderate part"),
    (50, "a considerable part"),
    (float("inf"), "a large part"),
)


@dataclass(frozen=True, slots=True)
class PublicFacts:
    """All that the public page can say."""

    title: str  # name of the released file, or what stands for it
    day: date
    k: int
    n_records: int
    n_removed: int  # columns that were dropped
    masked: tuple[str, ...]  # microaggregated columns; not all if they are many
    kept: tuple[str, ...]  # columns released as they are; likewise
    n_masked: int
    n_kept: int
    method: str
    refinement: str  # empty if nothing was refined
    rounding: str  # what group means were rounded to; empty if they were not
    protection: Protection  # what was counted; its columns are left out
    totals: Totals
    treatment: str  # what took the place of masked values
    recoded: tuple[tuple[str, str], ...]  # share of changed values by variable of categories
    remarks: tuple[str, ...]  # what was done to gaps, strata and limits
    n_numeric: int  # masked variables that are numbers or dates
    n_dates: int
    modal: tuple[str, ...]  # variables of categories with the most frequent, or the middle, one
    widened: tuple[str, ...]  # those with a category that covers all of a group
    has_gaps: bool  # gaps and codes of the original are in the release
    has_units: bool
    are_units_whole: bool  # all records of a unit lie in one group
    has_strata: bool
    has_whole_strata: bool  # and none of them was joined with another
    n_dropped: int  # records that were left out
    blanked: tuple[str, ...]  # columns of strata with cells that were blanked
    weight: str  # what became of the sampling weights; empty without any
    weight_name: str
    are_twins: bool  # every record shares all its masked values with k − 1 others
    are_alike: bool  # all records share them
    is_in_input_order: bool
    levelled: tuple[str, ...]  # variables that varied and hold one value
    spoiled: tuple[str, ...]  # variables that rounding changed too much
    n_usable: int  # masked variables that are neither
    means_are_kept: bool  # no mean moved by more than rounding does, but for spoiled variables
    judgement: str  # how much of the variation is gone, where it is told; empty if nowhere
    loss: str  # the same as a figure
    chart: str  # loss by variable
    figures: tuple[tuple[str, str], ...]  # the same as a table
    n_untold: int  # variables beyond those in the chart
    is_withheld: bool  # a variable's loss is not told
    is_exceeded: bool  # a loss is more than all of the variation


def render_public(
    release: Masking, *, name: str | None, day: date, manifest: Mapping[str, Any]
) -> str:
    """Return the public edition."""
    facts = public_facts(release, name=name, day=day, manifest=manifest)
    return page("public.html.j2").render(facts=facts)


def public_facts(
    release: Masking, *, name: str | None, day: date, manifest: Mapping[str, Any]
) -> PublicFacts:
    """Choose what the public may know of a release."""
    plan, totals = release.plan, Totals.of(release.plan, manifest)
    changes = [_told(change) for change in changes_of(release)]
    told = sorted(changes, key=_place)[:_MOST_BARS]
    figures = tuple((change.name, _figure(change)) for change in told)
    is_withheld = not all(map(_is_safe, changes))
    loss, judgement = _total(changes)
    kept, spoiled = _kept(plan), spoiled_of(changes, totals)
    protection = replace(Protection.of(manifest, unit="respondent"), columns=())
    return PublicFacts(
        title=name or "The released table",
        day=day,
        k=plan.k,
        n_records=release.masked.n_records,
        n_removed=len(plan.roles.dropped),
        masked=plan.roles.quasi[:_MOST_NAMES],
        kept=kept[:_MOST_NAMES],
        n_masked=len(plan.roles.quasi),
        n_kept=len(kept),
        method=plan.method,
        refinement="" if plan.refine == "none" else plan.refine,
        rounding=precision(plan.round),
        protection=protection,
        totals=totals,
        treatment=replaced_by(plan),
        recoded=_recoded(release),
        remarks=tuple(public_remarks_on(manifest)),
        n_numeric=len(changes),
        **_made_of(plan, totals),
        n_dropped=n_dropped(manifest),
        blanked=plan.blanked_strata,
        weight=plan.weight_release if plan.roles.weight else "",
        weight_name="".join(plan.roles.weight),
        are_twins=protection.holds,
        are_alike=all(change.is_level for change in changes) and not totals.categories,
        is_in_input_order=plan.order == "kept",
        levelled=_levelled(release, changes),
        spoiled=tuple(spoiled),
        n_usable=sum(not (change.is_levelled or change.name in spoiled) for change in changes),
        means_are_kept=all(
            change.mean < _UNMOVED or change.name in spoiled
            for change in changes
            if change.name in totals.kept
        ),
        judgement=judgement,
        loss=loss,
        chart=_chart(told, figures) if told else "",
        figures=figures,
        n_untold=len(changes) - len(told),
        is_withheld=is_withheld,
        is_exceeded=any(figure == _MORE_THAN_ALL for _, figure in figures),
    )


def _made_of(plan: Plan, totals: Totals) -> dict[str, Any]:
    """Return what the data are made of that a user must know to analyse them."""
    widened = tuple(name for name in totals.categories if name in plan.in_words)
    treated = (plan.treatments.get(name, Treatment()) for name in plan.roles.quasi)
    return {
        "n_dates": sum(one.kind == "date" for one in treated),
        "modal": tuple(name for name in totals.categories if name not in widened),
        "widened": widened,
        "has_gaps": plan.missing == "pattern"
        and any(profile.missing.count for profile in plan.encoded.profiles),
        "has_units": bool(plan.roles.unit),
        "are_units_whole": plan.unit_mode == "together",
        "has_strata": bool(plan.roles.strata),
        "has_whole_strata": bool(plan.roles.strata) and not plan.n_merged_strata,
    }


def _levelled(release: Masking, changes: Sequence[Change]) -> tuple[str, ...]:
    """Return the variables that varied and are released with one value, categories last."""
    numbers = [change.name for change in changes if change.is_levelled]
    recoded = recodings_of(release.blocks).items()
    return (*numbers, *(name for name, recoding in recoded if recoding.is_levelled))


def _kept(plan: Plan) -> tuple[str, ...]:
    """Return the columns that are released as they are."""
    roles = plan.roles
    weight = roles.weight if plan.weight_release == "asis" else ()
    strata = tuple(name for name in roles.strata if name not in plan.blanked_strata)
    return roles.confidential + roles.other + strata + weight


def _recoded(release: Masking) -> tuple[tuple[str, str], ...]:
    """Return the share of changed values of each variable of categories, in whole percent."""
    return tuple(
        (name, whole_percent(recoding.share_changed))
        for name, recoding in recodings_of(release.blocks).items()
    )


def _told(change: Change) -> Change:
    """Return a change whose loss can be told if all records have one value: it is all of it."""
    return replace(change, heaviest=0.0) if change.is_levelled else change


def _is_safe(change: Change) -> bool:
    return change.heaviest <= _LARGEST_SHARE


def _total(changes: Sequence[Change]) -> tuple[str, str]:
    """Return the mean of the figures told, as a figure and in words."""
    told = [replace(change, loss=_gone(change)) for change in changes if _is_safe(change)]
    if not told:
        return "", ""
    varying = [change for change in changes if not change.is_constant]
    if varying and all(change.is_levelled for change in varying):
        return whole_percent(100.0), "all"
    if len(told) == len(changes):
        loss = mean_loss(told)
    else:  # made of the rounded figures, so that it tells no more than they do
        loss = sum(round(change.loss) for change in told) / len(told)
    # By the figure that is told, so that one figure never has two words.
    return about_percent(loss), next(words for limit, words in _JUDGEMENTS if round(loss) < limit)


def _gone(change: Change) -> float:
    """Return the percentage that is gone; rounding may move values further than they differ."""
    return min(change.loss, 100.0)


def _place(change: Change) -> float:
    """Order by what is told: the order itself must not tell more, and ties keep the columns'."""
    return -round(_gone(change)) if _is_safe(change) else 1


def _figure(change: Change) -> str:
    if change.is_levelled:
        return _ALL
    if not _is_safe(change):
        return f"not{NBSP}told"
    return _MORE_THAN_ALL if round(change.loss) > 100 else whole_percent(change.loss)


def _chart(told: Sequence[Change], figures: Sequence[tuple[str, str]]) -> str:
    return draw_rows(
        [name for name, _ in figures],
        # The bar ends at the whole percent: its length must not tell more than its figure.
        [float(round(_gone(change))) if _is_safe(change) else None for change in told],
        figures=[figure for _, figure in figures],
        ident="loss-chart",
        title="Variation that is gone, by variable",
        text=f"Bar chart of {len(told)} variables in percent, the largest loss first. "
        "The table below holds the same figures.",
        axis="percent of the variable’s variation",
    )
