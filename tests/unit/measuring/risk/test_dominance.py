"""PP, the p % rule, worked by hand."""

import math

import numpy as np
import polars as pl
import pytest

import covey
from covey.core.encoding import Treatment
from covey.measuring import Evidence
from covey.measuring.risk.dominance import PP, fails

OUTLIER = [98_765, 100, 20, 95, 25, 90, 30, 80, 35, 40]


def compute(original, groups, names=("a",), **settings):
    original = np.array(original, dtype=float).reshape(len(groups), -1)
    labels = [np.array(groups)] * original.shape[1]
    return PP.compute(Evidence(original, original, names, groups=labels, **settings))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([100, 20, 9], True),  # to within 9 of 100
        ([100, 20, 10], False),  # exactly 10 %
        ([100, 100, 9, 1], False),
        ([7, 7], True),  # each knows the other
        ([0, 0, 0], False),
        ([5], True),
    ],
)
def test_one_group(values, expected):
    assert fails(np.array(values, dtype=float), np.zeros(len(values), dtype=int)) == [expected]


def test_by_variable_and_in_all():
    """In b no value dominates; in a one of two groups does: one of four cells."""
    a, b = [100, 5, 4, 9, 9, 9], [1, 1, 1, 2, 2, 2]
    found = compute(np.column_stack([a, b]), [0, 0, 0, 1, 1, 1], ("a", "b"))
    assert found.value == 25.0
    assert found.details == {"a": 50.0, "b": 0.0}
    assert found.note.startswith("Some groups give their largest value away in 'a'. A larger k")


def test_contributions_of_a_unit_are_added():
    """By record 50, 50, 8: the rest is 8. By unit 100 and 8: there is no rest."""
    values = [50, 50, 8]
    assert compute(values, [0, 0, 0]).value == 0.0
    assert compute(values, [0, 0, 0], units=np.array([1, 1, 2])).value == 100.0
    # The same unit in two groups contributes to each what it has there.
    found = compute([50, 50, 50, 8, 8, 8], [0, 0, 0, 1, 1, 1], units=np.array([1, 2, 3, 1, 2, 3]))
    assert found.value == 0.0


def test_what_it_does_not_apply_to():
    columns = np.array([[-1, 5], [2, 5], [3, 5]], dtype=float)
    found = compute(columns, [0, 0, 0], ("gain", "cost"))
    assert found.details == {"cost": 0.0}
    assert found.note == "Left out, with negative values: 'gain'."
    found = compute(columns[:, :1], [0, 0, 0], ("gain",))
    assert math.isnan(found.value)
    medians = {"cost": Treatment(aggregate="median"), "gain": Treatment(kind="date")}
    found = compute(columns, [0, 0, 0], ("gain", "cost"), treatments=medians)
    assert found.note == "Left out, dates: 'gain'. Left out, released as medians: 'cost'."


def test_limits_tame_what_is_extreme():
    values = [1000, 20, 30, 25]  # the rest is 45, of 1000 at the most 100 would do
    assert compute(values, [0] * 4).value == 100.0
    assert compute(values, [0] * 4, treatments={"a": Treatment(top=50)}).value == 0.0
    negative = [-10, 20, 20, 20]
    assert compute(negative, [0] * 4, treatments={"a": Treatment(bottom=0)}).value == 0.0


def test_gaps_contribute_nothing():
    values = [100.0, 20.0, np.nan, 5.0, np.nan, np.nan, np.nan]
    found = compute(values, [0, 0, 0, 0, 1, 1, 1])
    assert found.value == 100.0  # of one group that has values


def test_an_outlier_gives_itself_away():
    """98,765 + 100 + 95 + 90 + 80 is 5 · 19,826, of which it is all but 0.4 %."""
    frame = pl.DataFrame({"turnover": OUTLIER})
    settings = {"k": 5, "roles": {"quasi": ["turnover"]}}
    release = covey.protect(frame, **settings)
    assert sorted(release.data["turnover"]) == [30.0] * 5 + [19_826.0] * 5
    assert release.scores["PP"] == 50.0
    assert "'turnover'" in release.scores.notes["PP"]
    by_median = covey.protect(frame, columns={"turnover": {"aggregate": "median"}}, **settings)
    assert "PP" not in by_median.scores
