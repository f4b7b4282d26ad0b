"""The report: one HTML file, in an edition for the public and one for the office that signs it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from covey.releasing.manifest import build_manifest
from covey.releasing.report_internal import render_internal
from covey.releasing.report_public import render_public

if TYPE_CHECKING:
    from covey.core.masking import Masking
    from covey.core.request import Audience
    from covey.core.trials import Trials


def render_report(
    release: Masking,
    *,
    audience: Audience = "public",
    name: str | None = None,
    manifest: Mapping[str, Any] | None = None,
    comparison: Trials | None = None,
    created: datetime | None = None,
) -> str:
    """Describe a release in one self-contained HTML page that shows no record.

    The page loads nothing and prints on A4. The public edition tells users of the data what was
    done and how to analyse them, and nothing that helps an intruder. The internal one tells
    everything, the manifest of the written file and the map of a comparison included, and says at
    the head of every page that it must not be published. The name is that of the released file: the
    input's is not for the public. Its date is now by default.
    """
    created = created or datetime.now().astimezone()
    if manifest is None:
        stamp = created.astimezone(UTC).isoformat(timespec="seconds")
        manifest = {**build_manifest(release), "created": stamp}
    if audience == "public":
        return render_public(release, name=name, day=created.date(), manifest=manifest)
    return render_internal(release, manifest=manifest, comparison=comparison, created=created)
