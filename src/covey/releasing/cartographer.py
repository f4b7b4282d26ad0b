"""Turning a comparison into a page: the risk–utility map with its table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from covey.core.trials import Run, Trials
from covey.core.version import __version__
from covey.releasing import pages
from covey.releasing.atomic import write_texts
from covey.releasing.preflight import check_page


def write_map(comparison: Trials, path: Path, *, force: bool) -> Path:
    """Write the map as one self-contained page, or nothing; return its path."""
    check_page(path, force=force, inputs=comparison.inputs)
    write_texts({path: map_page(comparison)}, force=force, inputs=comparison.inputs)
    return path


def map_page(comparison: Trials) -> str:
    """Return the page as a text: the element, what it is about, and how it was made."""
    # Imported here and below, when a map is drawn: protecting a table does not need it.
    from covey.releasing import riskmap

    element = draw_map_element(comparison)
    return pages.page("map.html.j2").render(
        comparison=comparison,
        element=element,
        scripts=pages.script_sources(element),
        methods=riskmap.names_of(comparison),
        sizes=sorted({run.k for run in comparison.runs}),
        settings=_settings(comparison),
        version=__version__,
    )


def draw_map_element(
    comparison: Trials,
    *,
    ident: str | None = None,
    chosen: Run | None = None,
    called: str = "this release",
    said: Sequence[str] = (),
) -> str:
    """Return the map with its legend and its table as one element.

    It brings its own style and script, neither of which touches anything outside of it. A setting
    that was chosen, one of the comparison or another one, is marked with what it is called. What is
    said stands above the map, the first sentence as its heading. One page must not have the same
    `ident` twice; by default it depends on the comparison alone.
    """
    from covey.releasing import riskmap

    ident = ident or _ident(comparison)
    marked = None if chosen is None else riskmap.find_chosen(comparison, chosen, called)
    words = riskmap.describe(comparison, marked)
    layouts = [riskmap.lay_out(comparison, one, marked) for one in (riskmap.WIDE, riskmap.NARROW)]
    charts = [
        riskmap.draw_map(comparison, one, words, ident=f"{ident}-{one.sheet.name}", chosen=marked)
        for one in layouts
        if one
    ]
    names = riskmap.names_of(comparison)
    return pages.page("map_element.html.j2").render(
        ident=ident,
        comparison=comparison,
        words=words,
        colours=riskmap.colours(),
        chart="".join(charts),
        chosen=marked,
        said=said,
        samples=[(name, riskmap.draw_sample(riskmap.look(i))) for i, name in enumerate(names)],
    )


def _settings(comparison: Trials) -> list[tuple[str, str]]:
    return [
        (name, str(value))
        for name, value in comparison.settings.items()
        if name != "roles" and value is not None
    ]


def _ident(comparison: Trials) -> str:
    """Return a name for the element: another map on the same page has another one."""
    text = json.dumps(comparison.to_dict(), default=str)
    return f"map-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
