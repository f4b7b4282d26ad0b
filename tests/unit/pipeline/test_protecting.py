import numpy as np
import polars as pl
import pytest

from covey.core.request import Request
from covey.pipeline import protect


def test_a_search_that_was_stopped_is_told_in_the_plan():
    def stages(stage):
        def progress(share, _note=""):
            if stage == "Lowering the loss" and share > 0.3:
                raise KeyboardInterrupt

        return progress

    X = np.random.default_rng(0).normal(size=(400, 3))
    release = protect(X, Request(k=3, effort=20.0), stages)
    assert "The search was stopped on request" in release.plan.notes[-1]
    assert release.partition.sizes.min() >= 3
    assert not any("stopped" in note for note in protect(X, Request(k=3, effort=0.1)).plan.notes)


SMALL = {
    name: 0.06 + 0.01 * np.sin(np.arange(1.0, 41.0) * j) for j, name in enumerate("abcdefg", 1)
}


def noted(columns, words, **settings):
    request = Request(k=3, method="mdav", **settings)
    notes = protect(pl.DataFrame(columns), request).plan.notes
    return [note for note in notes if words in note]


def test_columns_that_rounding_levels_are_named():
    [note] = noted({**SMALL, "size": np.arange(40.0)}, "one value", round=0)
    assert note == (
        "After rounding, 'a', 'b', 'c', 'd', 'e' and 2 more hold one value for all records, unlike "
        "in the input. Round to more decimals."
    )
    [note] = noted({"a": SMALL["a"], "size": np.arange(40.0)}, "one value", round=0)
    assert note.startswith("After rounding, 'a' holds one value for all records, unlike")


def test_columns_that_rounding_moves_too_far_are_named():
    near = np.random.default_rng(0).uniform(0.4, 0.6, 40)
    [note] = noted({"near": near, "size": np.arange(40.0)}, "moved the values", round=0)
    assert note == (
        "Rounding moved the values of 'near' further than they differ in the input. "
        "Round to more decimals."
    )
    assert noted({"near": near, "size": np.arange(40.0)}, "moved the values", round=2) == []


def test_columns_that_keep_differences_or_had_none_are_not():
    assert noted(SMALL, "one value", round=3) == []
    assert noted({"a": np.arange(40.0), "same": np.ones(40)}, "one value", round=0) == []


@pytest.mark.parametrize("settings", [{}, {"round": 0}, {"allow_not_k_anonymous": True}])
def test_one_group_of_all_records_is_told(settings):
    method = "individual-ranking" if "allow_not_k_anonymous" in settings else "auto"
    request = Request(k=21, method=method, **settings)
    notes = protect(pl.DataFrame(SMALL), request).plan.notes
    told = "All records form one group, so every masked column holds one value for all of them. "
    assert [note for note in notes if "one value" in note] == [
        f"{told}A smaller k leaves room for more groups."
    ]
    notes = protect(pl.DataFrame(SMALL), Request(k=20, method="mdav")).plan.notes
    assert not any("one group" in note for note in notes)
