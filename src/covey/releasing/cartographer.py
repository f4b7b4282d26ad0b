"""Turning a comparison into a page: the risk–utility map with its table."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from covey.core.comparison import Cartographer, Comparison
from covey.core.version import __version__
from covey.releasing import pages
from covey.releasing.texts import write_texts


class PageCartographer:
    """Draws maps as HTML. It has no state: `CARTOGRAPHER` serves everybody."""

    def write(self, comparison: Comparison, path: Path, *, force: bool) -> Path:
        """Write the map as one self-contained page; return its path.

        Parameters
        ----------
        comparison : Comparison
            What to draw.
        path : Path
            Where the page goes.
        force : bool
            Replace a file that exists.

        Raises
        ------
        OutputError
            If the file cannot be written. Nothing of it is then there.
        """
        write_texts({path: self.page(comparison)}, force=force, inputs=comparison.inputs)
        return path

    def page(self, comparison: Comparison) -> str:
        """Return the page as a text: the element, what it is about, and how it was made."""
        # Late, here and below: who protects a table need not wait for what draws maps.
        from covey.releasing.riskmap.layout import names_of

        element = self.draw(comparison)
        return pages.page("map.html.j2").render(
            comparison=comparison,
            element=element,
            scripts=pages.script_sources(element),
            methods=names_of(comparison),
            sizes=sorted({run.k for run in comparison.runs}),
            settings=_settings(comparison),
            version=__version__,
        )

    def draw(self, comparison: Comparison) -> str:
        """Return the map with its legend and its table as one element.

        It brings its own style and script, neither of which touches anything outside of it.
        """
        from covey.releasing.riskmap import describe, draw_map, draw_sample, lay_out
        from covey.releasing.riskmap.layout import names_of
        from covey.releasing.riskmap.palette import look

        words = describe(comparison)
        layout = lay_out(comparison)
        ident = _ident(comparison)
        names = names_of(comparison)
        return pages.page("map_element.html.j2").render(
            ident=ident,
            comparison=comparison,
            words=words,
            chart=draw_map(comparison, layout, words, ident=ident) if layout else "",
            samples=[(name, draw_sample(look(i))) for i, name in enumerate(names)],
        )


CARTOGRAPHER: Cartographer = PageCartographer()


def _settings(comparison: Comparison) -> list[tuple[str, str]]:
    return [
        (name, str(value))
        for name, value in comparison.settings.items()
        if name != "roles" and value is not None
    ]


def _ident(comparison: Comparison) -> str:
    """Return a name for the element: another map on the same page has another one."""
    text = json.dumps(comparison.to_dict(), default=str)
    return f"map-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
