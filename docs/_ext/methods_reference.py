"""Write the reference of methods from the registry and the cards, before the site is built."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from covey import methods


def write_reference(app: Any) -> None:
    """Write one page a method into reference/generated."""
    folder = Path(app.srcdir) / "reference" / "generated"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.md"):
        old.unlink()
    for name, method in methods().items():
        (folder / f"{name}.md").write_text(page(method), encoding="utf-8")


def page(method: Any) -> str:
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
