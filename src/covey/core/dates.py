"""How dates are written in text: as ISO 8601 has them."""

from __future__ import annotations

import re
from collections.abc import Iterable

DAY = r"\d{4}-\d{2}-\d{2}"
TIME = r"[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?"
ZONE = r"(Z|[+-]\d{2}:?\d{2})"
DATE = f"^\\s*{DAY}({TIME}{ZONE}?)?\\s*$"


def are_dates(texts: Iterable[str]) -> bool:
    """Whether there are texts, and all are written like dates.

    Examples
    --------
    >>> are_dates(["2024-05-31", "1899-12-31"]), are_dates(["2024-05"]), are_dates([])
    (True, False, False)
    """
    found = [re.match(DATE, text) is not None for text in texts]
    return bool(found) and all(found)
