"""The risk–utility map: where the settings of a comparison lie, drawn and put into words."""

from covey.releasing.riskmap.drawing import draw_map, draw_sample
from covey.releasing.riskmap.layout import lay_out
from covey.releasing.riskmap.words import describe

__all__ = ["describe", "draw_map", "draw_sample", "lay_out"]
