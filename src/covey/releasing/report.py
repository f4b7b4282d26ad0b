"""The report: one HTML file, in an edition for the public and one for the office that signs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from covey.releasing.manifest import build_manifest
from covey.releasing.report_internal import render_internal
from covey.releasing.report_public import render_public

if TYPE_CHECKING:
    from covey.core.masking import Masking
    from covey.core.request import Audience
    from covey.core.trials import Trials


@dataclass(frozen=True, slots=True)
class Enclosure:
    """What a report tells besides the release itself."""

    name: str | None = None  # of the released file: the input's is not for the public
    manifest: Mapping[str, Any] | None = None  # as written beside the file; for the office only
    comparison: Trials | None = None  # the risk–utility map; for the office only


def render_report(
    release: Masking,
    *,
    audience: Audience = "public",
    enclosure: Enclosure | None = None,
    created: datetime | None = None,
) -> str:
    """Describe a release in one self-contained HTML page that shows no record.

    The page loads nothing and prints on A4. The public edition tells users of the data what was
    done and how to analyse them, and nothing that helps an intruder. The internal one tells
    everything, and says at the head of every page that it must not be published. Its date is now by
    default; everything else depends on the release alone.
    """
    enclosure = enclosure or Enclosure()
    created = created or datetime.now().astimezone()
    if audience == "public":
        return render_public(release, name=enclosure.name, day=created.date())
    stamp = created.astimezone(UTC).isoformat(timespec="seconds")
    return render_internal(
        release,
        manifest=enclosure.manifest or {**build_manifest(release), "created": stamp},
        comparison=enclosure.comparison,
        created=created,
    )
