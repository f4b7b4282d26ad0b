"""Giving memory back to the operating system between passes and blocks."""

from __future__ import annotations

import ctypes
from contextlib import suppress

import pyarrow as pa


def give_back() -> None:
    """Return what allocators keep for later.

    After a block they hold on to as much as it took, in pieces that the next one does not always
    fit into. Where the C library cannot be asked, nothing happens.
    """
    pa.default_memory_pool().release_unused()
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
