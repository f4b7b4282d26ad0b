"""Deciding everything before the first record moves: roles, scaling, method and options."""

from covey.planning.choice import AUTO
from covey.planning.plan import make_plan
from covey.planning.scaling import scale

__all__ = ["AUTO", "make_plan", "scale"]
