"""Methods that lower the loss of a partition that exists: one file and one card each."""

from covey.core.refiner import Refiner
from covey.refining.dissolve import dissolve
from covey.refining.search import search

REFINERS: dict[str, Refiner] = {method.name: method for method in (dissolve, search)}

__all__ = ["REFINERS", "dissolve", "search"]
