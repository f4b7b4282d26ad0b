"""Correlation matrices: every figure readable, the sign without colour."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import resources

import numpy as np
import pytest

from covey.releasing.charts.heatmap import draw_heatmap, ink, shade, short

WORDS = {"ident": "i", "title": "Title", "text": "Text"}
VALUES = np.array([[1.0, -0.25, np.nan], [-0.25, 1.0, 0.93], [np.nan, 0.93, 1.0]])


def test_each_pair_has_one_cell_with_its_figure() -> None:
    svg = draw_heatmap(["a", "b", "c"], VALUES, width=440, reach=1.0, **WORDS)
    assert re.findall(r'class="cell[ \w]*"[^>]*>([^<]+)<', svg) == ["−.25", "–", ".93"]


STYLE = (resources.files("covey.releasing") / "templates/_style.css.j2").read_text(encoding="utf-8")
PAPERS = {"light": 0, "dark": 1}


def colour(name: str, paper: str) -> np.ndarray:
    """Read a colour from the page's style, where the dark one stands second."""
    digits = re.findall(rf"--{name}: #([0-9a-f]+)", STYLE)[PAPERS[paper]]
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    return np.array([int(digits[i : i + 2], 16) for i in (0, 2, 4)])


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """Return the contrast of two colours as the accessibility guidelines define it, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Sequence[int]) -> float:
    parts = [part / 255 for part in colour]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("share", np.linspace(-1, 1, 101))
def test_figures_stand_out_from_their_cell(share: float, paper: str) -> None:
    kind, strength = shade(float(share))
    under = colour("paper", paper)
    cell = (under + strength * (colour(kind, paper) - under)).round().astype(int)
    on_it = colour({"": "cell", " mid": "mid", " on": "on"}[ink(kind, strength)], paper)
    assert contrast(cell.tolist(), on_it.tolist()) >= 4.5


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("paper", PAPERS)
def test_signs_have_opposite_colours_and_zero_has_none(paper: str) -> None:
    plus, minus = colour(shade(0.5)[0], paper), colour(shade(-0.5)[0], paper)
    assert plus[0] - plus[2] < 0 < minus[0] - minus[2]
    assert shade(0.0)[1] == 0.0
    assert shade(float("nan"))[0] not in {shade(v)[0] for v in np.linspace(-1, 1, 33)}


def test_the_scale_reaches_the_next_round_number() -> None:
    change = np.array([[0.0, 0.13], [0.13, 0.0]])
    svg = draw_heatmap(["a", "b"], change, width=440, **WORDS)
    assert ">+0.2<" in svg
    assert ">−0.2<" in svg


@pytest.mark.parametrize(("n", "width"), [(2, 440), (10, 440), (11, 880), (25, 880)])
def test_everything_stays_inside_and_large_enough(n: int, width: int) -> None:
    names = [f"A_RATHER_LONG_NAME_OF_A_VARIABLE_{i}" for i in range(n)]
    svg = draw_heatmap(names, np.zeros((n, n)), width=width, **WORDS)
    sides = {
        float(side) for side in re.findall(r'<rect class="\w+" x[^>]* width="([\d.]+)" height', svg)
    }
    assert max(sides) >= 24
    right = max(
        float(x) + float(w) for x, w in re.findall(r'x="([-\d.]+)" [^>]*width="([\d.]+)"', svg)
    )
    assert right <= width
    assert min(float(x) for x in re.findall(r' x="([-\d.]+)"', svg)) >= 0


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1"), (-1.0, "−1"), (0.004, "0"), (-0.996, "−1"), (-0.05, "−.05")]
)
def test_short_numbers(value: float, text: str) -> None:
    assert short(value) == text
