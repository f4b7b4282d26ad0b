"""The internal edition: everything that the office must see before it signs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from covey.core.facts import GroupSizes
from covey.core.trials import Run
from covey.core.version import __version__
from covey.core.wording import percent
from covey.releasing.cartographer import draw_map_element
from covey.releasing.changes import changes_of
from covey.releasing.manifest import manifest_text
from covey.releasing.pages import page, script_sources
from covey.releasing.sections.choice import choice_section
from covey.releasing.sections.correlations import correlation_section
from covey.releasing.sections.decisions import decisions, roles_table
from covey.releasing.sections.groups import blocks_section, cuts_sentence, sizes_chart
from covey.releasing.sections.knowledge import knowledge_section
from covey.releasing.sections.losses import losses_section
from covey.releasing.sections.record import manifest_rows
from covey.releasing.sections.scores import describe_bound, describe_scores
from covey.releasing.sections.variables import variables_section

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
    sizes = release.sizes
    changes = changes_of(release)
    drawn = "" if comparison is None else _map(release, comparison, sizes)
    text = manifest_text(manifest)
    return page("internal.html.j2").render(
        origin=release.original.origin,
        created=created,
        version=__version__,
        plan=release.plan,
        n_records=release.masked.n_records,
        n_groups=sizes.n_groups,
        sizes=(sizes.smallest, sizes.largest),
        are_twins=release.smallest_class >= release.plan.k,
        decisions=decisions(release.plan),
        roles=roles_table(release.plan.roles),
        choice=choice_section(release.plan.selection),
        scores=describe_scores(release.scores),
        bound=describe_bound(release.bound),
        losses=losses_section(changes),
        knowledge=knowledge_section(release.scores),
        sizes_chart=sizes_chart(sizes),
        cuts=cuts_sentence(release),
        blocks=blocks_section(release),
        comparison=comparison,
        map=drawn,
        map_scripts=script_sources(drawn),
        variables=variables_section(release, changes),
        correlations=correlation_section(release, changes),
        spoiled=[change.name for change in changes if change.is_spoiled],
        mean_moved=percent(
            100 * max((change.mean for change in changes if not change.is_spoiled), default=0.0)
        ),
        manifest=manifest_rows(manifest),
        manifest_text=text if len(text) <= _LONGEST_MANIFEST else "",
    )


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
