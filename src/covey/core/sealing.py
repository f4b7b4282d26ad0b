"""The border of the library: no exception passes it with a value of the data in its text.

The libraries underneath quote what they cannot convert. Their exceptions end here, and with them
the chains of causes that Python keeps behind an exception that was raised in place of another.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from covey.core.errors import BlankingWarning, CoveyError, LongRunWarning, UnexpectedError

P = ParamSpec("P")
T = TypeVar("T")

_PASSING = (
    CoveyError,
    BlankingWarning,
    LongRunWarning,
    MemoryError,
    KeyboardInterrupt,
    SystemExit,
    GeneratorExit,
)
"""Exceptions whose texts show no record."""


def sealed(function: Callable[P, T]) -> Callable[P, T]:
    """Let no exception out of a public function but Covey's own, and none with a cause behind it.

    With COVEY_DEBUG set in the environment, everything passes.
    """
    signature = inspect.signature(function)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        signature.bind(*args, **kwargs)  # what is wrong with the call itself names parameters only
        if os.environ.get("COVEY_DEBUG"):
            return function(*args, **kwargs)
        try:
            return function(*args, **kwargs)
        except _PASSING as error:
            failure: BaseException = error
        except BaseException as error:  # a panic of polars is no Exception
            failure = unexpected(error).with_traceback(error.__traceback__)
        # Raised out here, where no exception is being handled that Python would put behind it.
        failure.__cause__ = failure.__context__ = None
        raise failure

    return call


def unexpected(error: BaseException) -> UnexpectedError:
    """Return what may be said of an exception of another library: its type."""
    library = type(error).__module__.partition(".")[0]
    of = "" if library == "builtins" else f" of {library}"
    return UnexpectedError(
        f"An unexpected {type(error).__name__}{of} stopped the work. What it says may quote a "
        "record and is not shown. If a column has an unusual type, convert it to numbers, text or "
        "dates first. Set COVEY_DEBUG=1 to see the cause (it may show data); please report it."
    )
