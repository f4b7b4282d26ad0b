"""What the charts show, and what they must never show."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from covey.core.facts import GroupSizes
from covey.releasing.charts import (
    Classes,
    Histogram,
    draw_bars,
    draw_gauge,
    draw_histogram,
    nice_step,
    size_classes,
)
from covey.releasing.charts.scale import times

WORDS = {"ident": "x", "title": "Title", "text": "Text"}


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 (our own output)


def bin_pair(before: Any, after: Any, *, k: int, is_whole: bool) -> Histogram | None:
    classes = Classes.of(before, n_records=len(before), k=k, is_whole=is_whole)
    if classes is None:
        return None
    return classes.histogram(classes.count(before), classes.count(after), k)


def labels(histogram: Histogram) -> list[str]:
    return [text for _, text in histogram.ticks]


@pytest.mark.parametrize(
    ("least", "step"),
    [(1, (1, 0)), (1.01, (2, 0)), (3, (5, 0)), (7, (1, 1)), (0.1 + 0.2, (5, -1)), (1e-9, (1, -9))],
)
def test_nice_step_is_the_next_of_one_two_five(least: float, step: tuple[int, int]) -> None:
    assert nice_step(least) == step


def test_a_range_of_next_to_nothing_has_a_step_too() -> None:
    assert nice_step(5e-324) == nice_step(0.0)
    assert times(*nice_step(0.0)) > 0.0


finite = st.floats(allow_nan=False, allow_infinity=False)


@given(
    before=arrays(np.float64, st.integers(2, 200), elements=finite | st.integers(-9, 9).map(float)),
    k=st.integers(2, 8),
)
def test_a_class_shows_no_record_or_at_least_k(before: np.ndarray, k: int) -> None:
    is_whole = bool((before == np.floor(before)).all())
    histogram = bin_pair(before, before / 2, k=k, is_whole=is_whole)
    if histogram is None:
        return
    assert all(count % k == 0 for count in histogram.before + histogram.after)
    assert histogram.before[0] >= k
    assert histogram.before[-1] >= k
    assert len(histogram.before) == len(histogram.after) >= 2
    assert sum(histogram.before) <= len(before)
    draw_histogram(histogram, **WORDS)


def test_extreme_and_isolated_values_leave_no_trace() -> None:
    typical = np.random.default_rng(0).normal(100, 15, 996)
    plain = np.concatenate([typical, [20.0, 20.0, 190.0, 190.0]])
    planted = np.concatenate([typical, [-31337.77, -5e9, 987654.321, 1e300]])
    assert bin_pair(plain, plain, k=5, is_whole=False) == bin_pair(
        planted, planted, k=5, is_whole=False
    )


def test_a_class_with_fewer_than_k_records_looks_empty() -> None:
    two_camps = np.repeat([0.0, 10.0], 100)
    with_a_stranger = np.append(two_camps, 5.0)
    empty = bin_pair(two_camps, two_camps, k=3, is_whole=False)
    assert empty is not None
    drawn = bin_pair(with_a_stranger, two_camps, k=3, is_whole=False)
    assert drawn is not None
    assert drawn.before == empty.before


def test_classes_hold_the_counts_that_one_can_work_out_by_hand() -> None:
    before = np.repeat([0.0, 1.0, 2.0, 3.0], [10, 20, 31, 10])
    after = np.repeat([0.6, 2.2], [30, 41])
    histogram = bin_pair(before, after, k=2, is_whole=True)
    assert histogram is not None
    assert histogram.before == (10, 20, 30, 10)
    assert histogram.after == (0, 30, 40, 0)  # 0.6 counts as 1, 2.2 as 2
    assert labels(histogram) == ["≤ 0", "1", "2", "≥ 3"]


def test_limits_of_decimal_numbers_are_round() -> None:
    before = np.linspace(0.137, 0.913, 1000)
    histogram = bin_pair(before, before, k=3, is_whole=False)
    assert histogram is not None
    assert labels(histogram)[0] == "< 0.20"
    assert labels(histogram)[-1] == "≥ 0.85"
    assert {text[-1] for text in labels(histogram)} == {"0", "5"}


@pytest.mark.parametrize(
    ("scale", "unit"), [(1e300, "×10³⁰⁰"), (1e-300, "×10⁻³⁰⁰"), (1e7, "×10⁶"), (10.0, "")]
)
def test_extreme_magnitudes_get_a_unit(scale: float, unit: str) -> None:
    before = scale * np.linspace(1, 5, 500)
    histogram = bin_pair(before, before, k=3, is_whole=False)
    assert histogram is not None
    assert histogram.unit == unit
    assert max(map(len, labels(histogram))) <= 8


@pytest.mark.parametrize(
    "before",
    [np.full(50, 7.0), np.zeros(50), np.arange(5.0), np.append(np.zeros(99), 4.0)],
    ids=["constant", "zero", "fewer than 2k", "almost constant"],
)
def test_nothing_is_drawn_where_records_would_show(before: np.ndarray) -> None:
    assert bin_pair(before, before, k=3, is_whole=True) is None


def test_numbers_that_differ_by_a_rounding_error_do_not_matter() -> None:
    before = np.where(np.arange(100) % 2, 1e16, np.nextafter(1e16, 2e16))
    histogram = bin_pair(before, before, k=3, is_whole=False)
    assert histogram is None or min(histogram.before) >= 0


def test_few_sizes_are_counted_one_by_one() -> None:
    assert size_classes(GroupSizes.of([5, 5, 5, 7])) == (["5", "6", "7"], [3, 0, 1])


def test_many_sizes_are_joined_with_an_open_end() -> None:
    sizes = np.append(np.arange(5, 305), 1_000_000)
    names, counts = size_classes(GroupSizes.of(sizes))
    assert names[0] == "5–49"
    assert names[-1].startswith("≥ ")
    assert "1,000,000" not in names[-1]
    assert len(names) <= 18
    assert counts[0] == 45
    assert sum(counts) == len(sizes)


def test_bars_are_as_tall_as_their_counts() -> None:
    svg = draw_bars(["3", "4", "5"], [10, 0, 5], axis="records", **WORDS)
    heights = [float(bar.get("height", "")) for bar in parse(svg).iter("rect")]
    assert len(heights) == 2
    assert heights[0] == 2 * heights[1] > 0
    assert [text.text for text in parse(svg).iter("text")][:4] == ["10", "3", "0", "4"]


def test_bars_of_a_percentage_stand_before_the_whole() -> None:
    svg = draw_bars(["1", "2"], [2.0, 50.0], axis="known", full=100.0, **WORDS)
    low, half = [float(bar.get("height", "")) for bar in parse(svg).iter("rect")]
    assert half == pytest.approx(25 * low, abs=1)
    levels = [line for line in parse(svg).iter("line") if line.get("class") == "grid"]
    base = next(line for line in parse(svg).iter("line") if line.get("class") == "axis")
    tops = [float(base.get("y1", "")) - float(level.get("y1", "")) for level in levels]
    assert tops == [pytest.approx(half), pytest.approx(2 * half)]


def test_on_a_phone_every_other_label_makes_room() -> None:
    names = [f"{i}–{i + 9}" for i in range(1000, 1160, 10)]
    texts = list(parse(draw_bars(names, range(16), axis="size", **WORDS)).iter("text"))
    kinds = [text.get("class") or "" for text in texts if "–" in (text.text or "")]
    assert kinds[0] == ""
    assert {"roomy", "never"} >= set(kinds) - {""}
    assert kinds.count("") < kinds.count("roomy") + kinds.count("")


@pytest.mark.parametrize(("percent", "width"), [(-1, 0), (0, 0), (25, 85), (100, 340), (250, 340)])
def test_gauge_stays_on_its_rail(percent: float, width: float) -> None:
    rail, bar = parse(draw_gauge(percent, **WORDS)).iter("rect")
    assert float(rail.get("width", "")) == 340
    assert float(bar.get("width", "")) == width


def test_axis_labels_keep_apart() -> None:
    values = np.random.default_rng(1).normal(50_000, 9_000, 2000)
    histogram = bin_pair(values, values, k=3, is_whole=False)
    assert histogram is not None
    for width in (260, 340):
        texts = parse(draw_histogram(histogram, width=width, **WORDS)).findall("text")
        axis = sorted(
            (float(text.get("x", "")), len(text.text or ""))
            for text in texts
            if text.get("class") is None
        )
        assert len(axis) >= 3
        assert all(
            right - left > 5 * (first + second) / 2
            for (left, first), (right, second) in pairwise(axis)
        )


@pytest.mark.parametrize(
    "svg",
    [
        draw_bars(["<b>"], [1], ident="i", title="A & <B>", text='"quoted" <script>', axis="<i>"),
        draw_gauge(5, ident="i", title="A & <B>", text='"quoted" <script>'),
        draw_histogram(
            Histogram((5, 10, 5), (0, 20, 0), ((0.5, "< 1"), (2.5, "≥ 2"))),
            ident="i",
            title="A & <B>",
            text='"quoted" <script>',
        ),
    ],
    ids=["bars", "gauge", "histogram"],
)
def test_charts_can_be_read_aloud_and_are_escaped(svg: str) -> None:
    root = parse(svg)
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "i-t i-d"
    assert [(child.tag, child.get("id")) for child in root[:2]] == [
        ("title", "i-t"),
        ("desc", "i-d"),
    ]
    assert root[0].text == "A & <B>"
    assert root[1].text == '"quoted" <script>'
    assert not re.search("<script|<b>", svg)
