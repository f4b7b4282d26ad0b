"""Reading: files, frames and arrays become a `Table`.

Configuration files are read by `covey.reading.config`, which is imported when one is named.
"""

from __future__ import annotations

from covey.reading.sources import read

__all__ = ["read"]
