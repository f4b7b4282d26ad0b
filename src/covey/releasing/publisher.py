"""Turning a release into files: check, write, check the bytes, and only then show them.

A report may take in a comparison: read from its file, and held to be about the same table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from covey.core.digest import digest_of
from covey.core.errors import InputError, RequestError
from covey.core.files import DocumentError, load_text, parse_json
from covey.core.legible import shown
from covey.core.masking import Masking
from covey.core.measure import Measure
from covey.core.progress import Stages, unwatched
from covey.core.request import Audience, Order
from covey.core.source import Source
from covey.core.spelling import Setting
from covey.core.table import Table
from covey.core.trials import HOW_TO_COMPARE, Trials
from covey.releasing.atomic import Staging, write_texts
from covey.releasing.manifest import build_manifest, manifest_path, manifest_text
from covey.releasing.preflight import check_page, preflight
from covey.releasing.published import check_published
from covey.releasing.target import write_masked

_REMEDY = ("Make one with: ", HOW_TO_COMPARE, ".")


def write_release(
    release: Masking,
    path: Path,
    *,
    report: Path | None,
    audience: Audience,
    comparison: Trials | None,
    order: Order | None,
    force: bool,
    stages: Stages = unwatched,
) -> dict[str, Any]:
    """Write table and manifest, and the report if a path is given; return the manifest.

    Rows stand in the file as the plan says unless an order is given. With `force`, files that exist
    are replaced; what was read never is. If anything is refused or fails, none of the files is
    there.
    """
    if order is not None:
        release = replace(release, plan=release.plan.ordered(_checked_order(order)))
    preflight(path, report, force=force, inputs=_inputs(release, comparison))
    _check_edition(release, audience, comparison)
    traces = release.traces
    with traces.guarding(path), Staging(force=force, noting=traces.answer_for) as files, files:
        # Staging is entered twice: see there.
        temporary = files.stage(path)
        written, formulas = write_masked(
            release.masked, release.plan, temporary, path, scratch=traces.scratch, stages=stages
        )
        if release.groups is None:
            release = replace(release, plan=release.plan.finding(formulas))
        manifest = build_manifest(release, written)
        check_published(manifest["published"], is_strict=release.plan.is_strict)
        files.stage_text(manifest_path(path), manifest_text(manifest))
        if report is not None:
            page = _render(release, audience, path.name, manifest, comparison)
            files.stage_text(report, page)
        traces.confirm()
        files.commit()
    return manifest


def write_report(
    release: Masking,
    path: Path,
    *,
    audience: Audience,
    comparison: Trials | None,
    force: bool,
) -> Path:
    """Write the report alone; return its path."""
    inputs = _inputs(release, comparison)
    check_page(path, force=force, inputs=inputs)
    _check_edition(release, audience, comparison)
    with release.traces.guarding(path):
        page = _render(release, audience, None, None, comparison)
        write_texts({path: page}, force=force, inputs=inputs)
    return path


def _inputs(release: Masking, comparison: Trials | None) -> tuple[Path, ...]:
    """Return the files that the release was made from."""
    return release.original.origin.files + (() if comparison is None else comparison.inputs)


def _checked_order(order: Order) -> Order:
    if order not in get_args(Order):
        raise RequestError(f"'order' must be 'sorted' or 'kept'. Got {order!r}.")
    return order


def _check_edition(release: Masking, audience: Audience, comparison: Trials | None) -> None:
    if audience not in get_args(Audience):
        raise RequestError(f"'audience' must be 'public' or 'internal'. Got {shown(audience)}.")
    check_audience(audience, has_comparison=comparison is not None)
    if comparison is not None:
        check_same_table(comparison, release.original)


def _render(
    release: Masking,
    audience: Audience,
    name: str | None,
    manifest: Mapping[str, Any] | None,
    comparison: Trials | None,
) -> str:
    # Late, because the report brings a template engine that a table alone does not need.
    from covey.releasing.report import render_report

    return render_report(
        release, audience=audience, name=name, manifest=manifest, comparison=comparison
    )


def read_comparison(path: Path, measures: Mapping[str, Measure]) -> Trials:
    """Read what ``covey compare --json`` printed; the file names measures by their symbols."""
    try:
        comparison = Trials.from_dict(parse_json(load_text(path)), measures=measures)
    except DocumentError as error:
        raise InputError(f"'{path}' is no comparison: it {error}. ", *_REMEDY) from None
    except InputError:
        raise InputError(f"'{path}' is no comparison. ", *_REMEDY) from None
    if not _is_whole(comparison):
        raise InputError(f"'{path}' is no comparison: settings or scores are missing. ", *_REMEDY)
    return replace(comparison, inputs=(path.absolute(),))


def _is_whole(comparison: Trials) -> bool:
    """Whether there is a setting, and all have the same scores, those of the axes among them."""
    scored = {frozenset(run.scores) for run in comparison.runs}
    axes = {comparison.loss.symbol, comparison.risk.symbol}
    return len(scored) == 1 and axes <= next(iter(scored))


def check_audience(audience: Audience, *, has_comparison: bool) -> None:
    """Refuse a comparison in the public edition: the map tells where an attack pays."""
    if has_comparison and audience == "public":
        raise RequestError(
            "A comparison is for the internal report only: its map shows the risk that is left. "
            "Got the audience 'public'. Choose ",
            Setting("audience", "internal"),
            ", or leave the comparison out.",
        )


def check_same_table(comparison: Trials, table: Source) -> None:
    """Refuse a comparison that was made on other data."""
    if not isinstance(table, Table) or comparison.subject.digest != digest_of(table):
        raise RequestError(
            f"The comparison was made on another table: '{comparison.subject.name}' with "
            f"{comparison.subject.n_records:,} records does not hold the values of "
            f"'{table.origin.name}'. Compare this table first, or leave the comparison out."
        )
