"""Results that are kept from one comparison to the next, so that an interrupted one goes on."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from covey.core.files import DocumentError, load_text, parse_json


class Memory:
    """Small JSON objects by key, in a folder of the user's own.

    Losing it costs time, never an answer: what cannot be read is computed again, and what cannot be
    kept is not.

    Parameters
    ----------
    folder : Path
        Made when it is first needed.
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
        """Keep values under a key, whole or not at all."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, temporary = tempfile.mkstemp(dir=self._folder, prefix=".", suffix=".tmp")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(values, file)
            Path(temporary).replace(self._path(key))

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}.json"
