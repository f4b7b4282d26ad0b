import numpy as np
import pytest

from covey.core.measure import gather
from covey.measuring.risk.dbrl import TRIAL
from covey.measuring.risk.dbrl1 import DBRL1
from covey.measuring.risk.dbrl2 import DBRL2


def both(evidence):
    return DBRL1.compute(evidence).value, DBRL2.compute(evidence).value


def test_twins_share_both_places(evidence_of):
    """Each original finds its own group, and one of three twins in it."""
    X, Y = [[0], [1], [2], [20], [21], [22]], [[1], [1], [1], [21], [21], [21]]
    assert both(evidence_of(X, Y)) == pytest.approx((100 / 3, 100 / 3))


def test_first_and_second_by_hand(evidence_of):
    """0, 4 and 10 became 3, 6 and 10. Nearest to 0 is 3, its own; nearest to 10 is 10. From 4, the
    first record's 3 is 1 away and its own 6 is 2 away: the second place."""
    assert both(evidence_of([[0], [4], [10]], [[3], [6], [10]])) == pytest.approx(
        (200 / 3, 100 / 3)
    )


def test_behind_a_pair_of_twins_there_is_no_second_place(evidence_of):
    """0, 4 and 7 became 3, 3 and 9. From 7, its own 9 is 2 away and nothing is nearer. From 4, the
    twins at 3. From 0, likewise: ½ each, first and second."""
    assert both(evidence_of([[0], [4], [7]], [[3], [3], [9]])) == pytest.approx((200 / 3, 100 / 3))


def test_two_nearer_ones_end_the_hunt(evidence_of):
    """From 5, the twins at 5 of the other two are nearer than its own 8."""
    X, Y = [[4], [6], [5]], [[5], [5], [8]]
    # 4 and 6 share the twins: ½ first, ½ second; 5 is third.
    assert both(evidence_of(X, Y)) == pytest.approx((100 / 3, 100 / 3))


def test_untouched_data_are_found_at_once(evidence_of):
    assert both(evidence_of([[1], [5], [9]], [[1], [5], [9]])) == (100.0, 0.0)


def test_identical_records_hide_each_other(evidence_of):
    assert both(evidence_of([[1, 2]] * 10, [[1, 2]] * 10)) == pytest.approx((10.0, 10.0))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("p", [1, 2, 5])
def test_against_brute_force(seed, p, tied_table, linked, evidence_of):
    X, Y = tied_table(seed, p=p)
    Y[::7] += 0.5  # some without a twin
    nearer, tied = linked(X, Y, to_masked=True)
    first = np.where(nearer == 0, 1 / tied, 0.0).mean()
    second = np.where((nearer == 1) | ((nearer == 0) & (tied > 1)), 1 / tied, 0.0).mean()
    assert both(evidence_of(X, Y)) == pytest.approx((100 * first, 100 * second))


def test_both_come_from_one_search(evidence_of, tied_table):
    evidence = evidence_of(*tied_table(0))
    first, second = (gather(evidence, [measure]) for measure in (DBRL1, DBRL2))
    assert [*first] == [*second] == [TRIAL.name]
    assert first[TRIAL.name] is second[TRIAL.name]


def test_a_sample_says_so_and_covers_the_truth(evidence_of, tied_table):
    X, Y = tied_table(0, n=6000, p=3, n_values=30)
    exact = DBRL1.compute(evidence_of(X, Y))
    assert exact.note == ""
    estimate = DBRL1.compute(evidence_of(X, Y, effort=1e-9))
    half_width = float(estimate.note.rsplit("± ", 1)[1].rstrip("."))
    assert "1,000 of 6,000 records" in estimate.note
    assert abs(estimate.value - exact.value) <= 2 * half_width
