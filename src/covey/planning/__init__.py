"""Deciding everything before the first record moves: roles, scaling, method and options."""

from covey.planning.choice import AUTO, choose
from covey.planning.duration import PATIENCE, describe_wait, seconds_of, time_in_words
from covey.planning.emad import conclude, describe_search, only_considered, propose
from covey.planning.plan import (
    NO_REFINEMENT,
    look_at,
    looked_at,
    make_plan,
    noting_constants,
    numeric_confidential,
)

__all__ = [
    "AUTO",
    "NO_REFINEMENT",
    "PATIENCE",
    "choose",
    "conclude",
    "describe_search",
    "describe_wait",
    "look_at",
    "looked_at",
    "make_plan",
    "noting_constants",
    "numeric_confidential",
    "only_considered",
    "propose",
    "seconds_of",
    "time_in_words",
]
