"""The internal edition: everything that the office must see before it signs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from covey.core.facts import GroupSizes
from covey.core.trials import Run
from covey.core.version import __version__
from covey.core.wording import percent
from covey.releasing.cartographer import draw_map_element
from covey.releasing.changes import Change, changes_of
from covey.releasing.manifest import manifest_text
from covey.releasing.pages import page, script_sources
from covey.releasing.protection import Protection
from covey.releasing.remarks import remarks_on
from covey.releasing.sections.categories import categories_table, losses_of_categories
from covey.releasing.sections.choice import choice_section
from covey.releasing.sections.correlations import correlation_section
from covey.releasing.sections.decisions import decisions, replaced_by, roles_table
from covey.releasing.sections.groups import blocks_section, cuts_sentence, sizes_chart, units_chart
from covey.releasing.sections.knowledge import knowledge_section
from covey.releasing.sections.losses import losses_section
from covey.releasing.sections.record import manifest_rows
from covey.releasing.sections.scores import describe_bound, describe_scores, dominated_cells
from covey.releasing.sections.variables import variables_section
from covey.releasing.totals import Totals, spoiled_of

if TYPE_CHECKING:
    from covey.core.masking import Masking
    from covey.core.trials import Trials

_LONGEST_MANIFEST = 1_000_000


def render_internal(
    release: Masking,
    *,
    manifest: Mapping[str, Any],
    comparison: Trials | None,
    created: datetime,
) -> str:
    """Return the internal edition.

    Distributions appear in classes with round limits, open ends and counts that are multiples of k;
    means and standard deviations only as relative changes: the page shows no record even here.

    Parameters
    ----------
    release : Masking
        What to describe.
    manifest : mapping
        Of the release, with its file if that is written.
    comparison : Trials or None
        Drawn as the risk–utility map.
    created : datetime
        Date on the report.
    """
    plan, sizes, units = release.plan, release.sizes, release.units
    changes, totals = changes_of(release), Totals.of(plan, manifest)
    spoiled = spoiled_of(changes, totals)
    blanked = manifest.get("strata", {}).get("blanked", {})
    drawn = "" if comparison is None else _map(release, comparison, sizes)
    text = manifest_text(manifest)
    return page("internal.html.j2").render(
        origin=release.original.origin,
        created=created,
        version=__version__,
        plan=plan,
        protection=Protection.of(manifest),
        remarks=remarks_on(manifest),
        treatment=replaced_by(plan),
        n_records=release.masked.n_records,
        n_groups=sizes.n_groups,
        sizes=(sizes.smallest, sizes.largest),
        units=None if units is None else (units.smallest, units.largest),
        are_twins=manifest["k_anonymous"]["holds"],
        decisions=decisions(plan),
        roles=roles_table(plan, blanked),
        blanked=tuple(blanked),
        choice=choice_section(plan.selection),
        scores=describe_scores(release.scores),
        bound=describe_bound(release.bound),
        dominated=dominated_cells(release.scores),
        losses=losses_section(changes, losses_of_categories(release)),
        categories=categories_table(release),
        knowledge=knowledge_section(release.scores),
        sizes_chart=sizes_chart(sizes),
        units_chart="" if units is None else units_chart(units),
        cuts=cuts_sentence(release),
        blocks=blocks_section(release),
        comparison=comparison,
        map=drawn,
        map_scripts=script_sources(drawn),
        variables=variables_section(release, changes),
        correlations=correlation_section(release, changes),
        totals=totals,
        has_numbers=bool(changes),
        spoiled=spoiled,
        mean_moved=percent(100 * _most_moved(changes, set(totals.kept).difference(spoiled))),
        manifest=manifest_rows(manifest),
        manifest_text=text if len(text) <= _LONGEST_MANIFEST else "",
    )


def _most_moved(changes: Sequence[Change], names: Collection[str]) -> float:
    """Return how far a mean of some variables moved at most, in standard deviations."""
    return max((change.mean for change in changes if change.name in names), default=0.0)


def _map(release: Masking, comparison: Trials, sizes: GroupSizes) -> str:
    """Draw the map with the setting of the release marked on it."""
    plan = release.plan
    if comparison.subject.quasi != plan.roles.quasi:
        # Loss and risk of other variables have no place on its axes.
        return draw_map_element(comparison)
    chosen = Run(
        plan.method,
        plan.k,
        plan.refine,
        plan.options,
        release.scores,
        n_groups=sizes.n_groups,
        smallest=sizes.smallest,
        largest=sizes.largest,
        effort=plan.effort,
    )
    return draw_map_element(comparison, chosen=chosen)
