import numpy as np
import polars as pl
import pytest

import covey
from covey.measuring import MEASURES, Coordinates, Evidence, evaluate


def test_what_measures_share_is_made_once():
    made = []

    def size(evidence):
        made.append(evidence)
        return evidence.n_records

    X = np.zeros((3, 2))
    first, second = Evidence(X, X), Evidence(X, X)
    assert [first.once(size), first.once(size), second.once(size)] == [3, 3, 3]
    assert made == [first, second]


def test_a_mean_that_meets_a_member_up_to_the_last_bit_parts_no_twins():
    # The mean of the first four is 5.6000000000000005.
    table = {"d": [3.1, 5.6, 9.3, 4.4, 20.0, 21.0, 22.0, 23.0], "c": list("abcdefgh")}
    release = covey.protect(pl.DataFrame(table), k=4, roles={"confidential": ["c"]}, method="mdav")
    assert release.scores["DBRL1"] == pytest.approx(25.0)
    assert release.scores["L_distinct"] == 4
    assert release.scores["CERTAIN"] == 0.0
    assert release.scores["T"] == pytest.approx(0.5)


def test_twins_are_those_who_agree_in_the_file():
    released = np.array([[0.3], [0.1 + 0.2], [0.3], [0.1 + 0.2]])
    which = Evidence(np.full((4, 1), 0.3), released).twins
    assert which.max() == 1
    assert which[0] == which[2] != which[1] == which[3]


def test_a_gap_is_no_twin_of_the_mean():
    original = np.array([[1.0], [3.0], [2.0], [2.0]])
    released = np.array([[2.0], [np.nan], [2.0], [np.nan]])
    which = Evidence(original, released).twins
    assert which[0] == which[2] != which[1] == which[3]


def test_codes_that_look_like_gaps_are_told_apart_by_their_classes():
    nothing = np.full((4, 1), np.nan)
    assert Evidence(nothing, nothing).twins.tolist() == [0, 0, 0, 0]
    classes = np.array([7, 7, 2, 2])
    assert Evidence(nothing, nothing, classes=classes).twins.tolist() == [1, 1, 0, 0]


def test_columns_of_sets_of_variables_are_filled_up_with_none():
    """The number has column 0, the first category 1 to 3, the second 4; 5 is 0 for all."""
    point = np.ones((2, 3))
    codes = np.zeros(2, dtype=int)
    three = Coordinates("a", point, point, codes, codes)
    one = Coordinates("b", point[:, :1], point[:, :1], codes, codes)
    evidence = Evidence(np.array([[1.0], [2.0]]), np.array([[1.0], [2.0]]), categories=(three, one))
    found = evidence.columns_of(np.array([[0, 1], [0, 2]]))
    assert found.tolist() == [[0, 1, 2, 3], [0, 4, 5, 5]]
    assert not evidence.standardized[0][:, 5].any()


@pytest.mark.parametrize("symbol", ["M1", "IL1s", "KS", "W1", "ID_value", "ID_record", "PP"])
def test_records_without_a_value_change_nothing_of_a_single_variable(symbol):
    rng = np.random.default_rng(3)
    X = rng.lognormal(size=(30, 1))
    Y = np.repeat(np.sort(X, axis=0).reshape(10, 3).mean(axis=1), 3)[
        np.argsort(np.argsort(X[:, 0]))
    ]
    expected = evaluate(Evidence(X, Y[:, None]), [MEASURES[symbol]])
    gaps = np.full((4, 1), np.nan)
    found = evaluate(
        Evidence(np.vstack([gaps, X, gaps]), np.vstack([gaps, Y[:, None], gaps])),
        [MEASURES[symbol]],
    )
    assert found[symbol] == pytest.approx(expected[symbol], rel=1e-12)
    assert "8 cells without a value are left out." in found.notes[symbol]


def test_loss_of_cells_without_a_value():
    """The mean is 2 and the variance 8/3, so that 0, 2 and 4 have squares of 3 together.

    1 instead of 0 and of 2 costs 2/(8/3); 4 was blanked and costs its distance from the mean,
    4/(8/3); what was missing before costs nothing, though it was filled. That is 2.25 of 3.
    """
    original = np.array([[0.0], [2.0], [4.0], [np.nan], [np.nan]])
    released = np.array([[1.0], [1.0], [np.nan], [17.0], [np.nan]])
    assert evaluate(Evidence(original, released), [MEASURES["IL"]])["IL"] == pytest.approx(75.0)
