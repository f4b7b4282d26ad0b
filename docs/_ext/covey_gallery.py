"""The order in which the gallery shows its scripts: from what happens to what to decide."""

from __future__ import annotations

from pathlib import Path

ORDER = ("groups", "map", "methods", "distribution", "regression", "knowledge", "tree")


def in_reading_order(filename: str) -> int:
    """Return where a script stands; one that is not listed is an error, so that none is lost."""
    return ORDER.index(Path(filename).stem.removeprefix("plot_"))
