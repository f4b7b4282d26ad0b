"""Turning a comparison into a page: the risk–utility map with its table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from covey.core.trials import Run, Trials
from covey.core.version import __version__
from covey.releasing import pages
from covey.releasing.notebook import new_ident
from covey.releasing.texts import check_page, write_texts


def write_map(comparison: Trials, path: Path, *, force: bool) -> Path:
    """Write the map as one self-contained page, or nothing; return its path."""
    check_page(path, force=force, inputs=comparison.inputs)
    write_texts({path: map_page(comparison)}, force=force, inputs=comparison.inputs)
    return path


def map_page(comparison: Trials) -> str:
    """Return the page as a text: the element, what it is about, and how it was made."""
    # Imported here and below, when a map is drawn: protecting a table does not need it.
    from covey.releasing.riskmap.layout import names_of

    element = draw_map_element(comparison)
    return pages.page("map.html.j2").render(
        comparison=comparison,
        element=element,
        scripts=pages.script_sources(element),
        methods=names_of(comparison),
        sizes=sorted({run.k for run in comparison.runs}),
        settings=_settings(comparison),
        version=__version__,
    )


def draw_map_element(
    comparison: Trials, *, chosen: Run | None = None, called: str = "this release"
) -> str:
    """Return the map with its legend and its table as one element.

    It brings its own style and script, neither of which touches anything outside of it. A setting
    that was chosen, one of the comparison or another one, is marked with what it is called.
    """
    return _element(comparison, _ident(comparison), chosen, called)


def show_map(
    comparison: Trials,
    *,
    chosen: Run | None = None,
    called: str = "",
    said: Sequence[str] = (),
) -> str:
    """Return the same for a notebook, where one map may be shown twice.

    Parameters
    ----------
    comparison, chosen, called
        As in `draw`.
    said : sequence of str
        Sentences that stand above the map, the first as its heading.
    """
    return _element(comparison, new_ident(), chosen, called, said)


def _element(
    comparison: Trials,
    ident: str,
    run: Run | None,
    called: str,
    said: Sequence[str] = (),
) -> str:
    from covey.releasing.riskmap import (
        NARROW,
        WIDE,
        describe,
        draw_map,
        draw_sample,
        find_chosen,
        lay_out,
    )
    from covey.releasing.riskmap.layout import names_of
    from covey.releasing.riskmap.palette import colours, look

    chosen = None if run is None else find_chosen(comparison, run, called)
    words = describe(comparison, chosen)
    layouts = [lay_out(comparison, sheet, chosen) for sheet in (WIDE, NARROW)]
    charts = [
        draw_map(comparison, one, words, ident=f"{ident}-{one.sheet.name}", chosen=chosen)
        for one in layouts
        if one
    ]
    return pages.page("map_element.html.j2").render(
        ident=ident,
        comparison=comparison,
        words=words,
        colours=colours(),
        chart="".join(charts),
        chosen=chosen,
        said=said,
        samples=[(name, draw_sample(look(i))) for i, name in enumerate(names_of(comparison))],
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
