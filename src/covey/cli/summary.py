"""What `covey protect` tells about a release: one object for scripts, a table for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from covey.cli.console import remark, stdout
from covey.core.wording import counted, measured

if TYPE_CHECKING:
    from covey.core.request import Request
    from covey.core.scores import Scores

_SHARED = ("method", "k", "n_records", "n_groups", "group_size", "k_anonymous", "scores", "notes")
"""What the summary repeats of the manifest."""


def summarize(manifest: Mapping[str, Any], request: Request) -> dict[str, Any]:
    """Return the object that ``--json`` prints."""
    return {
        **{key: manifest[key] for key in _SHARED},
        "output": str(request.output),
        "manifest": f"{request.output}.manifest.json",
        "report": None if request.report is None else str(request.report),
        "audience": None if request.report is None else request.audience,
        **({"bound": manifest["bound"]} if "bound" in manifest else {}),
        "plan": manifest["plan"],
    }


def show(manifest: Mapping[str, Any], scores: Scores, request: Request) -> None:
    """Print the table that people read, and where the files are."""
    from rich.table import Table

    from covey.measuring import MEASURES

    summary = summarize(manifest, request)
    size, is_kept = summary["group_size"], summary["k_anonymous"]["holds"]
    kept = "kept" if is_kept else "NOT kept: records need have no twins"
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(style="dim")
    groups = f"in {counted(summary['n_groups'], 'group')}"
    table.add_row("Records", f"{summary['n_records']:,}", groups)
    table.add_row(
        "Group size", f"{size['min']:,} to {size['max']:,}", f"k = {summary['k']}, {kept}"
    )
    for symbol, value in scores.items():
        declared = MEASURES[symbol]
        words = f"{declared.plain} {scores.notes.get(symbol, '')}".strip()
        if symbol == "IL" and "bound" in summary:
            words = f"(bound {measured(summary['bound']['IL'])} %) {words}"
        table.add_row(symbol, f"{measured(value)} {declared.unit}", words)
    console = stdout()
    console.print(table)
    for what, where in (
        ("Safe file" if is_kept else "File", summary["output"]),
        ("Manifest", summary["manifest"]),
        ("Report", summary["report"]),
    ):
        if where is not None:
            console.print(f"{what:10} {where}", soft_wrap=True)
    if summary["audience"] == "internal":
        remark("The report is internal: do not publish it.", style="bold")
    elif summary["audience"] == "public":
        remark("The report is for the public; --audience internal tells all.")
    for note in manifest["plan"]["notes"]:
        remark(f"Note: {note}")
