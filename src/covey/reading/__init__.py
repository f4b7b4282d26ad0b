"""Reading: files, frames and arrays become a `Table`."""

from __future__ import annotations

from covey.reading.config import read_config
from covey.reading.sources import read

__all__ = ["read", "read_config"]
