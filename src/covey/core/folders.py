"""Where Covey keeps what it may lose: results to compute again, data to fetch again."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """Return the folder for what can be made again; ``COVEY_CACHE`` names another one.

    It need not exist yet.
    """
    named = os.environ.get("COVEY_CACHE")
    return Path(named) if named else platformdirs.user_cache_path("covey", appauthor=False)
