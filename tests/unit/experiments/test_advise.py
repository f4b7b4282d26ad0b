import math

import polars as pl
import pytest

import covey
from covey.core.errors import RequestError
from covey.core.scores import Scores
from covey.core.trials import Run, Subject
from covey.experiments.advise import advise
from covey.measuring import MEASURES
from covey.results import Comparison, Limits


def comparison_of(points, *, risk="DLD"):
    """Make a comparison of settings with these losses and risks; k counts them from 2."""
    runs = tuple(
        Run("mdav", k, "none", {}, Scores({"IL": loss, risk: value}), 4, k, k)
        for k, (loss, value) in enumerate(points, 2)
    )
    subject = Subject("t.csv", "0", 10, ("a",))
    return Comparison(runs, MEASURES["IL"], MEASURES[risk], subject, {}, None)


POINTS = [(1.0, 60.0), (2.0, 40.0), (2.5, 45.0), (4.0, 20.0), (9.0, 19.0)]


def test_the_least_loss_within_the_limit_is_chosen():
    advice = advise(comparison_of(POINTS), Limits(risk=45.0))
    assert advice.chosen.k == 3
    assert advice.safer.k == 5
    assert advice.why == (
        "Of 5 settings, 4 have DLD at most 45 %, and among these it has the least loss, 2 %. "
        "The one setting with less loss has a DLD of 60 %; it has 40 %."
    )
    assert advice.cost == (
        "The next safer setting is mdav with k = 5: DLD 20 % instead of 40 %, "
        "for 2 points more IL (4 %)."
    )


def test_with_a_limit_on_the_loss_the_least_risk_is_chosen():
    assert advise(comparison_of(POINTS), Limits(loss=3.0)).chosen.k == 3


def test_both_limits_hold():
    assert advise(comparison_of(POINTS), Limits(risk=20.0, loss=5.0)).chosen.k == 5
    assert advise(comparison_of(POINTS), Limits(risk=19.0, loss=5.0)).chosen is None


def test_where_nothing_meets_the_limit_the_closest_is_named():
    advice = advise(comparison_of(POINTS), Limits(risk=10.0))
    assert advice.chosen is None
    assert advice.closest.k == 6
    assert advice.why == (
        "None of the 5 settings has DLD at most 10 %. "
        "The closest is mdav with k = 6, with DLD 19 % and IL 9 %."
    )
    assert not advice.to_dict()["met"]


def test_equals_are_told_apart_by_the_other_measure_then_by_order():
    points = [(2.0, 30.0), (2.0, 20.0), (2.0, 20.0)]
    assert advise(comparison_of(points), Limits(risk=50.0)).chosen.k == 3


def test_nothing_is_safer_than_the_safest():
    advice = advise(comparison_of(POINTS), Limits(risk=19.0))
    assert advice.safer is None
    assert advice.cost == "No setting that was tried is safer."


def test_of_some_measures_more_is_better():
    comparison = comparison_of([(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)], risk="L_distinct")
    advice = advise(comparison, Limits(risk=2.0))
    assert advice.chosen.k == 3
    assert "L_distinct at least 2" in advice.why


def test_undefined_scores_are_passed_over():
    assert advise(comparison_of([(math.nan, 1.0), (5.0, 9.0)]), Limits(risk=50.0)).chosen.k == 3
    with pytest.raises(RequestError, match="not defined"):
        advise(comparison_of([(math.nan, 1.0)]), Limits(risk=50.0))


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (Limits(), "Say what you accept"),
        (Limits(risk=-1.0), "'max_risk' must be in the range of DLD, 0 to 100 %. Got -1."),
        (Limits(loss=-1.0), "'max_loss' must be in the range of IL, at least 0 %"),
        (Limits(risk=math.nan), "'max_risk'"),
        (Limits(risk="10%"), "'max_risk' must be a number in the unit of DLD. Got '10%'."),
    ],
)
def test_limits_must_make_sense(limits, message):
    with pytest.raises(RequestError, match=message):
        advise(comparison_of(POINTS), limits)


@pytest.mark.parametrize("name", ["census", "tarragona", "eia"])
def test_brute_force_confirms_the_advice_on_the_reference_sets(reference_matrix, name):
    X = reference_matrix(name)[:600]
    comparison = covey.compare(X, k=[3, 5, 10], methods=["mdav", "iamat", "vmdav"])
    rows = comparison.rows()
    for limit in (5.0, 20.0, 40.0, 65.0):
        chosen = covey.advise(comparison, max_risk=limit).chosen
        within = [row for row in rows if row["DLD"] <= limit]
        if not within:
            assert chosen is None
            continue
        best = min(within, key=lambda row: (row["IL"], row["DLD"]))
        assert (chosen.name, chosen.k) == (best["method"], best["k"])
        assert all(row["DLD"] > limit for row in rows if row["IL"] < best["IL"])


def test_it_says_where_a_group_gives_its_largest_value_away():
    frame = pl.DataFrame({"turnover": [98_765, 100, 20, 95, 25, 90, 30, 80, 35, 40]})
    comparison = covey.compare(frame, k=[5], methods=["mdav"], roles={"quasi": ["turnover"]})
    advice = covey.advise(comparison, max_risk=100)
    assert advice.caution.startswith(
        "But PP is 50 %. Some groups give their largest value away in 'turnover'. A larger k"
    )
    assert "largest value" not in advice.why
    assert "But PP is 50 %. Some groups" in advice._repr_html_()
    assert advice.to_dict()["caution"] == advice.caution
    tame = frame.with_columns(pl.col("turnover").clip(upper_bound=100))
    comparison = covey.compare(tame, k=[5], methods=["mdav"], roles={"quasi": ["turnover"]})
    assert covey.advise(comparison, max_risk=100).caution == ""
