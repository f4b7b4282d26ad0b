"""Write the reference of methods and measures from their declarations, before the site is built."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from covey import measures, methods


def write_reference(app: Any) -> None:
    """Write one page a method, and the table of all, into reference/generated."""
    folder = Path(app.srcdir) / "reference" / "generated"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.md"):
        old.unlink()
    for name, method in methods().items():
        (folder / f"{name}.md").write_text(method_page(method), encoding="utf-8")
    (folder / "overview.txt").write_text(methods_table(), encoding="utf-8")
    (folder.parent / "measures.md").write_text(measures_page(), encoding="utf-8")


def methods_table() -> str:
    """Return a table with a row for each method, in the order of the registry."""
    rows = [
        f"| [`{name}`](generated/{name}.md) | {method.family} | {method.summary} |"
        for name, method in methods().items()
    ]
    return "\n".join(["| method | family | what it does |", "| --- | --- | --- |", *rows, ""])


def measures_page() -> str:
    """Return the page with every measure, as it declares itself."""
    lines = ["# Measures", "", "Each entry is made from what the measure declares of itself.", ""]
    titles = {"loss": "Information loss", "risk": "Linkage", "attribute": "Confidential values"}
    for kind, title in titles.items():
        lines += [f"## {title}", ""]
        for measure in measures().values():
            if measure.kind == kind:
                lines += [*measure_entry(measure), ""]
    return "\n".join(lines)


def measure_entry(measure: Any) -> list[str]:
    """Return the lines on one measure."""
    high = f"{measure.high:g}" if math.isfinite(measure.high) else "∞"
    span = f"{measure.low:g} to {high} {measure.unit}"
    needs = f" Needs a {measure.needs} given by the user." if measure.needs else ""
    return [
        f"### {measure.symbol}: {measure.name}",
        "",
        f"{measure.plain}{needs}",
        "",
        f"- Range: {span.strip()}, {measure.better} is better",
        f"- Formula: {measure.formula}",
        f"- Reference: {measure.reference}",
    ]


def method_page(method: Any) -> str:
    """Return a method's page: what the registry knows, then its card."""
    lines = [
        f"# `{method.name}`",
        "",
        method.summary,
        "",
        f"Family: {method.family}.",
        "Jointly k-anonymous." if method.is_k_anonymous else "Not jointly k-anonymous.",
        "",
        f"Reference: {method.reference}.",
        "",
    ]
    if method.options:
        lines += ["| option | must be | default | meaning |", "| --- | --- | --- | --- |"]
        lines += [
            f"| `{option.name}` | {option.rule} | `{option.default}` | {option.meaning} |"
            for option in method.options
        ]
    card = [f"#{line}" if line.startswith("#") else line for line in method.card.splitlines()]
    return "\n".join([*lines, "", *card]) + "\n"


def setup(app: Any) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("builder-inited", write_reference)
    return {"parallel_read_safe": True}
