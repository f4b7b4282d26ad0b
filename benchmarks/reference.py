"""Whether the reference sets are at hand."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path

from benchmarks.inputs import REFERENCE_SETS
from benchmarks.record import Row
from benchmarks.session import Session

Measure = Callable[[Session], Iterator[Row]]


def folder() -> Path | None:
    """Return where the reference sets are; nothing where COVEY_DATA does not say."""
    named = os.environ.get("COVEY_DATA")
    return Path(named).resolve() if named else None


def absent() -> str:
    """Return why the reference sets cannot be read; nothing if they can."""
    if (place := folder()) is None:
        return "not measured: COVEY_DATA does not name the folder of the reference sets"
    missing = [name for name in REFERENCE_SETS if not (place / f"{name}.csv").is_file()]
    return f"not measured: COVEY_DATA lacks {', '.join(missing)}" if missing else ""


def on_reference_sets(measure: Measure) -> Measure:
    """Yield one row that says why where a table needs sets that are not at hand."""

    @wraps(measure)
    def measured(session: Session) -> Iterator[Row]:
        if reason := absent():
            yield {"set": "all", "note": reason}
        else:
            yield from measure(session)

    return measured
