"""What the command line says of words that it does not understand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from typer.core import TyperGroup

from covey.core.legible import message_of


class LegibleGroup(TyperGroup):
    """The commands; what is said of words that they do not understand is legible too."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Parse the words before the command."""
        with _legible_errors():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        """Parse the words of the command, and run it."""
        with _legible_errors():
            return super().invoke(ctx)


@contextmanager
def _legible_errors() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        if hasattr(error, "format_message"):  # typer's own, which quote what was typed
            text = message_of(error.format_message())
            error.format_message = lambda: text
        raise
