"""Six records in classes of two and four, with weights that are worked out by hand."""

import numpy as np
import pytest

from covey.core.errors import InputError
from covey.measuring import Evidence, combine, summarize
from covey.measuring.risk.population import JOUR, MARK, PROS, REID

ORIGINAL = np.array([[1.0], [3.0], [10.0], [11.0], [12.0], [13.0]])
MASKED = np.array([[2.0], [2.0], [11.5], [11.5], [11.5], [11.5]])
WEIGHTS = np.array([10.0, 30.0, 2.0, 3.0, 5.0, 10.0])
"""The first class stands for 40 people, the second for 20."""


@pytest.fixture
def evidence():
    return Evidence(ORIGINAL, MASKED, weights=WEIGHTS)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        (PROS, 100 / 2),  # two records in the smallest class
        (JOUR, 100 / 20),  # twenty people behind the rarest, which is the larger class
        (MARK, 100 * (2 / 40 + 4 / 20) / 6),  # over records, not over classes
        (REID, 2 / 40 + 4 / 20),
    ],
)
def test_by_hand(evidence, measure, expected):
    found = measure.compute(evidence)
    assert found.value == pytest.approx(expected, rel=1e-12)
    assert found.note == ""


@pytest.mark.parametrize("measure", [PROS, JOUR, MARK, REID])
def test_blocks_add_up(evidence, measure):
    blocks = [
        Evidence(ORIGINAL[rows], MASKED[rows], weights=WEIGHTS[rows], within=evidence.whole)
        for rows in (slice(0, 2), slice(2, 6))
    ]
    found = combine([summarize(b, [measure]) for b in blocks], evidence.whole, [measure])
    assert found[measure.symbol] == pytest.approx(measure.compute(evidence).value, rel=1e-12)


def test_weights_of_one_each_give_the_risks_of_the_sample():
    evidence = Evidence(ORIGINAL, MASKED, weights=np.ones(6))
    assert JOUR.compute(evidence).value == PROS.compute(evidence).value == 50.0
    assert REID.compute(evidence).value == 2.0  # one for each class


def test_the_prosecutor_needs_no_weights():
    assert PROS.compute(Evidence(ORIGINAL, MASKED)).value == 50.0
    assert (PROS.needs, JOUR.needs, MARK.needs, REID.needs) == ("", "weight", "weight", "weight")


def test_weights_that_are_no_numbers_of_people_are_remarked_on():
    """Scaled to a mean of 1, the second class of four records has weights of 2 in all."""
    found = JOUR.compute(Evidence(ORIGINAL, MASKED, weights=WEIGHTS / 10))
    assert found.value == 50.0
    assert found.note.startswith("The weights of the classes of 4 records add up to less than")


def test_each_record_has_a_weight():
    with pytest.raises(InputError, match="There are 2 weights for 6 records"):
        Evidence(ORIGINAL, MASKED, weights=np.ones(2))
