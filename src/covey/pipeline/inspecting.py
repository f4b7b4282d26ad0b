"""Inspecting a table before anything is decided about it."""

from __future__ import annotations

from typing import Any

from covey.core.progress import Stages, unwatched
from covey.core.request import InspectionRequest, Request
from covey.opening import open_store
from covey.planning import inspect_source
from covey.results import Inspection


def inspect(data: Any, request: InspectionRequest, stages: Stages = unwatched) -> Inspection:
    """Return what the columns of a file or frame hold, with a role and a kind for each."""
    opened = Request(k=2, reading=request.reading, memory=request.memory)  # k has no part in it
    store = open_store(data, opened, stages)
    try:
        progress = stages("Looking at every column")
        return Inspection.of(inspect_source(store.source, request.reading, progress))
    finally:
        store.close()
