import numpy as np
import polars as pl
import pytest

import covey
from covey.measuring import Evidence


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
