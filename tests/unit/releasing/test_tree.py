"""The drawing of the dependence tree."""

import itertools
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import covey
from covey.core.errors import OutputError
from covey.core.subsets import Candidate, DependenceTree, Edge
from covey.releasing.tree import draw_tree, draw_tree_file
from covey.results import Selection

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("income", "tax <&> fee", 'say "age"', "height")
EDGES = (
    Edge("income", "tax <&> fee", 12.3456),
    Edge("income", 'say "age"', 3.0),
    Edge("income", "height", 0.0),
)


@pytest.fixture
def selection():
    return Selection(
        (Candidate(("income", "height"), 12.0),),
        DependenceTree(NAMES, EDGES),
        "chi2",
        3,
        "mdav",
        {},
        intervals=5,
    )


def parsed(text):
    return ET.fromstring(text.partition("\n")[2])  # noqa: S314 (we wrote it)


def texts(group):
    return "".join(text.text for text in group.iter(f"{SVG}text"))


def test_the_file_is_well_formed_and_needs_nothing_else(selection):
    text = draw_tree_file(selection)
    root = parsed(text)
    assert root.tag == f"{SVG}svg"
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "<style>" in text
    assert selection.svg == text


def test_every_variable_and_edge_is_drawn_and_the_chosen_are_filled(selection):
    root = parsed(draw_tree_file(selection))
    rows = [g for g in root.iter(f"{SVG}g") if g.find(f"{SVG}circle") is not None]
    assert {texts(row) for row in rows} == set(NAMES)
    chosen = {texts(row) for row in rows if row.get("class") == "chosen"}
    assert chosen == {"income", "height"}
    weights = {t.text for t in root.iter(f"{SVG}tspan") if t.text}
    assert weights == {"12.3", "3.00", "0.00"}


def test_each_line_joins_two_dots(selection):
    root = parsed(draw_tree_file(selection))
    dots = {(dot.get("cx"), dot.get("cy")) for dot in root.iter(f"{SVG}circle")}
    for path in root.iter(f"{SVG}path"):
        x, y, down, across = re.fullmatch(r"M(.*) (.*)V(.*)H(.*)", path.get("d")).groups()
        assert {(x, y), (across, down)} <= dots


def test_a_deep_tree_fits_a_page():
    names = tuple(f"variable_{i}" for i in range(80))
    edges = tuple(Edge(one, other, 1.0) for one, other in itertools.pairwise(names))
    deep = Selection((Candidate(names[:2], 1.0),), DependenceTree(names, edges), "emim", 3, "", {})
    root = parsed(draw_tree_file(deep))
    assert float(root.get("width")) <= 1100
    assert len(list(root.iter(f"{SVG}circle"))) == 80


def test_a_long_name_is_cut_and_told_whole(selection):
    tree = DependenceTree(("n" * 60, "b"), (Edge("n" * 60, "b", 1.0),))
    drawn = draw_tree(replace(selection, tree=tree))
    assert f"<title>{'n' * 60}</title>" in drawn
    assert f">{'n' * 23}…<" in drawn


def test_lines_are_thicker_the_more_they_weigh(selection):
    drawn = draw_tree(selection)
    thickness = [float(found) for found in re.findall(r'stroke-width="([\d.]+)" d=', drawn)]
    assert sorted(thickness) == [1.0, pytest.approx(2.46), 7.0]


def test_people_who_cannot_see_it_are_told(selection):
    root = parsed(draw_tree_file(selection))
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "Dependence tree of 4 variables"
    described = root.find(f"{SVG}desc").text
    assert described.startswith("Chosen to group on: income, height.")
    assert "income and tax <&> fee, 12.3" in described


def test_in_a_page_the_ids_are_its_own(selection):
    drawn = draw_tree(selection, ident="dependence")
    assert 'id="dependence-t"' in drawn
    assert "<?xml" not in drawn
    assert 'class="title"' not in drawn


def test_writing(selection, tmp_path):
    path = selection.write(tmp_path / "tree.svg")
    assert path.read_text(encoding="utf-8") == selection.svg
    with pytest.raises(OutputError, match="exists"):
        selection.write(path)
    selection.write(path, force=True)
    with pytest.raises(OutputError, match=r"must end in .svg. Got 'tree.png'"):
        selection.write(tmp_path / "tree.png")


def test_a_tree_of_one_variable(selection):
    alone = Selection((Candidate(("a",), 1.0),), DependenceTree(("a",), ()), "emim", 3, "mdav", {})
    assert "Dependence tree of 1 variable<" in draw_tree(alone)
    assert "none." in draw_tree(alone)


def test_names_with_control_characters_leave_the_drawing_well_formed():
    values = np.random.default_rng(0).normal(size=(60, 3))
    frame = pl.DataFrame({name: values[:, j] for j, name in enumerate(["a\x1b[1m", "b<&", "c\n"])})
    drawing = covey.select(frame, count=2, metric="correlation").svg
    ET.fromstring(drawing)  # noqa: S314 (our own text)
    assert "\x1b" not in drawing
