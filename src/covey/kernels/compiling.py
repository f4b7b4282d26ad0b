"""Compiling kernels, with a cache where the machine has room for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any

import numba
from numba.core import event


def njit(function: Callable[..., Any]) -> Any:
    """Compile the decorated function at its first call, and keep the result for the next process.

    Where neither the package's folder nor the user's cache folder can be written, as in many
    containers, it is compiled anew in each process instead of failing. A kernel touches arrays
    alone, so it lets other threads run meanwhile.
    """
    return _compile(function)


def inner(function: Callable[..., Any]) -> Any:
    """Compile the decorated function for other kernels only: Python cannot call it.

    What it spares is a good part of the time that the first run of all takes.
    """
    return _compile(function, no_cpython_wrapper=True)


def _compile(function: Callable[..., Any], **more: Any) -> Any:
    # Division as numpy has it: no kernel divides by zero, and checking it each time costs time.
    options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, **more}
    try:
        return _forgiving(numba.njit(cache=True, **options)(function))
    except (RuntimeError, OSError):  # numba: no locator available; the disk takes no file
        return numba.njit(**options)(function)


def _forgiving(kernel: Any) -> Any:
    """Return a kernel that works without its cache where that cannot be read or written.

    A disk may be full, a quota used up, a file cut short; compiling again costs time only.
    """
    cache = getattr(kernel, "_cache", None)  # none if compiling is switched off
    if cache is not None:
        cache.load_overload = _attempt(cache.load_overload)
        cache.save_overload = _attempt(cache.save_overload)
    return kernel


def _attempt(step: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(step)
    def attempt(*args: Any) -> Any:
        # Whatever is wrong with a file of the cache, and unpickling may raise anything.
        with suppress(Exception):
            return step(*args)
        return None

    return attempt


@contextmanager
def hearing_of_compilation(listen: Callable[[bool], None]) -> Iterator[None]:
    """Call a function each time a kernel must be compiled, which a cached one need not be.

    It is told whether the result is kept for the next process.
    """
    listener = _Listener(listen)
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)


def cache_of(kernel: Any) -> Path | None:
    """Return the folder in which a compiled kernel is kept; None if there is no such place."""
    path = getattr(getattr(kernel, "stats", None), "cache_path", None)
    return None if path is None else Path(path)


class _Listener(event.Listener):
    """What numba tells of a compilation, handed on."""

    def __init__(self, listen: Callable[[bool], None]) -> None:
        self._listen = listen

    def on_start(self, event: Any) -> None:
        self._listen(cache_of(event.data["dispatcher"]) is not None)

    def on_end(self, event: Any) -> None:
        """Nothing to tell."""
