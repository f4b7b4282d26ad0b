"""Pages, tables and drawings: texts that become files together, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from covey.releasing.atomic import Staging
from covey.releasing.preflight import check_distinct, check_page_name, check_targets
from covey.releasing.refusals import explained


def check_texts(paths: Iterable[Path], *, force: bool, inputs: Iterable[Path] = ()) -> None:
    """Refuse now what would be refused after minutes of computing; see `preflight`."""
    targets = list(paths)
    check_distinct(targets)
    check_targets(targets, force=force, inputs=inputs)


def check_page(path: Path, *, force: bool, inputs: Iterable[Path] = ()) -> None:
    """Refuse now a page that could not be written, or that no browser would open."""
    check_texts([path], force=force, inputs=inputs)
    check_page_name(path)


def write_texts(texts: Mapping[Path, str], *, force: bool, inputs: Iterable[Path] = ()) -> None:
    """Write each text to its path, all or none of them."""
    check_texts(texts, force=force, inputs=inputs)
    with Staging(force=force) as files, files:  # twice: see Staging
        for path, text in texts.items():
            stage_text(files, path, text)
        files.commit()


def stage_text(files: Staging, path: Path, text: str) -> None:
    """Write a text to the temporary of its path."""
    temporary = files.stage(path)
    with explained(path):
        temporary.write_text(text, encoding="utf-8", newline="\n")
