"""The commands, joined."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from covey.cli.advise import advise
from covey.cli.compare import compare
from covey.cli.compiling import compile_ahead
from covey.cli.console import accept_any_text
from covey.cli.datasets import datasets
from covey.cli.declared import SettingsCommand
from covey.cli.inspect import inspect
from covey.cli.measure import measure
from covey.cli.measures import measures
from covey.cli.methods import methods
from covey.cli.protect import protect
from covey.cli.reproduce import reproduce
from covey.cli.select import select
from covey.cli.simulate import simulate
from covey.cli.verify import verify
from covey.core.legible import message_of
from covey.core.version import __version__

_INTERRUPTED = 130
"""The exit code for which typer trades an interrupt outside a command."""


class _LegibleGroup(TyperGroup):
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


app = typer.Typer(
    name="covey",
    help="Publish microdata safely: microaggregation with the loss and the risk measured.",
    cls=_LegibleGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,  # it would print local variables, and those hold records
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _command in (
    protect,
    compare,
    advise,
    inspect,
    select,
    measure,
    methods,
    measures,
    datasets,
    simulate,
    reproduce,
    verify,
):
    app.command(cls=SettingsCommand)(_command)
app.command("compile")(compile_ahead)


def _print_version(asked: bool) -> None:  # noqa: FBT001 (typer passes it so)
    if asked:
        typer.echo(f"covey {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass


class _EndedError(KeyboardInterrupt):
    """Somebody ends the process; a search that Ctrl-C would end with its best result ends too."""


def _interrupt(_signal: int, _frame: Any) -> None:
    raise _EndedError


_ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGXCPU", "SIGUSR1", "SIGUSR2", "SIGBREAK")
"""Signals that end a process which may still act: from people, a terminal that closes, a limit on
computing time, batch systems that warn before they kill. Left alone, they would leave temporary
files with original records behind."""


def end_politely() -> None:
    """Let every signal that ends the process clean up like Ctrl-C does.

    What the process was started to ignore, as with ``nohup``, it goes on to ignore.
    """
    for name in _ENDING:
        number = getattr(signal, name, None)  # Windows has few of them
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)


def run() -> None:
    """Run the command line; a polite kill cleans up like Ctrl-C does."""
    end_politely()
    accept_any_text()
    try:
        app()
    except SystemExit as stop:
        if stop.code == _INTERRUPTED:
            raise KeyboardInterrupt from None
        raise
