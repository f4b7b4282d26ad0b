import numpy as np
import pytest

from covey.measuring.risk.attacks import (
    PILOT,
    attack_records,
    half_width,
    join_trials,
    mixed_records,
    summary_of,
)


def test_the_interval_by_hand():
    """Half of 400 succeed: 1.96 · √(¼ · 400/399) / √400."""
    chances = np.array([0.0, 1.0] * 200)
    assert half_width(chances) == pytest.approx(196 * 0.5 * np.sqrt(400 / 399) / 20)


def test_a_sample_without_success_claims_no_certainty():
    assert half_width(np.zeros(1000)) == pytest.approx(0.3)
    assert half_width(np.zeros(1)) == 100.0


def trial_of(*sizes):
    chances = np.array([0.0, 1.0] * 200)
    return join_trials([summary_of({"found": chances}, n) for n in sizes])


def test_a_sample_of_nearly_all_is_nearly_sure():
    wide = trial_of(1_000_000).note("found")
    assert wide == "Estimated from a sample of 400 of 1,000,000 records, 95 % interval ± 4.91."
    assert trial_of(404).note("found").endswith("± 0.49.")
    assert trial_of(400).note("found") == ""


def test_blocks_are_weighed_by_their_records():
    """Shares of 50 % and 25 % among 100 and 300 records; margins of 4 and 0, weighed by ¼ and ¾."""
    parts = [
        {"n_records": 100, "n_tried": 50, "shares": {"a": 50.0}, "margins": {"a": 4.0}},
        {"n_records": 300, "n_tried": 300, "shares": {"a": 25.0}, "margins": {"a": 0.0}},
    ]
    found = join_trials(parts)
    assert found.shares == {"a": 31.25}
    assert found.margins == {"a": 1.0}
    assert found.note("a") == (
        "Tried within each of 2 blocks, where a record has fewer rivals than in the whole table: "
        "if anything, the risk is overstated. Estimated from a sample of 350 of 400 records, 95 % "
        "interval ± 1.00."
    )


def test_the_mixed_order_follows_the_values(evidence_of):
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(50, 2)), rng.normal(size=(50, 2))
    rows = rng.permutation(50)
    mixed = mixed_records(evidence_of(X, Y))
    shuffled = mixed_records(evidence_of(X[rows], Y[rows]))
    assert sorted(mixed) == list(range(50))
    np.testing.assert_array_equal(X[mixed], X[rows][shuffled])
    assert (mixed != mixed_records(evidence_of(X, Y, seed=1))).any()


@pytest.mark.parametrize(("most_work", "n_tried"), [(1e9, 5000), (24_000, 2400), (1, PILOT)])
def test_the_budget_buys_records(most_work, n_tried, evidence_of):
    """Ten units of work each."""
    tried = []

    def attack(records, progress):
        tried.extend(records)
        progress(1.0)
        return np.zeros((len(records), 1)), 10 * len(records)

    X = np.arange(5000.0)[:, None]
    chances = attack_records(evidence_of(X, X), attack, most_work)
    assert len(chances) == n_tried
    assert len(set(tried)) == n_tried
