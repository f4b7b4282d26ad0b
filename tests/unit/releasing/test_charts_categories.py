"""Bars of categories: no rare one is named, and no count under k is drawn."""

from __future__ import annotations

from covey.releasing.charts import CategoryBars, draw_categories

BEFORE = {"trade": 17, "health": 12, "army": 2, "spy": 1, "school": 8}
AFTER = {"trade": 21, "health": 12, "school": 7}


def test_counts_are_multiples_of_k_and_rare_categories_have_no_name() -> None:
    bars = CategoryBars.of(BEFORE, AFTER, k=3)
    assert bars.names == ("trade", "health", "school", "others")
    assert bars.before == (15, 12, 6, 3)  # 17, 12, 8 and 2 + 1
    assert bars.after == (21, 12, 6, 0)
    assert bars.n_hidden == 2
    assert "army" not in bars.text + bars.remark


def test_too_few_others_are_not_drawn() -> None:
    bars = CategoryBars.of({"a": 9, "rare": 2}, {"a": 11}, k=3)
    assert bars.names == ("a",)
    assert bars.remark == "1 category with few records is not named."


def test_what_is_released_often_is_named() -> None:
    """A category of the release is in the file; how rare it was before is not shown."""
    bars = CategoryBars.of({"a": 9, "b": 2}, {"a": 5, "b": 6}, k=3)
    assert dict(zip(bars.names, bars.before, strict=True)) == {"a": 9, "b": 0}


def test_an_order_is_kept() -> None:
    levels = ("none", "primary", "tertiary")
    counts = {"tertiary": 9, "none": 3, "primary": 30}
    assert CategoryBars.of(counts, counts, k=3, levels=levels).names == levels


def test_at_most_twenty_are_shown_and_the_rest_together() -> None:
    counts = {f"c{i:02}": 100 - i for i in range(50)}
    bars = CategoryBars.of(counts, counts, k=3)
    assert len(bars.names) == 21
    assert bars.names[-1] == "others"
    assert bars.before[-1] == sum(100 - i for i in range(20, 50)) // 3 * 3


def test_gaps_have_a_bar() -> None:
    bars = CategoryBars.of({"a": 9}, {"a": 9}, k=3, gaps=(7, 2))
    assert (bars.names, bars.before, bars.after) == (("a", "missing"), (9, 6), (9, 0))
    assert CategoryBars.of({"a": 9}, {"a": 9}, k=3, gaps=(2, 2)).names == ("a",)


def test_the_picture_escapes_names() -> None:
    bars = CategoryBars.of({"<b>": 9}, {"<b>": 9}, k=3)
    drawn = draw_categories(bars, ident="x", title="t", text=bars.text)
    assert "<b>" not in drawn
    assert "&lt;b&gt;" in drawn
