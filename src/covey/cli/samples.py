"""Tables that a command reads by name: ``sample:clinic``."""

from __future__ import annotations

from pathlib import Path

PREFIX = "sample:"


def located(source: Path) -> Path:
    """Return the file that a command reads; a sample is looked for, and fetched if need be."""
    name = str(source)
    if not name.startswith(PREFIX) or source.exists():
        return source
    from covey.datasets import file_of

    return file_of(name.removeprefix(PREFIX))
