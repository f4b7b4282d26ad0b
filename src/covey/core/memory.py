"""How much memory there is."""

from __future__ import annotations

import os

_UNKNOWN = 8 << 30


def machine_memory() -> int:
    """Return how many bytes of memory this machine has; a usual amount if it does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return _UNKNOWN
