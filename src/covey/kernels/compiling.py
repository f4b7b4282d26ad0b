"""Compiling kernels, with a cache where the machine has room for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba


def njit(function: Callable[..., Any]) -> Any:
    """Compile the decorated function at its first call, and keep the result for the next process.

    Where neither the package's folder nor the user's cache folder can be written, as in many
    containers, it is compiled anew in each process instead of failing. A kernel touches arrays
    alone, so it lets other threads run meanwhile.
    """
    try:
        return numba.njit(nogil=True, cache=True)(function)
    except RuntimeError:  # numba: no locator available
        return numba.njit(nogil=True)(function)
