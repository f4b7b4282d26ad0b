import re

from covey.experiments.reproduce.plot import draw
from covey.experiments.reproduce.rows import Row, Verdict
from covey.experiments.reproduce.tables import Figure


def row(dataset, method, k, published, ours):
    return Row("000-II", dataset, method, k, "IL", published, ours, Verdict.CLOSE)


ROWS = [
    row(dataset, method, k, 2.0 * k, 2.1 * k)
    for dataset in ("census", "tarragona", "normal-10x2")
    for method in ("iamat", "mdav")
    for k in (3, 4, 5)
]


def paths(picture, kind):
    return re.findall(rf'<path class="{kind}" stroke="[^"]*" d="([^"]*)"', picture)


def test_a_dashed_and_a_solid_line_for_each_method_in_each_panel():
    picture = draw("Loss & time", ROWS, Figure("k"))
    assert "Loss &amp; time" in picture
    legend = 1
    assert len(paths(picture, "published")) == 3 * 2 + legend
    assert len(paths(picture, "ours")) == 3 * 2 + legend


def test_lines_rise_with_the_values():
    line = paths(draw("t", ROWS[:3], Figure("k")), "ours")[-1]
    heights = [float(point.split()[1]) for point in line[1:].split("L")]
    assert heights[0] > heights[1] > heights[2]  # SVG counts from the top


def test_one_point_and_equal_values_can_be_drawn():
    for alone in (ROWS[0], row("census", "mdav", 3, 0.0, 0.0)):
        picture = draw("t", [alone], Figure("k"))
        assert "nan" not in picture
        assert len(paths(picture, "ours")) == 2


def test_nothing_to_draw():
    not_run = [row("census", "mdav", 3, 5.0, None)]
    assert draw("t", not_run, Figure("k")) is None
    assert draw("t", ROWS, Figure("k", ("G_IL",))) is None
    assert draw("t", [row("census", "mdav", 3, 5.0, 5.0)], Figure("records")) is None
