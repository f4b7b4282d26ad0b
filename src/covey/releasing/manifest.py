"""The manifest: what was released, from what, how, and at what loss and risk."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from covey.core.facts import missing_of
from covey.core.legible import as_json
from covey.core.masking import Masking
from covey.core.request import Order
from covey.core.scores import Scores
from covey.core.separate import SeparateSet
from covey.core.table import Dialect
from covey.core.version import __version__
from covey.releasing.formats import FileFormat
from covey.releasing.published import Published, counted_columns, published_of

SUFFIX = ".manifest.json"


@dataclass(frozen=True, slots=True)
class Written:
    """The file that was written, as its own bytes show it."""

    name: str  # without its folder
    sha256: str
    format: FileFormat
    dialect: Dialect | None  # of a delimited file
    smallest_class: int  # counted in the file
    order: Order
    below_k: int = 0  # records in classes of fewer than k on everything published, in the file too
    unique: int = 0  # records alone in theirs
    separate: tuple[int, ...] = ()  # the same on each separate set of variables

    def to_dict(self) -> dict[str, Any]:
        """Return what the manifest says of the output."""
        told = asdict(self)
        for name in ("smallest_class", "below_k", "unique", "separate"):
            del told[name]  # which stand with what they are evidence of
        return told


def manifest_path(output: Path) -> Path:
    """Return where the manifest of a file lies: ``safe.csv`` has ``safe.csv.manifest.json``."""
    return output.parent / f"{output.name}{SUFFIX}"  # '.', which is no file, has no name


def build_manifest(release: Masking, output: Written | None = None) -> dict[str, Any]:
    """Describe a release, and the file once it is written, in values that JSON can hold.

    What stands out among everything published is counted, once for each release. The manifest holds
    no record, no path of the machine and no number that JSON lacks: a score that is not defined is
    ``None`` with a note.
    """
    plan, origin, n_records = release.plan, release.original.origin, release.masked.n_records
    sizes = release.sizes
    smallest_class = release.smallest_class if output is None else output.smallest_class
    values, notes = _scores(release.scores)
    settings = _plain(plan.to_dict())
    return {
        "covey": __version__,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "input": {
            "name": origin.name,
            "sha256": origin.sha256,
            "n_records": n_records + plan.n_dropped,
            "n_columns": len(release.original.names),
        },
        "output": None if output is None else output.to_dict(),
        "method": plan.method,
        "options": settings["options"],
        "k": plan.k,
        "seed": plan.seed,
        "n_records": n_records,
        "n_groups": sizes.n_groups,
        "group_size": {"min": sizes.smallest, "max": sizes.largest},
        **_units(release),
        "published": _published(release, output).to_dict(),
        **_exceptions(release),
        "k_anonymous": {
            # What was counted, not what was meant: a method may promise less.
            "holds": smallest_class >= plan.k,
            "smallest_class": smallest_class,
            "quasi_identifiers": list(plan.roles.quasi),
            **_separate(release, output),
        },
        "roles": settings["roles"],
        "facts": _plain(_facts(release)),
        "scores": values,
        **({} if release.bound is None else {"bound": release.bound.to_dict()}),
        "notes": notes,
        "plan": settings,
    }


def _published(release: Masking, output: Written | None) -> Published:
    """Return how many records stand out, in the file itself once it is written."""
    published, roles = published_of(release), release.plan.roles
    if output is None:
        return published
    beside = counted_columns(roles, release.masked.names)[len(roles.quasi) :]
    return published.as_written(output.below_k, output.unique, beside)


def _exceptions(release: Masking) -> dict[str, Any]:
    """Return what was done to gaps, strata, extremes and sets of variables, where there are any."""
    plan, counts = release.plan, missing_of(release.blocks)
    blanked_strata, *_ = (counts.pop(what) for what in ("strata", "codes", "stepped"))
    told: dict[str, Any] = {
        "missing": {"policy": plan.missing, **counts, "dropped": plan.n_dropped}
        if plan.n_dropped or any(profile.missing.count for profile in plan.encoded.profiles)
        else {},
        "strata": {"merged": plan.n_merged_strata, "blanked": blanked_strata}
        if plan.n_merged_strata
        else {},
        "coded": {
            profile.name: {"below": profile.n_below, "above": profile.n_above}
            for profile in plan.encoded.profiles
            if profile.n_below or profile.n_above
        },
        "separate": [list(names) for names in plan.separate],
        "weights": {"release": plan.weight_release} if plan.roles.weight else {},
    }
    return {name: value for name, value in told.items() if value}


def _separate(release: Masking, output: Written | None) -> dict[str, Any]:
    """Return what was counted on each separate set of variables, where there are any."""
    if not release.plan.separate:
        return {}
    sets = release.separate
    if output is not None:
        sets = tuple(map(SeparateSet, release.plan.separate, output.separate))
    return {"separate": [one.to_dict(release.plan.k) for one in sets]}


def _units(release: Masking) -> dict[str, Any]:
    """Return how many units groups have records of, where the table names any."""
    units = release.units
    return {} if units is None else {"group_units": {"min": units.smallest, "max": units.largest}}


def _facts(release: Masking) -> Mapping[str, Any]:
    """Return what the method tells about the groups, and into what blocks the table was cut."""
    told: Mapping[str, Any] = release.blocks[0]["told"] if len(release.blocks) == 1 else {}
    if release.groups is not None:
        return told
    sizes = [block["n_records"] for block in release.blocks]
    spans = {"min": min(sizes), "max": max(sizes)}
    return {**told, "streamed": {"n_blocks": len(sizes), "block_size": spans}}


def manifest_text(manifest: Mapping[str, Any]) -> str:
    """Return a manifest as strict JSON, the same bytes for the same content."""
    # Names may hold what a terminal obeys; JSON can write it out, and means the same.
    return as_json(json.dumps(manifest, indent=2, ensure_ascii=False, allow_nan=False)) + "\n"


def _scores(scores: Scores) -> tuple[dict[str, float | None], dict[str, str]]:
    values = {name: value if math.isfinite(value) else None for name, value in scores.items()}
    undefined = {name: "Not defined on this table." for name in values if values[name] is None}
    return values, {**undefined, **scores.notes}


def _plain(value: Any) -> Any:
    """Return a setting as JSON has it; numpy scalars, tuples and infinities occur in options."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        number = float(value)
        return number if math.isfinite(number) else str(number)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value)
