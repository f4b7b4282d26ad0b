"""The map: points where the axes say, the front as the comparison has it, labels apart."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from importlib import resources
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from covey.core.scores import Scores
from covey.core.trials import Run, Subject
from covey.measuring import MEASURES
from covey.releasing.riskmap import describe, draw_map, lay_out
from covey.releasing.riskmap.axis import make_axis
from covey.releasing.riskmap.chosen import find_chosen
from covey.releasing.riskmap.labels import Box, Room, spread_out
from covey.releasing.riskmap.layout import NARROW, WIDE, Layout, Sheet
from covey.releasing.riskmap.palette import colours, look
from covey.results import Comparison


def run(name: str, k: int, *, options: dict[str, Any] | None = None, **scores: float) -> Run:
    method, _, refine = name.partition("+")
    declared = {symbol: MEASURES[symbol] for symbol in scores}
    return Run(
        method=method,
        k=k,
        refine=refine or "none",
        options=options or {},
        scores=Scores(scores, measures=declared),
        n_groups=1000 // k,
        smallest=k,
        largest=2 * k - 1,
    )


def comparison(*runs: Run, loss: str = "IL", risk: str = "DLD") -> Comparison:
    subject = Subject("people.csv", "0" * 64, 1000, ("age", "income"))
    return Comparison(runs, MEASURES[loss], MEASURES[risk], subject, {})


def grid(n_methods: int, sizes: tuple[int, ...]) -> Comparison:
    return comparison(
        *(
            run(f"method{i}", k, IL=4 + 2 * k**0.7 + 0.3 * i, DLD=170 / k - 0.4 * i)
            for i in range(n_methods)
            for k in sizes
        )
    )


def laid_out(drawn: Comparison, sheet: Sheet = WIDE) -> Layout:
    layout = lay_out(drawn, sheet)
    assert layout is not None
    return layout


def drawing(drawn: Comparison) -> str:
    return draw_map(drawn, laid_out(drawn), describe(drawn), ident="map-1")


def value_at(pixel: float, ticks: tuple[tuple[float, str], ...], pixels: list[float]) -> float:
    """Read a value off an axis as a person does: from the two labels around it."""
    (a, p), (b, q) = (ticks[0][0], pixels[0]), (ticks[-1][0], pixels[-1])
    return a + (b - a) * (pixel - p) / (q - p)


def test_points_land_where_the_axes_say():
    drawn = grid(3, (3, 5, 10))
    layout = laid_out(drawn)
    for axis, symbol, place in ((layout.x, "IL", "x"), (layout.y, "DLD", "y")):
        pixels = [axis.at(value) for value, _ in axis.ticks]
        for line in layout.lines:
            for point in line.points:
                read = value_at(getattr(point, place), axis.ticks, pixels)
                assert read == pytest.approx(drawn.runs[point.number].scores[symbol])


def test_labels_of_an_axis_say_the_value_at_their_place():
    for axis in (make_axis([5.4, 14.3], 0, 700), make_axis([0.002, 0.0071], 0, 700)):
        assert len(axis.ticks) >= 5
        for value, label in axis.ticks:
            assert float(label) == pytest.approx(value)
        gaps = [b[0] - a[0] for a, b in pairwise(axis.ticks)]
        assert gaps == pytest.approx([gaps[0]] * len(gaps))


def test_lines_join_points_by_group_size_and_stay_in_the_frame():
    drawn = comparison(run("mdav", 10, IL=14, DLD=17), run("mdav", 3, IL=6, DLD=60))
    layout = laid_out(drawn)
    assert [point.k for point in layout.lines[0].points] == [3, 10]
    assert [point.number for point in layout.lines[0].points] == [1, 0]
    low, high = layout.lines[0].points[1], layout.lines[0].points[0]
    assert high.x < low.x
    assert high.y < low.y  # a higher risk is further up
    for point in (low, high):
        assert layout.frame.holds(point.x, point.y)


@example([(0, 2, 0.0, 0.0), (0, 2, 0.0, 5e-324)])
@example([(0, 2, 0.0, 0.0), (0, 2, 1e-310, 1e-300)])
@example([(0, k, 0.0, risk) for k, risk in enumerate((0, 5e-324, 1e-323, 2e-323, 1e-310), start=2)])
@given(
    st.lists(
        st.tuples(
            st.integers(0, 3),
            st.integers(2, 6),
            st.floats(0, 300, allow_nan=False),
            st.floats(0, 100) | st.just(math.nan),
        ),
        min_size=1,
        max_size=25,
    )
)
def test_whatever_the_figures_every_defined_run_is_drawn_inside_and_the_front_is_marked(cells):
    drawn = comparison(*(run(f"m{i}", k, IL=loss, DLD=risk) for i, k, loss, risk in cells))
    layout = lay_out(drawn)
    defined = [i for i, cell in enumerate(cells) if not math.isnan(cell[3])]
    points = [point for line in layout.lines for point in line.points] if layout else []
    assert sorted(point.number for point in points) == defined
    efficient = drawn.is_efficient
    for point in points:
        assert layout is not None
        assert layout.frame.holds(point.x, point.y)
        assert point.is_efficient == efficient[point.number]


def test_no_point_lies_on_the_better_side_of_the_stairs():
    drawn = grid(4, (3, 4, 5, 10))
    layout = laid_out(drawn)
    front = {(p.x, p.y) for line in layout.lines for p in line.points if p.is_efficient}
    assert front <= set(layout.front)
    for (x, y), (u, v) in pairwise(layout.front):
        assert x == u or y == v
        assert u >= x
        assert v >= y
    for line in layout.lines:
        for point in line.points:
            assert any(x <= point.x and y >= point.y for x, y in front)


def test_rings_are_drawn_around_efficient_points_only():
    drawn = grid(4, (3, 4, 5, 10))
    svg = drawing(drawn)
    assert 0 < sum(drawn.is_efficient) < len(drawn.runs)
    assert svg.count('class="ring"') == sum(drawn.is_efficient)
    assert svg.count('class="point ') == len(drawn.runs)
    for number, is_efficient in enumerate(drawn.is_efficient):
        label = re.search(rf'data-run="{number}"[^>]*aria-label="([^"]*)"', svg)
        assert label is not None
        assert ("not beaten" in label[1]) == is_efficient


@pytest.mark.parametrize("sheet", [WIDE, NARROW], ids=lambda sheet: sheet.name)
@pytest.mark.parametrize(("n_methods", "sizes"), [(5, (3, 4, 5, 10)), (12, tuple(range(2, 12)))])
def test_labels_cover_neither_each_other_nor_a_mark_nor_a_line(n_methods, sizes, sheet):
    layout = laid_out(grid(n_methods, sizes), sheet)
    assert {text for text, _ in layout.sizes} >= {f"k = {k}" for k in sizes[:3]}
    for (_, one), (_, other) in combinations(layout.sizes, 2):
        assert not one.meets(other)
    for _, box in layout.sizes:
        assert box.is_within(layout.frame)
        for line in layout.lines:
            for point in line.points:
                assert not box.holds(point.x, point.y)
            for one, other in pairwise(line.points):
                assert not any(box.holds(*place) for place in between(one, other))
    heights = sorted(line.label[1] for line in layout.lines if line.label)
    assert len(heights) == (n_methods if sheet.has_names else 0)
    assert all(b - a >= 14 for a, b in pairwise(heights))


def between(one: Any, other: Any) -> list[tuple[float, float]]:
    """Return places along the line between two points."""
    shares = np.linspace(0, 1, 400)
    return [(one.x + s * (other.x - one.x), one.y + s * (other.y - one.y)) for s in shares]


def test_the_same_size_is_not_written_twice_at_one_place():
    layout = laid_out(grid(9, (3, 5, 10)))
    for (text, box), (other, near) in combinations(layout.sizes, 2):
        assert text != other or box.gap_to(near) > 40


def test_a_phone_gets_a_map_of_its_own_with_every_point_inside():
    drawn = grid(4, (3, 5, 10))
    layout = laid_out(drawn, NARROW)
    svg = draw_map(drawn, layout, describe(drawn), ident="map-1")
    assert svg.count('class="spot ') == len(drawn.runs)
    assert 'class="point ' not in svg
    assert "Risk: DLD, in" in svg
    for x, y in re.findall(r'<text[^>]* x="([-\d.]+)" y="([-\d.]+)"', svg):
        assert 0 <= float(x) <= NARROW.width
        assert 0 <= float(y) <= NARROW.height


@pytest.mark.parametrize("sheet", [WIDE, NARROW], ids=lambda sheet: sheet.name)
def test_the_chosen_setting_is_marked_where_it_stands(sheet):
    drawn = grid(3, (3, 5, 10))
    chosen = find_chosen(drawn, drawn.runs[4], "this release")
    assert chosen.number == 4
    layout = lay_out(drawn, sheet, chosen)
    assert layout is not None
    (point,) = [p for line in layout.lines for p in line.points if p.number == 4]
    assert layout.chosen == (point.x, point.y)
    words = describe(drawn, chosen)
    svg = draw_map(drawn, layout, words, ident="map-1", chosen=chosen)
    assert f'<circle class="halo" cx="{point.x:.1f}" cy="{point.y:.1f}"' in svg
    assert 'class="pin"' not in svg
    assert svg.count(">this release</text>") == 1
    assert words.chosen.replace("\N{NO-BREAK SPACE}", " ").startswith(
        "This release is method1, k = 5, with IL "
    )


def test_a_setting_that_was_not_compared_is_marked_beside_the_others():
    drawn = grid(3, (3, 5, 10))
    other = run("method1", 5, IL=80.0, DLD=90.0)  # as with another effort
    chosen = find_chosen(drawn, other, "this release")
    assert (chosen.number, chosen.place) == (None, (80.0, 90.0))
    layout = lay_out(drawn, WIDE, chosen)
    assert layout is not None
    assert layout.chosen == (layout.x.at(80.0), layout.y.at(90.0))
    assert layout.frame.holds(*layout.chosen)
    svg = draw_map(drawn, layout, describe(drawn, chosen), ident="map-1", chosen=chosen)
    assert svg.count('class="pin"') == 1
    assert "not one of the settings that were compared" in describe(drawn, chosen).chosen


def test_a_chosen_setting_without_risk_is_in_words_only():
    drawn = grid(3, (3, 5, 10))
    chosen = find_chosen(drawn, run("axis", 5, IL=8.0), "this release")
    layout = lay_out(drawn, WIDE, chosen)
    assert layout is not None
    assert layout.chosen is None
    svg = draw_map(drawn, layout, describe(drawn, chosen), ident="map-1", chosen=chosen)
    assert 'class="halo"' not in svg
    assert "is not on the map" in describe(drawn, chosen).chosen


def test_points_that_share_a_place_with_the_same_size_share_a_label():
    drawn = comparison(*(run(name, 3, IL=5, DLD=60) for name in ("a", "b", "c")))
    layout = laid_out(drawn)
    assert [text for text, _ in layout.sizes] == ["k = 3"]
    assert [line.points[0].above for line in layout.lines] == [2, 1, 0]
    assert re.findall(r'transform="scale\(([\d.]+)\)"', drawing(drawn)) == ["1.8", "1.4"]


def test_too_many_methods_for_names_at_the_lines_leave_them_to_the_legend():
    layout = laid_out(grid(40, (3, 5)))
    assert all(line.label is None for line in layout.lines)
    assert layout.frame.right > WIDE.width - 40


def test_a_long_name_is_cut_on_the_map_and_whole_on_hover():
    name = "a_method_with_a_name_that_no_margin_holds"
    svg = drawing(comparison(run(name, 3, IL=5, DLD=60)))
    assert "a_method_with_a_name_…</text>" in svg
    assert f"<title>{name}</title>" in svg


@pytest.mark.parametrize(
    ("loss", "risk", "corner", "words"),
    [
        ("IL", "DLD", (0, 1), "less loss, less risk"),
        ("REG", "DLD", (1, 1), "higher REG, less risk"),
        ("IL", "L_distinct", (0, 0), "less loss, higher L_distinct"),
        ("REG", "L_distinct", (1, 0), "higher REG, higher L_distinct"),
    ],
)
def test_the_compass_points_to_the_better_corner(loss, risk, corner, words):
    loss_sign = 1 if loss == "IL" else -1
    risk_sign = 1 if risk == "DLD" else -1
    drawn = comparison(
        *(
            run("mdav", k, **{loss: 50 + loss_sign * 4 * k, risk: 40 - risk_sign * 3 * k})
            for k in (3, 5, 10)
        ),
        loss=loss,
        risk=risk,
    )
    assert all(drawn.is_efficient)
    layout = laid_out(drawn)
    assert layout.is_compass_free
    middle_x = (layout.frame.left + layout.frame.right) / 2
    middle_y = (layout.frame.top + layout.frame.bottom) / 2
    assert ((layout.compass.left > middle_x), (layout.compass.top > middle_y)) == corner
    svg = drawing(drawn)
    assert words in svg
    assert f"scale({loss_sign} {risk_sign})" in svg
    side = "lower" if risk == "DLD" else "upper"
    assert f"{side} {'left' if loss == 'IL' else 'right'}" in describe(drawn).reading


def test_stairs_are_mirrored_where_more_is_better():
    drawn = comparison(
        run("mdav", 3, REG=90, L_distinct=2),
        run("mdav", 5, REG=70, L_distinct=6),
        run("iamat", 5, REG=60, L_distinct=1),
        loss="REG",
        risk="L_distinct",
    )
    layout = laid_out(drawn)
    assert layout.front[0][1] == layout.frame.bottom
    assert layout.front[-1][0] == layout.frame.left


def test_a_taken_corner_sends_the_compass_elsewhere():
    drawn = comparison(
        run("best", 3, IL=1, DLD=2), run("mdav", 3, IL=5, DLD=60), run("mdav", 4, IL=9, DLD=30)
    )
    layout = laid_out(drawn)
    assert layout.is_compass_free
    assert layout.compass.bottom < layout.frame.bottom - 60


def test_long_tails_leave_room_for_the_bulk():
    bulk = [5.0, 6.0, 7.0, 8.0, 9.0]
    axis = make_axis([*bulk, 2000.0], 0, 700, limits=(0, math.inf))
    assert axis.is_compressed
    assert axis.at(9.0) - axis.at(5.0) > 100
    places = [axis.at(value) for value, _ in axis.ticks]
    assert places == sorted(places)
    assert all(b - a >= 60 for a, b in pairwise(places))
    assert max(value for value, _ in axis.ticks) >= 1000
    svg = drawing(
        comparison(*(run("mdav", k, IL=value, DLD=k) for k, value in enumerate([*bulk, 2e3], 3)))
    )
    assert "in\N{NO-BREAK SPACE}%, compressed towards the ends" in svg


def test_a_small_range_keeps_its_digits():
    axis = make_axis([5.0000003, 5.0000005], 0, 700)
    labels = [label for _, label in axis.ticks]
    assert len(labels) >= 4
    assert len(set(labels)) == len(labels)
    assert axis.at(5.0000005) - axis.at(5.0000003) > 600


def test_tiny_values_are_written_with_a_power_of_ten():
    axis = make_axis([2e-7, 3.3e-7], 0, 700)
    assert "2.0·10⁻⁷" in [label for _, label in axis.ticks]


@pytest.mark.parametrize("value", [0.0, 7.0, -3.0, 1e-9, 1e12])
def test_a_single_value_stands_in_the_middle(value):
    axis = make_axis([value, value], 0, 700)
    assert axis.at(value) == pytest.approx(350)
    assert axis.ticks


def test_no_label_leaves_the_range_of_the_measure():
    axis = make_axis([0.0, 100.0], 0, 700, limits=(0.0, 100.0))
    assert [label for _, label in axis.ticks][:: len(axis.ticks) - 1] == ["0", "100"]


def test_undefined_scores_are_listed_and_not_drawn():
    drawn = comparison(
        run("mdav", 3, IL=5, DLD=60),
        run("mdav", 5, IL=math.nan, DLD=30),
        run("dba2", 3, IL=6, DLD=math.nan),
    )
    words = describe(drawn)
    assert drawing(drawn).count('class="point ') == 1
    assert "2 settings are not on the map" in words.missing
    assert "mdav with k\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}5; dba2" in words.missing
    assert words.rows[1].scores[0][1] == "not defined"
    assert describe(comparison(drawn.runs[0])).missing == ""


def test_nothing_defined_gives_no_drawing():
    drawn = comparison(run("mdav", 3, IL=math.nan, DLD=60))
    assert lay_out(drawn) is None
    assert "No setting has both" in describe(drawn).efficient


def test_an_infinite_score_has_no_place_but_is_listed():
    drawn = comparison(run("mdav", 3, IL=math.inf, DLD=1), run("mdav", 4, IL=5, DLD=60))
    layout = laid_out(drawn)
    assert [point.number for point in layout.lines[0].points] == [1]
    assert "mdav with k\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}3" in describe(drawn).missing


def test_sentences_name_the_efficient_settings():
    drawn = comparison(
        run("mdav", 3, IL=6, DLD=60),
        run("iamat", 3, IL=5, DLD=60),
        run("iamat", 10, IL=14, DLD=16),
        run("mdav+dissolve", 5, IL=9, DLD=30),
    )
    words = describe(drawn)
    assert words.efficient == "Of 4 settings, 3 are not beaten by another one:"
    plain = words.front.replace("\N{NO-BREAK SPACE}", " ")
    assert plain == "iamat with k = 3 and 10; mdav+dissolve with k = 5"


def test_every_figure_is_in_the_text_of_a_point():
    drawn = comparison(
        run("vmdav", 4, options={"gamma": 0.2}, IL=7.5, DLD=43.05, KS=0.125, W1=0.0625),
        run("vmdav", 5, options={"gamma": 0.2}, IL=12.5, DLD=33, KS=0.25, W1=0.5),
    )
    text = describe(drawn).rows[0].full.replace("\N{NO-BREAK SPACE}", " ").split("\n")
    assert text == [
        "vmdav, k = 4",
        "not beaten by another setting",
        "IL: 7.500 %",
        "DLD: 43.050 %",
        "KS: 0.12500",
        "W1: 0.06250 sd",
        "groups: 250",
        "records in a group: 4–7",
        "options: gamma = 0.2",
    ]


def test_figures_that_differ_little_are_written_apart():
    drawn = comparison(run("a", 3, IL=5.00000012, DLD=1), run("b", 3, IL=5.00000034, DLD=1))
    one, other = (row.scores[0][1] for row in describe(drawn).rows)
    assert (one, other) == ("5.00000012", "5.00000034")


def test_looks_differ_in_more_than_colour():
    first = [look(i) for i in range(12)]
    assert len({(one.mark, one.is_hollow) for one in first}) == 12
    assert len(set(map(look, range(780)))) == 780


def test_no_two_of_a_dozen_methods_have_the_same_colour():
    assert len({look(i).kind for i in range(12)}) == 12
    assert len(COLOURS) == len(DARK) == len(colours()) >= 12


COLOURS = sorted({light for _, light, _ in colours()})
DARK = sorted({dark for _, _, dark in colours()})
SEEN_BY = {
    # How a colour looks to whom: Machado, Oliveira and Fernandes 2009, severity 1.
    "everybody": np.eye(3),
    "protanope": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranope": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanope": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour: str) -> Any:
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(light: Any) -> Any:
    """Return CIELAB coordinates, in which distances are those that people see."""
    x, y, z = np.cbrt(XYZ @ light / (0.9505, 1.0, 1.089))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("colour", COLOURS)
def test_colours_stand_out_from_white(colour):
    assert 1.05 / (XYZ[1] @ linear(colour) + 0.05) >= 3


@pytest.mark.parametrize("colour", DARK)
def test_colours_on_dark_paper_stand_out_from_it(colour):
    style = (resources.files("covey.releasing") / "templates/map.css").read_text(encoding="utf-8")
    *_, paper = re.findall(r"--paper: (#[0-9a-f]{6})", style)
    assert (XYZ[1] @ linear(colour) + 0.05) / (XYZ[1] @ linear(paper) + 0.05) >= 3


@pytest.mark.parametrize("colours", [COLOURS, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("who", SEEN_BY)
def test_colours_are_apart_for_colour_blind_readers(who, colours):
    seen = [lab(np.clip(np.array(SEEN_BY[who]) @ linear(one), 0, 1)) for one in colours]
    assert min(np.linalg.norm(a - b) for a, b in combinations(seen, 2)) > 15


@given(st.lists(st.floats(0, 100), min_size=1, max_size=9).map(sorted))
def test_spreading_out_keeps_order_gaps_and_limits(wanted):
    places = spread_out(wanted, 10, 0, 100)
    assert all(b - a >= 10 - 1e-9 for a, b in pairwise(places))
    assert places[0] >= -1e-9
    assert places[-1] <= 100 + 1e-9


def test_spreading_out_leaves_what_is_apart():
    assert spread_out([5.0, 30.0, 80.0], 10, 0, 100) == [5.0, 30.0, 80.0]


def test_room_prefers_what_no_line_crosses():
    room = Room(Box(0, 0, 100, 100))
    room.add_line([(0, 10), (100, 10)])
    crossed, free = Box(0, 5, 20, 15), Box(0, 50, 20, 60)
    assert room.choose([crossed, free]) == free
    assert room.choose([free]) is None  # taken now
    assert room.choose([crossed], at_most=0) is None
    assert room.choose([crossed]) == crossed


def test_text_stays_on_the_drawing():
    svg = drawing(grid(12, (2, 3, 5, 10)))
    for x, y in re.findall(r'<text[^>]* x="([-\d.]+)" y="([-\d.]+)"', svg):
        assert 0 <= float(x) <= WIDE.width
        assert 0 <= float(y) <= WIDE.height


@pytest.mark.parametrize(
    ("roles", "says"),
    [
        ({"quasi": ["age"]}, (False, False)),
        ({"unit": ["home"]}, (True, False)),
        ({"unit": ["home"], "other": ["town"]}, (True, True)),
        ({"strata": ["region"]}, (False, True)),
    ],
)
def test_the_map_says_what_k_counts_and_what_takes_no_part(roles, says):
    drawn = comparison(run("mdav", 3, IL=5.0, DLD=30.0))
    words = describe(replace(drawn, settings={"roles": roles})).reading
    assert ("k counts units" in words, "released beside the masked ones" in words) == says
