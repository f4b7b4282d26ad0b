"""Methods that lower the loss of a partition that exists: one file and one card each."""

from covey.core.refiner import Refiner
from covey.refining.bound import BOUNDS, check_bound
from covey.refining.dissolve import dissolve
from covey.refining.polish import polish
from covey.refining.search import search

REFINERS: dict[str, Refiner] = {method.name: method for method in (dissolve, search, polish)}

__all__ = ["BOUNDS", "REFINERS", "check_bound", "dissolve", "polish", "search"]
