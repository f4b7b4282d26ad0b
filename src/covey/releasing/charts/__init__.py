"""Charts as inline SVG: a page needs no script and no plotting library, and prints as drawn.

What is drawn of records is first made safe to show: class limits are round numbers, the outer
classes are open, and counts are multiples of *k*. Every chart has a title and a description, and
none tells by colour alone.
"""

from covey.releasing.charts.bars import draw_bars, draw_gauge, draw_rows, size_classes
from covey.releasing.charts.categories import CategoryBars, draw_categories
from covey.releasing.charts.heatmap import draw_heatmap
from covey.releasing.charts.histogram import Classes, Histogram, draw_histogram
from covey.releasing.charts.scale import nice_step

__all__ = [
    "CategoryBars",
    "Classes",
    "Histogram",
    "draw_bars",
    "draw_categories",
    "draw_gauge",
    "draw_heatmap",
    "draw_histogram",
    "draw_rows",
    "nice_step",
    "size_classes",
]
