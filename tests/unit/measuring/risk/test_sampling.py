import numpy as np
import pytest

from covey.measuring.risk.sampling import PILOT, Trial, attack_records, half_width, mixed_records


def test_the_interval_by_hand():
    """Half of 400 succeed: 1.96 · √(¼ · 400/399) / √400."""
    chances = np.array([0.0, 1.0] * 200)
    assert half_width(chances) == pytest.approx(196 * 0.5 * np.sqrt(400 / 399) / 20)


def test_a_sample_without_success_claims_no_certainty():
    assert half_width(np.zeros(1000)) == pytest.approx(0.3)
    assert half_width(np.zeros(1)) == 100.0


def test_a_sample_of_nearly_all_is_nearly_sure():
    chances = np.array([0.0, 1.0] * 200)
    wide = Trial(chances[:, None], 1_000_000).note(chances)
    narrow = Trial(chances[:, None], 404).note(chances)
    assert wide == "Estimated from a sample of 400 of 1,000,000 records, 95 % interval ± 4.91."
    assert narrow.endswith("± 0.49.")
    assert Trial(chances[:, None], 400).note(chances) == ""


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
    trial = attack_records(evidence_of(X, X), attack, most_work)
    assert len(trial.chances) == n_tried
    assert len(set(tried)) == n_tried
