"""The page about speed: tables and plots from the results file; ``python -m benchmarks.page``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from benchmarks.catalogue import SECTIONS
from benchmarks.machine import in_words
from benchmarks.record import FILE, latest
from benchmarks.tables import Section, as_markdown

FOLDER = Path(__file__).parents[1] / "docs/theory/speed"
"""Next to the page that includes what is written here."""


def write_page(say: Callable[[str], None] = print) -> None:
    """Write every table that was ever measured, as its last run found it, and draw the plots."""
    FOLDER.mkdir(exist_ok=True)
    for section in SECTIONS.values():
        text = table_text(section)
        (FOLDER / f"{section.name}.txt").write_text(text, encoding="utf-8")
    try:
        from benchmarks.plots import draw
    except ModuleNotFoundError as error:
        say(f"The plots were not drawn again: {error.name} is not installed; pip install '.[docs]'")
        return
    draw(FOLDER)


def table_text(section: Section, file: Path = FILE) -> str:
    """Return a table in Markdown with the day and the machine below it."""
    findings = latest(section.name, file)
    if findings is None:
        return f"*{section.title}: not measured yet.*\n"
    day = findings.run.partition("T")[0]
    return (
        f"**{section.title}**\n\n{as_markdown(section, findings.rows)}\n"
        f"*{day}: {in_words(findings.machine)}.*\n"
    )


if __name__ == "__main__":
    write_page()
