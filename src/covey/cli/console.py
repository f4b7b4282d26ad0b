"""What people and scripts see: messages, tables and progress, and JSON."""

from __future__ import annotations

import json
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial, wraps
from typing import Any, ParamSpec

import typer

from covey.cli.flags import in_flags
from covey.core.errors import (
    BlankingWarning,
    CoveyError,
    GuaranteeError,
    LongRunWarning,
    OutputError,
    UnexpectedError,
)
from covey.core.progress import Progress, Stages, unwatched

P = ParamSpec("P")


class _Written:
    """Whether the files of a command are in their places, so that no message denies it."""

    is_written = False


def mark_written() -> None:
    """Note that the files of a release are in their places."""
    _Written.is_written = True


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """Turn every failure into one clear message and an exit code, without a traceback.

    Exit 2: the request, the input or the place of the output is wrong, or the user stopped the run.
    Exit 1: anything else. The text of an unexpected exception may quote a record, so only its type
    is shown unless COVEY_DEBUG is set.
    """

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        _Written.is_written = False
        try:
            command(*args, **kwargs)
        except (typer.Exit, SystemExit, GeneratorExit):
            raise
        except BaseException as error:  # a panic of polars is no Exception
            # An interrupt can also come between the last move and the mark; it says so then.
            if _Written.is_written or getattr(error, "is_written", False):
                _fail(*_after_writing(error))
            if isinstance(error, BrokenPipeError):
                raise  # typer ends quietly, as commands in a pipe do
            _fail(*_before_writing(error))

    return run


def _before_writing(error: BaseException) -> tuple[str, int]:
    """Return the message and the exit code of a failure that left no files."""
    if isinstance(error, GuaranteeError):
        return f"{error} Nothing was released. This is a defect of Covey; please report it.", 1
    if isinstance(error, UnexpectedError):
        return str(error), 1
    if isinstance(error, CoveyError):
        return error.told(in_flags), 2
    if isinstance(error, KeyboardInterrupt):
        return "Stopped on request. Nothing was written.", 2
    if isinstance(error, MemoryError):
        return "Not enough memory for this table. Nothing was written.", 1
    if os.environ.get("COVEY_DEBUG"):
        traceback.print_exception(error)
    message = (
        f"An unexpected {type(error).__name__} stopped the run; nothing was written. "
        "Set COVEY_DEBUG=1 to see where (the traceback may show data); please report it."
    )
    return message, 1


def _after_writing(error: BaseException) -> tuple[str, int]:
    """Return the message and the exit code of a failure to tell about files that are there."""
    if isinstance(error, KeyboardInterrupt):
        return "The files were written, but the run was stopped before it could say so.", 2
    reason = error.told(in_flags) if isinstance(error, OutputError) else f"{type(error).__name__}."
    return f"The files were written, but their summary could not be printed: {reason}", 1


def _fail(message: str, code: int) -> None:
    from rich.text import Text

    text = Text.assemble(("covey: ", "bold red"), message)
    with suppress(OSError, ValueError):  # full or closed: the exit code is all that can be told
        _print(stderr(), text)
    raise typer.Exit(code)


def accept_any_text() -> None:
    """Let a stream with a small character set show a substitute where it would fail."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def stderr() -> Any:
    """Return a console on standard error."""
    return _console(stderr=True)


def stdout() -> Any:
    """Return a console on standard output."""
    return _console(stderr=False)


def _console(*, stderr: bool) -> Any:
    """Return a console that shows names as they are and never obeys what they hold."""
    from rich.console import Console

    from covey.cli.screen import Legible

    file: Any = None if stderr or sys.stdout is None else _Output(sys.stdout)
    console = Console(file=file, stderr=stderr, highlight=False, emoji=False, markup=False)
    console.push_render_hook(Legible())
    return console


def say(text: str, style: str = "") -> None:
    """Print a sentence of the result on standard output; lines end between words."""
    _print(stdout(), text, style)


def remark(text: str, style: str = "dim") -> None:
    """Print what is no part of the result, such as a note, on standard error."""
    _print(stderr(), text, style)


def _print(console: Any, text: Any, style: str = "") -> None:
    # In a file or a pipe a sentence stays on one line, for those who search in it.
    console.print(text, style=style or None, soft_wrap=not console.is_terminal)


def print_json(value: dict[str, Any]) -> None:
    """Print one JSON object on standard output, in ASCII: that fits every encoding."""
    text = json.dumps(value, indent=2, ensure_ascii=True, allow_nan=False) + "\n"
    if sys.stdout is None or sys.stdout.closed:
        raise OutputError("Standard output is closed. Redirect it to a file, or leave out --json.")
    with _telling_failures():
        sys.stdout.write(text)
        sys.stdout.flush()  # now, while a failure can still be told in words


class _Output:
    """Standard output for a console: where it cannot be written, a sentence says so."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> None:
        """Write text."""
        with _telling_failures():
            self._stream.write(text)

    def flush(self) -> None:
        """Hand on what waits."""
        with _telling_failures():
            self._stream.flush()


@contextmanager
def _telling_failures() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        _give_up_stdout()  # who reads it has seen enough: no failure, as for other commands
    except OSError as error:
        _give_up_stdout()
        reason = error.strerror or type(error).__name__
        raise OutputError(f"Standard output cannot be written: {reason}.") from None


def _give_up_stdout() -> None:
    """Keep Python from trying again, and failing with a traceback, when it ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


@contextmanager
def warning_aloud(*, is_quiet: bool) -> Iterator[None]:
    """Show Covey's own warnings at once, as messages; leave those of libraries to developers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if not is_quiet:
            warnings.simplefilter("always", LongRunWarning)
            warnings.simplefilter("always", BlankingWarning)
            warnings.showwarning = _show_warning
        yield


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    from rich.text import Text

    _print(stderr(), Text.assemble(("covey: ", "bold yellow"), str(message)))


@contextmanager
def working(*, is_quiet: bool, as_json: bool) -> Iterator[Stages]:
    """Show warnings and progress of a long run: nothing if quiet, no bars beside JSON."""
    with warning_aloud(is_quiet=is_quiet), watching(is_quiet=is_quiet or as_json) as stages:
        yield stages


@contextmanager
def watching(*, is_quiet: bool) -> Iterator[Stages]:
    """Show a progress bar for each stage, with an estimate of the time left."""
    if is_quiet:
        yield unwatched
        return
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    from covey.cli.compiling import announcing_compilation

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    console = stderr()
    is_hidden = not console.is_terminal  # a log file has no use for a moving bar
    with Bars(*columns, console=console, transient=True, disable=is_hidden) as bars:

        def begin(stage: str) -> Progress:
            for earlier in bars.task_ids:
                bars.update(earlier, completed=1.0)
            task = bars.add_task(stage, total=1.0)

            def report(share: float, note: str = "", /) -> None:
                words = f"{stage}: {note}" if note else stage
                bars.update(task, completed=share, description=words)

            return report

        with announcing_compilation(partial(_print, console)):
            yield begin
