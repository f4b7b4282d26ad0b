"""Methods that lower the loss of a partition that exists: one file and one card each."""

from covey.core.refiner import Refiner
from covey.core.registry import Registry
from covey.refining.bound import BOUNDS, check_bound
from covey.refining.dissolve import dissolve
from covey.refining.polish import polish
from covey.refining.search import search

REFINERS: Registry[Refiner] = Registry("refinement", [dissolve, search, polish])

__all__ = ["BOUNDS", "REFINERS", "check_bound", "dissolve", "polish", "search"]
