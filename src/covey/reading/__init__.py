"""Reading: files, frames and arrays become a `Table`.

Configuration files are read by `covey.reading.config`, which only who has one needs to load.
"""

from __future__ import annotations

from covey.reading.sources import read

__all__ = ["read"]
