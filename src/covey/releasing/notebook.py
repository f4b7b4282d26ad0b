"""What a notebook shows of a release, of scores and of a selection: the report in small.

Each is one element with a style of its own that reaches nothing outside of it. It runs no script,
loads nothing and shows no record.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from covey.core.scores import Scores
from covey.core.wording import counted, span
from covey.releasing.pages import page

if TYPE_CHECKING:
    from covey.core.masking import Masking
    from covey.core.subsets import RankedSubsets

_MOST_BARS = 12
_MOST_CANDIDATES = 5
_TITLES = {"loss": "Information loss", "risk": "Linkage", "attribute": "Confidential values"}


def new_ident() -> str:
    """Return a name for an element that no other one has, in this session or an earlier one."""
    return f"covey-{secrets.token_hex(4)}"


def show_release(release: Masking) -> str:
    """Return what was done to a table, what it cost and what risk remains."""
    # Imported here, when something is shown: protecting a table does not need it.
    from covey.releasing.changes import changes_of
    from covey.releasing.manifest import build_manifest
    from covey.releasing.protection import Protection
    from covey.releasing.published import count_ahead
    from covey.releasing.remarks import remarks_on
    from covey.releasing.sections.categories import losses_of_categories
    from covey.releasing.sections.decisions import decisions
    from covey.releasing.sections.losses import losses_section
    from covey.releasing.sections.scores import describe_bound

    plan, sizes, ident = release.plan, release.sizes, new_ident()
    count_ahead(release)
    manifest = build_manifest(release)
    losses = losses_section(
        changes_of(release), losses_of_categories(release), ident=ident, most=_MOST_BARS
    )
    return page("notebook_release.html.j2").render(
        ident=ident,
        plan=plan,
        protection=Protection.of(manifest),
        remarks=remarks_on(manifest),
        records=counted(release.masked.n_records, "record"),
        groups=counted(sizes.n_groups, "group"),
        sizes=span(sizes.smallest, sizes.largest),
        decisions=decisions(plan),
        losses=losses,
        bound=describe_bound(release.bound),
        parts=_parts(release.scores),
    )


def show_scores(scores: Scores) -> str:
    """Return the scores by kind, each with what it means."""
    return page("notebook_scores.html.j2").render(ident=new_ident(), parts=_parts(scores))


def show_selection(selection: RankedSubsets) -> str:
    """Return the dependence tree and the best candidates."""
    from covey.releasing.tree import METRIC_NAMES, draw_tree

    ident = new_ident()
    return page("notebook_selection.html.j2").render(
        ident=ident,
        selection=selection,
        chart=draw_tree(selection, ident=ident),
        metric=METRIC_NAMES[selection.metric],
        best=selection.candidates[:_MOST_CANDIDATES],
        tried=counted(len(selection.candidates), "subset"),
    )


def _parts(scores: Scores) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Return symbols, values and meanings by kind; measures of no known kind come last."""
    from covey.releasing.sections.scores import describe_scores

    described = describe_scores(scores)
    parts: dict[str, list[tuple[str, str, str]]] = {title: [] for title in _TITLES.values()}
    for symbol, one in described.items():
        declared = scores.measures.get(symbol)
        title = _TITLES[declared.kind] if declared is not None else "Others"
        plain = "" if declared is None else declared.plain
        row = (symbol, one.exact, f"{plain} {one.note}".strip())
        parts.setdefault(title, []).append(row)
    return [(title, rows) for title, rows in parts.items() if rows]
