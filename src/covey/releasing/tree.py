"""The dependence tree, drawn: an SVG that stands alone and that a report can take in."""

from __future__ import annotations

from html import escape
from pathlib import Path

from covey.core.errors import OutputError
from covey.core.subsets import RankedSubsets
from covey.core.wording import counted, fixed
from covey.releasing.pages import source
from covey.releasing.texts import write_texts
from covey.releasing.treelayout import Box, Line, arrange

_MARGIN = 20.0
_WEIGHT = 36.0
"""Width of a weight in figures."""
_HEAD = 64.0
"""Height of the words above the tree in a file of its own."""

METRIC_NAMES = {
    "emim": "expected mutual information",
    "chi2": "χ² dependence",
    "correlation": "correlation, without its sign",
}


def draw_tree(selection: RankedSubsets, *, ident: str = "tree") -> str:
    """Draw the dependence tree for a page; its words stand around it there.

    Boxes are larger the more edges a variable has, filled if it was chosen; lines are thicker the
    more they weigh.

    Parameters
    ----------
    selection : RankedSubsets
        The tree, and which variables were chosen.
    ident : str
        Begins the ids of title and description; one page must not have it twice.
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
    layout = arrange(selection.tree)
    # The words above need their room, also where the tree is a single box; and in an outline a
    # weight may stand to the right of the last box.
    width = max(layout.width + 2 * _MARGIN + _WEIGHT, 640.0 if head else 0.0)
    top = _MARGIN + (_HEAD if head else 0.0)
    height = layout.height + top + _MARGIN
    left = (width - layout.width) / 2
    heaviest = max((line.weight for line in layout.lines), default=0.0) or 1.0
    chosen = set(selection.variables)
    parts = [_line(line, heaviest) for line in layout.lines]
    parts += [_weight(line) for line in layout.lines]
    parts += [_box(box, is_chosen=box.name in chosen) for box in layout.boxes]
    size = f'width="{width:.0f}" height="{height:.0f}" ' if head else ""
    return (
        f'<svg {attributes}class="dependence-tree" {size}viewBox="0 0 {width:.0f} {height:.0f}" '
        f'style="max-width:{width:.0f}px" role="img" aria-labelledby="{ident}-t {ident}-d">'
        f'<title id="{ident}-t">{_text(_title(selection))}</title>'
        f'<desc id="{ident}-d">{_text(_described(selection))}</desc>'
        f"<style>{source('tree.css')}</style>{_paper(width, height) if head else ''}{head}"
        f'<g transform="translate({left - layout.left:.1f} {top - layout.top:.1f})">'
        f"{''.join(parts)}</g></svg>"
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


def _line(line: Line, heaviest: float) -> str:
    start, *others = (f"{x:.1f} {y:.1f}" for x, y in line.curve)
    thickness = 1.0 + 6.0 * line.weight / heaviest
    return f'<path class="line" stroke-width="{thickness:.2f}" d="M{start}C{" ".join(others)}"/>'


def _weight(line: Line) -> str:
    x, y = line.label
    return (
        f'<text class="weight {line.anchor}" x="{x:.1f}" y="{y:.1f}">{_number(line.weight)}</text>'
    )


def _number(weight: float) -> str:
    return fixed(weight, 2 if weight < 10 else 1)


def _box(box: Box, *, is_chosen: bool) -> str:
    x, y = box.x, box.y
    kind = ' class="chosen"' if is_chosen else ""
    whole = f"<title>{_text(box.name)}</title>" if box.text != box.name else ""
    return (
        f'<g{kind}>{whole}<rect class="box" x="{x - box.width / 2:.1f}" '
        f'y="{y - box.height / 2:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" '
        f'rx="{min(box.height, box.width) / 2:.1f}"/>'
        f'<text x="{x:.1f}" y="{y + box.font * 0.35:.1f}" style="font-size:{box.font:.0f}px">'
        f"{_text(box.text)}</text></g>"
    )
