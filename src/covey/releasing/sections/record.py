"""The manifest as a table that people read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def manifest_rows(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """List what identifies input and output, and what was counted."""
    source, output = manifest["input"], manifest["output"]
    size, evidence = manifest["group_size"], manifest["k_anonymous"]
    written = (
        [("Output", "not written yet")]
        if output is None
        else [
            ("Output", f"{output['name']}, {output['format']}"),
            ("SHA-256 of the output", output["sha256"]),
        ]
    )
    return [
        ("Made by", f"Covey {manifest['covey']}, {manifest['created']}"),
        ("Input", _shape(source)),
        ("SHA-256 of the input", source["sha256"] or "none: the input was no file"),
        *written,
        ("Method", manifest["method"]),
        ("k and seed", f"k = {manifest['k']}, seed = {manifest['seed']}"),
        ("Groups", f"{manifest['n_groups']:,}, of {size['min']:,} to {size['max']:,} records"),
        ("Smallest class of equal records", f"{evidence['smallest_class']:,}"),
        *_units(manifest),
        ("k-anonymous on the quasi-identifiers", _kept(evidence)),
        *_published(manifest["published"], manifest["k"]),
    ]


def _units(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    if "group_units" not in manifest:
        return []
    units = manifest["group_units"]
    return [("Units in a group", f"{units['min']:,} to {units['max']:,}")]


def _published(published: Mapping[str, Any], k: int) -> list[tuple[str, str]]:
    told = f"{published['below_k']:,} in classes of fewer than {k} {published['counted']}"
    return [("Records on everything published", f"{told}, {published['unique']:,} of them alone")]


def _kept(evidence: Mapping[str, Any]) -> str:
    """Say whether k was kept: on whole records, or on each separate set of variables."""
    if evidence["holds"]:
        return "yes, counted"
    if not (sets := evidence.get("separate")):
        return "no"
    counts = ", ".join(f"{one['smallest_class']:,}" for one in sets)
    return f"not on whole records; on each of {len(sets)} separate sets, smallest classes {counts}"


def _shape(source: Mapping[str, Any]) -> str:
    records, columns = source["n_records"], source["n_columns"]
    return f"{source['name']}, {records:,} records by {columns:,} columns"
