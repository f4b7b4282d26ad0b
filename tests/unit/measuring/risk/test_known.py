from itertools import combinations

import numpy as np
import pytest

from covey.core.measure import Findings
from covey.measuring import Coordinates, Evidence
from covey.measuring.risk.known import KNOWN, TRIAL, attack
from covey.measuring.risk.linkage import DBRL1
from covey.measuring.risk.linking import chance_of_first


def test_by_hand(evidence_of):
    """Untouched, and the first variable is the same for all six: it alone finds one in six, the
    second finds everyone. (1/6 + 1)/2 with one variable, all with two."""
    X = [[7, i] for i in range(6)]
    found = KNOWN.compute(evidence_of(X, X))
    assert found.details == pytest.approx({"1": 100 * 7 / 12, "2": 100.0})
    assert found.value == pytest.approx(100.0)
    assert found.note == "The largest share, with 2 of 2 key variables known, exact there."


def test_more_knowledge_may_mislead(evidence_of):
    """The second variable came out reversed. The first alone finds all, the second none; both
    together find records 1 and 2 half the time (their own and another are as near)."""
    X = [[0, 0], [1, 1], [2, 2], [3, 3]]
    Y = [[0, 3], [1, 2], [2, 1], [3, 0]]
    found = KNOWN.compute(evidence_of(X, Y))
    assert found.details == pytest.approx({"1": 50.0, "2": 25.0})
    assert found.value == pytest.approx(50.0)
    assert "1 of 2" in found.note


def exact_by_number(X, Y, linked):
    shares = {}
    for m in range(1, X.shape[1] + 1):
        found = []
        for columns in combinations(range(X.shape[1]), m):
            nearer, tied = linked(X, Y, to_masked=True, columns=columns)
            found.append(np.where(nearer == 0, 1 / tied, 0.0).mean())
        shares[str(m)] = 100 * np.mean(found)
    return shares


@pytest.mark.parametrize("seed", range(4))
def test_against_brute_force(seed, tied_table, linked, evidence_of):
    X, Y = tied_table(seed, p=4, n_values=6)
    expected = exact_by_number(X, Y, linked)
    found = KNOWN.compute(evidence_of(X, Y))
    assert found.details == pytest.approx(expected)
    assert found.value == pytest.approx(max(expected.values()))


def found_by(draws, evidence):
    found = Findings([{TRIAL.name: attack(evidence, draws)}], evidence.whole, [KNOWN])
    return found.result(KNOWN)


def test_draws_cover_the_truth(tied_table, linked, evidence_of):
    X, Y = tied_table(2, n=300, p=4, n_values=8)
    expected = exact_by_number(X, Y, linked)
    found = found_by(1_000, evidence_of(X, Y))
    half_width = 100 * 1.96 * 0.5 / np.sqrt(1_000)
    for m, share in expected.items():
        assert found.details[m] == pytest.approx(share, abs=2 * half_width)
    assert found.details["1"] != pytest.approx(expected["1"])
    assert "95 % interval ±" in found.note or "exact there" in found.note


def test_the_seed_draws_others(tied_table, evidence_of):
    X, Y = tied_table(2, n=600, p=4, n_values=8)
    first = found_by(1_000, evidence_of(X, Y, seed=1))
    assert found_by(1_000, evidence_of(X, Y, seed=1)) == first
    assert found_by(1_000, evidence_of(X, Y, seed=2)) != first


def test_a_budget_of_work_limits_the_draws(tied_table, evidence_of):
    X, Y = tied_table(2, n=3_600, p=2, n_values=8)
    usual, least = (attack(evidence_of(X, Y, effort=effort), 3_000) for effort in (1.0, 1e-9))
    assert least["margins"]["1"] > 2 * usual["margins"]["1"] > 0.0


def test_all_variables_known_is_dbrl(tied_table, evidence_of):
    X, Y = tied_table(3)
    found = KNOWN.compute(evidence_of(X, Y)).details["3"]
    assert found == pytest.approx(DBRL1.compute(evidence_of(X, Y)).value)


def test_a_category_is_known_with_all_its_coordinates(tied_table, counted_by_force):
    """The truth is counted on the columns of each set of variables, numbers and coordinates."""
    X, Y = tied_table(4, p=2, n_values=5)
    rng = np.random.default_rng(4)
    before, after = rng.integers(0, 3, len(X)), np.repeat(rng.integers(0, 3, len(X) // 3), 3)
    points = (np.eye(3) - 1 / 3) / np.sqrt(2 / 3)
    category = Coordinates("job", points[before], points[after], before, after)
    evidence = Evidence(X, Y, categories=(category,))
    original, masked = evidence.standardized
    columns = [[0], [1], [2, 3, 4]]
    found = KNOWN.compute(evidence).details
    for m in (1, 2, 3):
        chances = []
        for chosen in combinations(columns, m):
            nearer, tied = counted_by_force(original, masked, masked, np.concatenate(chosen))
            chances.append(chance_of_first(nearer, tied))
        assert found[str(m)] == pytest.approx(100 * np.mean(chances))
    assert found["3"] == pytest.approx(DBRL1.compute(evidence).value)
