"""The risk–utility map: where the settings of a comparison lie, drawn and put into words."""

from covey.releasing.riskmap.chosen import find_chosen
from covey.releasing.riskmap.drawing import draw_map, draw_sample
from covey.releasing.riskmap.layout import NARROW, WIDE, lay_out, names_of
from covey.releasing.riskmap.palette import colours, look
from covey.releasing.riskmap.words import describe

__all__ = [
    "NARROW",
    "WIDE",
    "colours",
    "describe",
    "draw_map",
    "draw_sample",
    "find_chosen",
    "lay_out",
    "look",
    "names_of",
]
