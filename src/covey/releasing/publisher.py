"""Turning a release into files: check, write, check the bytes, and only then show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from covey.core.errors import RequestError
from covey.core.legible import shown
from covey.core.masking import Masking
from covey.core.progress import Stages, unwatched
from covey.core.request import Audience, Order
from covey.core.trials import Trials
from covey.releasing.atomic import Staging, write_texts
from covey.releasing.attachment import check_audience, check_same_table
from covey.releasing.manifest import build_manifest, manifest_path, manifest_text
from covey.releasing.preflight import check_page, preflight
from covey.releasing.target import write_masked


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
        if release.partition is None:
            release = replace(release, plan=release.plan.finding(formulas))
        manifest = build_manifest(release, written)
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
