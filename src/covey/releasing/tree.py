"""The dependence tree, drawn: an SVG that stands alone and that a report can take in."""

from __future__ import annotations

from functools import partial
from html import escape
from pathlib import Path
from typing import TypeAlias

from covey.core.errors import OutputError
from covey.core.subsets import Branch, RankedSubsets
from covey.core.wording import counted, fixed
from covey.releasing.atomic import write_texts
from covey.releasing.pages import source

Point: TypeAlias = tuple[float, float]

_MARGIN = 20.0
_HEAD = 64.0  # height of the words above the tree in a file of its own
_ROW, _INDENT = 30.0, 34.0
_DEEPEST = 600.0  # deeper trees are indented less, so that they can be read on a page
_LONGEST = 24  # characters of a name that are shown
_NAME = 380.0  # room for a name of that length, with the widest characters, and a weight

METRIC_NAMES = {
    "emim": "expected mutual information",
    "chi2": "χ² dependence",
    "correlation": "correlation, without its sign",
}


def draw_tree(selection: RankedSubsets, *, ident: str = "tree") -> str:
    """Return the dependence tree as an outline for a page; its words stand around it there.

    Each variable has a row below the one that it hangs on. Dots are larger the more edges a
    variable has, filled if it was chosen; lines are thicker the more they weigh. The ids of title
    and description begin with `ident`, which one page must not have twice.
    """
    return _svg(selection, ident, head="", attributes="")


def draw_tree_file(selection: RankedSubsets) -> str:
    """Draw the dependence tree as the text of an SVG file, with its words above it."""
    head = (
        f'<text class="title" x="{_MARGIN:.0f}" y="30">{_text(_title(selection))}</text>'
        f'<text class="words" x="{_MARGIN:.0f}" y="50">Filled: chosen. Larger: joined to more '
        f"variables. Thicker: more {METRIC_NAMES[selection.metric]}.</text>"
    )
    drawing = _svg(selection, "tree", head=head, attributes='xmlns="http://www.w3.org/2000/svg" ')
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{drawing}\n'


def write_tree(selection: RankedSubsets, path: Path, *, force: bool) -> Path:
    """Write that file; return its path."""
    check_svg_name(path)
    write_texts({path: draw_tree_file(selection)}, force=force, inputs=selection.inputs)
    return path


def _text(words: str) -> str:
    """Return words as XML can hold them: it has no room for control characters."""
    return escape(
        "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in words)
    )


def check_svg_name(path: Path) -> None:
    """Refuse a name under which no program would look for a drawing."""
    if path.suffix.lower() != ".svg":
        raise OutputError(f"A drawing must end in .svg. Got '{path.name}'.")


def _svg(selection: RankedSubsets, ident: str, *, head: str, attributes: str) -> str:
    rows = selection.tree.outline()
    depth = max(row.depth for row in rows)
    indent = min(_INDENT, _DEEPEST / max(depth, 1))
    # The words above need their room, also where the tree is a single variable.
    width = max(depth * indent + _NAME + 2 * _MARGIN, 640.0 if head else 0.0)
    top = _MARGIN + (_HEAD if head else 0.0)
    height = len(rows) * _ROW + top + _MARGIN
    places = [
        (_MARGIN + 10 + row.depth * indent, top + (number + 0.5) * _ROW)
        for number, row in enumerate(rows)
    ]
    heaviest = max((edge.weight for edge in selection.tree.edges), default=0.0) or 1.0
    lines = [
        _line(places[row.parent], place, row.weight / heaviest)
        for row, place in zip(rows, places, strict=True)
        if row.weight is not None
    ]
    size = f'width="{width:.0f}" height="{height:.0f}" ' if head else ""
    return (
        f'<svg {attributes}class="dependence-tree" {size}viewBox="0 0 {width:.0f} {height:.0f}" '
        f'style="max-width:{width:.0f}px" role="img" aria-labelledby="{ident}-t {ident}-d">'
        f'<title id="{ident}-t">{_text(_title(selection))}</title>'
        f'<desc id="{ident}-d">{_text(_described(selection))}</desc>'
        f"<style>{source('tree.css')}</style>{_paper(width, height) if head else ''}{head}"
        f'<g class="lines">{"".join(lines)}</g>'
        f"{''.join(map(partial(_row, selection), rows, places))}</svg>"
    )


def _paper(width: float, height: float) -> str:
    # A viewer with a dark background would swallow dark words.
    return f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>'


def _title(selection: RankedSubsets) -> str:
    return f"Dependence tree of {counted(len(selection.tree.names), 'variable')}"


def _described(selection: RankedSubsets) -> str:
    edges = "; ".join(
        f"{edge.first} and {edge.second}, {_number(edge.weight)}" for edge in selection.tree.edges
    )
    return (
        f"Chosen to group on: {', '.join(selection.variables)}. "
        f"Edges and their {METRIC_NAMES[selection.metric]}: {edges or 'none'}."
    )


def _line(start: Point, end: Point, share: float) -> str:
    """Return the line straight down from one dot and then across to the other."""
    path = f"M{start[0]:.1f} {start[1]:.1f}V{end[1]:.1f}H{end[0]:.1f}"
    return f'<path class="line" stroke-width="{1.0 + 6.0 * share:.2f}" d="{path}"/>'


def _row(selection: RankedSubsets, row: Branch, place: Point) -> str:
    x, y = place
    radius = 5.0 + min(selection.tree.degrees[row.name] - 1, 4)
    kind = ' class="chosen"' if row.name in selection.variables else ""
    cut = row.name if len(row.name) <= _LONGEST else row.name[: _LONGEST - 1] + "…"
    whole = f"<title>{_text(row.name)}</title>" if cut != row.name else ""
    weight = "" if row.weight is None else _number(row.weight)
    return (
        f'<g{kind}>{whole}<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.0f}"/>'
        f'<text x="{x + 16:.1f}" y="{y + 4.5:.1f}">{_text(cut)}'
        f'<tspan class="weight" dx="10">{weight}</tspan></text></g>'
    )


def _number(weight: float) -> str:
    return fixed(weight, 2 if weight < 10 else 1)
