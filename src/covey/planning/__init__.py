"""Deciding everything before the first record moves: roles, scaling, method and options."""

from covey.planning.choice import AUTO, choose
from covey.planning.duration import describe_wait
from covey.planning.plan import NO_REFINEMENT, make_plan, numeric_confidential
from covey.planning.scaling import scale

__all__ = [
    "AUTO",
    "NO_REFINEMENT",
    "choose",
    "describe_wait",
    "make_plan",
    "numeric_confidential",
    "scale",
]
