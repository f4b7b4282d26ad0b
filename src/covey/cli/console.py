"""What people see: messages, tables and progress, all on standard error."""

from __future__ import annotations

import json
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec

import typer

from covey.core.errors import CoveyError, GuaranteeError, LongRunWarning
from covey.core.progress import Tick, Watch, unwatched

P = ParamSpec("P")


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """Turn every failure into one clear message and an exit code, without a traceback.

    Exit 2: the request, the input or the place of the output is wrong, or the user stopped the run.
    Exit 1: anything else. The text of an unexpected exception may quote a record, so only its type
    is shown unless COVEY_DEBUG is set.
    """

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except GuaranteeError as error:
            _fail(f"{error} Nothing was released. This is a defect of Covey; please report it.", 1)
        except CoveyError as error:
            _fail(str(error), 2)
        except KeyboardInterrupt:
            _fail("Stopped on request. Nothing was written.", 2)
        except MemoryError:
            _fail("Not enough memory for this table. Nothing was written.", 1)
        except (typer.Exit, BrokenPipeError):
            raise
        except Exception as error:
            if os.environ.get("COVEY_DEBUG"):
                traceback.print_exc()
            _fail(
                f"An unexpected {type(error).__name__} stopped the run; nothing was written. "
                "Set COVEY_DEBUG=1 to see where (the traceback may show data); please report it.",
                1,
            )

    return run


def _fail(message: str, code: int) -> None:
    from rich.text import Text

    text = Text.assemble(("covey: ", "bold red"), message)
    stderr().print(text, soft_wrap=True)
    raise typer.Exit(code)


def stderr() -> Any:
    """Return a console on standard error."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def print_json(value: dict[str, Any]) -> None:
    """Print one JSON object on standard output."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n")


@contextmanager
def warning_aloud(*, is_quiet: bool) -> Iterator[None]:
    """Show Covey's own warnings at once, as messages; leave those of libraries to developers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if not is_quiet:
            warnings.simplefilter("always", LongRunWarning)
            warnings.showwarning = _show_warning
        yield


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    from rich.text import Text

    stderr().print(Text.assemble(("covey: ", "bold yellow"), str(message)), soft_wrap=True)


@contextmanager
def watching(*, is_quiet: bool) -> Iterator[Watch]:
    """Show a progress bar for each stage, with an estimate of the time left."""
    if is_quiet:
        yield unwatched
        return
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    console = stderr()
    is_hidden = not console.is_terminal  # a log file has no use for a moving bar
    with Progress(*columns, console=console, transient=True, disable=is_hidden) as progress:

        def watch(stage: str) -> Tick:
            task = progress.add_task(stage, total=1.0)
            return lambda share: progress.update(task, completed=share)

        yield watch
