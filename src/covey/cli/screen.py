"""The one place that keeps a terminal from obeying what stands in names, paths and files."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
from rich.measure import Measurement
from rich.segment import Segment

from covey.core.legible import legible


class Legible(RenderHook):
    """Writes out control characters in everything that a console prints."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """Return what to print instead."""
        return [_Printed(renderable) for renderable in renderables]


class _Printed:
    """Something to print; the console's own control codes, for colours and bars, stay."""

    def __init__(self, renderable: ConsoleRenderable) -> None:
        self._renderable = renderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self._renderable, options):
            is_text = segment.control is None
            yield Segment(legible(segment.text), segment.style) if is_text else segment

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._renderable)
