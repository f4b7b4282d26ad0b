"""The risk–utility map: where the settings of a comparison lie, drawn and put into words."""

from covey.releasing.riskmap.chosen import Chosen, find_chosen
from covey.releasing.riskmap.drawing import draw_map, draw_sample
from covey.releasing.riskmap.layout import lay_out
from covey.releasing.riskmap.sheet import NARROW, WIDE
from covey.releasing.riskmap.words import describe

__all__ = [
    "NARROW",
    "WIDE",
    "Chosen",
    "describe",
    "draw_map",
    "draw_sample",
    "find_chosen",
    "lay_out",
]
