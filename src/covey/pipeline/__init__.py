"""The steps, joined: from a table to a release, to scores, to a choice of variables."""

from covey.pipeline.groups import METHODS, RUNNABLE, encoded, group_matrix
from covey.pipeline.inspecting import inspect
from covey.pipeline.protecting import protect, protect_store, protect_table
from covey.pipeline.scoring import at_hand, measure
from covey.pipeline.selecting import select

__all__ = [
    "METHODS",
    "RUNNABLE",
    "at_hand",
    "encoded",
    "group_matrix",
    "inspect",
    "measure",
    "protect",
    "protect_store",
    "protect_table",
    "select",
]
