"""Results that are kept from one comparison to the next, so that an interrupted one goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from covey.core.files import DocumentError, keep, load_text, parse_json


class Memory:
    """Small JSON objects by key, in a folder of the user's own.

    What cannot be read is computed again, and what cannot be kept is not.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def recall(self, key: str) -> dict[str, Any] | None:
        """Return what was kept under a key, or None."""
        with suppress(DocumentError):
            kept = parse_json(load_text(self._path(key)))
            if isinstance(kept, dict):
                return kept
        return None

    def keep(self, key: str, values: Mapping[str, Any]) -> None:
        """Keep values under a key."""
        keep(self._path(key), json.dumps(values).encode())

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}.json"
