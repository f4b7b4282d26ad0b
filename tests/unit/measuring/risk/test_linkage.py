import numpy as np
import pytest

from covey.core.measure import gather
from covey.measuring.risk.linkage import DBRL1, DBRL2, DLD, RECORD_LINKAGE, RLD


def test_dld_by_hand(evidence_of):
    """Means 1 and 21. In the first group, 0, 1, 2 stand at distances 1, 0, 1: record 1 is nearest
    for sure, the others share the second place. Likewise in the second: (1 + ½ + ½) · 2 / 6."""
    found = DLD.compute(
        evidence_of([[0], [1], [2], [20], [21], [22]], [[1], [1], [1], [21], [21], [21]])
    )
    assert found.value == pytest.approx(100 * 4 / 6)
    assert found.note == ""


def test_untouched_data_are_found(evidence_of):
    assert DLD.compute(evidence_of([[1], [5], [9]], [[1], [5], [9]])).value == 100.0


def test_dld_identical_records_hide_each_other(evidence_of):
    assert DLD.compute(evidence_of([[1]] * 10, [[1]] * 10)).value == pytest.approx(20.0)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("p", [1, 2, 5])
def test_dld_against_brute_force(seed, p, tied_table, linked, evidence_of):
    X, Y = tied_table(seed, p=p)
    nearer, tied = linked(X, Y, to_masked=False)
    expected = np.clip((2 - nearer) / tied, 0, 1).mean()
    assert DLD.compute(evidence_of(X, Y)).value == pytest.approx(100 * expected)


def test_dld_a_sample_says_so_and_covers_the_truth(evidence_of):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(6000, 2))
    order = np.argsort(X[:, 0])
    Y = np.empty_like(X)
    for start in range(0, 6000, 3):
        Y[order[start : start + 3]] = X[order[start : start + 3]].mean(axis=0)
    exact = DLD.compute(evidence_of(X, Y))
    assert exact.note == ""
    estimate = DLD.compute(evidence_of(X, Y, effort=1e-9))
    half_width = float(estimate.note.rsplit("± ", 1)[1].rstrip("."))
    assert estimate.note.startswith("Estimated from a sample of 1,000 of 6,000 records")
    assert 0.0 < half_width < 5.0
    assert abs(estimate.value - exact.value) <= 2 * half_width


def test_rld_by_hand(evidence_of):
    """Untouched, but the first variable is the same for all six: with it alone, six share two
    places; with both, everyone is found. (2/6 + 1)/2."""
    X = [[7, i] for i in range(6)]
    found = RLD.compute(evidence_of(X, X))
    assert found.value == pytest.approx(100 * (2 / 6 + 1) / 2)
    assert found.details == pytest.approx({"1": 100 / 3, "2": 100.0})


def test_the_first_variables_in_the_order_of_the_file(evidence_of):
    X = [[i, 7] for i in range(6)]
    assert RLD.compute(evidence_of(X, X)).value == pytest.approx(100.0)


def test_one_variable_is_plain_dld(evidence_of, tied_table):
    X, Y = tied_table(1, p=1)
    found = RLD.compute(evidence_of(X, Y))
    assert found.value == pytest.approx(DLD.compute(evidence_of(X, Y)).value)
    assert list(found.details) == ["1"]


@pytest.mark.parametrize("seed", range(4))
def test_rld_against_brute_force(seed, tied_table, linked, evidence_of):
    X, Y = tied_table(seed, p=4, n_values=5)
    expected = []
    for m in range(1, 5):
        nearer, tied = linked(X, Y, to_masked=False, columns=range(m))
        expected.append(100 * np.clip((2 - nearer) / tied, 0, 1).mean())
    found = RLD.compute(evidence_of(X, Y))
    assert list(found.details.values()) == pytest.approx(expected)
    assert found.value == pytest.approx(np.mean(expected))
    assert found.note == ""


def test_rld_a_sample_says_so_and_covers_the_truth(evidence_of, tied_table):
    X, Y = tied_table(0, n=6000, p=3, n_values=30)
    exact = RLD.compute(evidence_of(X, Y))
    estimate = RLD.compute(evidence_of(X, Y, effort=1e-9))
    half_width = float(estimate.note.rsplit("± ", 1)[1].rstrip("."))
    assert "1,000 of 6,000 records" in estimate.note
    assert abs(estimate.value - exact.value) <= 2 * half_width


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


def test_dbrl_identical_records_hide_each_other(evidence_of):
    assert both(evidence_of([[1, 2]] * 10, [[1, 2]] * 10)) == pytest.approx((10.0, 10.0))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("p", [1, 2, 5])
def test_dbrl_against_brute_force(seed, p, tied_table, linked, evidence_of):
    X, Y = tied_table(seed, p=p)
    Y[::7] += 0.5  # some without a twin
    nearer, tied = linked(X, Y, to_masked=True)
    first = np.where(nearer == 0, 1 / tied, 0.0).mean()
    second = np.where((nearer == 1) | ((nearer == 0) & (tied > 1)), 1 / tied, 0.0).mean()
    assert both(evidence_of(X, Y)) == pytest.approx((100 * first, 100 * second))


def test_both_come_from_one_search(evidence_of, tied_table):
    evidence = evidence_of(*tied_table(0))
    first, second = (gather(evidence, [measure]) for measure in (DBRL1, DBRL2))
    assert [*first] == [*second] == [RECORD_LINKAGE.name]
    assert first[RECORD_LINKAGE.name] is second[RECORD_LINKAGE.name]


def test_dbrl_a_sample_says_so_and_covers_the_truth(evidence_of, tied_table):
    X, Y = tied_table(0, n=6000, p=3, n_values=30)
    exact = DBRL1.compute(evidence_of(X, Y))
    assert exact.note == ""
    estimate = DBRL1.compute(evidence_of(X, Y, effort=1e-9))
    half_width = float(estimate.note.rsplit("± ", 1)[1].rstrip("."))
    assert "1,000 of 6,000 records" in estimate.note
    assert abs(estimate.value - exact.value) <= 2 * half_width
