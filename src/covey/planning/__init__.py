"""Deciding everything before the first record moves: roles, scaling, method and options."""

from covey.planning.blocks import (
    check_whole_units,
    describe_wait_for,
    fit_to_blocks,
    noting_blocks,
    refuse_what_needs_a_table,
)
from covey.planning.certain import noting_certain
from covey.planning.choice import AUTO, choose
from covey.planning.duration import PATIENCE, seconds_of, time_in_words
from covey.planning.emad import (
    conclude,
    describe_search,
    only_considered,
    propose,
)
from covey.planning.inspecting import inspect_source
from covey.planning.kinds import CATEGORICAL, treatments_of, watched_kinds
from covey.planning.levelled import noting_levelled
from covey.planning.missing import is_complete, noting_codes, noting_missing
from covey.planning.patterns import MANY_BLANKS, describe_blanks, with_patterns
from covey.planning.plan import (
    NO_REFINEMENT,
    fit_to_width,
    look_at,
    looked_at,
    make_plan,
    noting_constants,
    noting_dates,
    noting_limits,
    settled_roles,
)
from covey.planning.respondents import notes_on_respondents, noting_respondents
from covey.planning.strata import mixed_strata, with_strata
from covey.planning.units import units_of
from covey.planning.weights import weights_in, weights_of

__all__ = [
    "AUTO",
    "CATEGORICAL",
    "MANY_BLANKS",
    "NO_REFINEMENT",
    "PATIENCE",
    "check_whole_units",
    "choose",
    "conclude",
    "describe_blanks",
    "describe_search",
    "describe_wait_for",
    "fit_to_blocks",
    "fit_to_width",
    "inspect_source",
    "is_complete",
    "look_at",
    "looked_at",
    "make_plan",
    "mixed_strata",
    "notes_on_respondents",
    "noting_blocks",
    "noting_certain",
    "noting_codes",
    "noting_constants",
    "noting_dates",
    "noting_levelled",
    "noting_limits",
    "noting_missing",
    "noting_respondents",
    "only_considered",
    "propose",
    "refuse_what_needs_a_table",
    "seconds_of",
    "settled_roles",
    "time_in_words",
    "treatments_of",
    "units_of",
    "watched_kinds",
    "weights_in",
    "weights_of",
    "with_patterns",
    "with_strata",
]
