"""Pages, tables and drawings: texts that become files together, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from covey.releasing.atomic import Staging
from covey.releasing.refusals import explained
from covey.releasing.targets import check_distinct, check_target


def check_texts(paths: Iterable[Path], *, force: bool, source: Path | None = None) -> None:
    """Refuse now what would be refused after minutes of computing.

    Parameters
    ----------
    paths : iterable of Path
        Where texts will go.
    force : bool
        Existing files may be replaced, the input never.
    source : Path, optional
        The input file.
    """
    targets = list(paths)
    check_distinct(targets)
    for target in targets:
        check_target(target, force=force, source=source)


def write_texts(texts: Mapping[Path, str], *, force: bool, source: Path | None = None) -> None:
    """Write each text to its path, all or none of them."""
    check_texts(texts, force=force, source=source)
    with Staging(force=force) as files, files:  # twice: see Staging
        for path, text in texts.items():
            stage_text(files, path, text)
        files.commit()


def stage_text(files: Staging, path: Path, text: str) -> None:
    """Write a text to the temporary of its path."""
    temporary = files.stage(path)
    with explained(path):
        temporary.write_text(text, encoding="utf-8", newline="\n")
