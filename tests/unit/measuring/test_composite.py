import numpy as np
import pytest

from covey.core.measure import Findings, Result, gather
from covey.measuring import Evidence
from covey.measuring.composite import G_DR, G_IL, SI
from covey.measuring.risk.intervals import ID_RECORD
from covey.measuring.risk.linkage import RLD


def test_g_il_by_hand():
    """M1 (1 + 1/3)/4, M2 0, M3 (1 + 0)/2, M4 (1 + 1 + 0)/3, M5 from 1 to none: 250/5."""
    X, Y = np.array([[1.0, 2.0], [3.0, 6.0]]), np.array([[2.0, 2.0], [2.0, 6.0]])
    found = G_IL.compute(Evidence(X, Y, names=("a", "b")))
    expected = {"M1": 100 / 3, "M2": 0.0, "M3": 50.0, "M4": 200 / 3, "M5": 100.0}
    assert found.details == pytest.approx(expected)
    assert found.value == pytest.approx(50.0)
    assert found.note == "M5: Constant after masking, its correlations count as 0: 'a'."


@pytest.fixture
def untouched():
    """Six records, of which the first variable tells nothing: RLD is (2/6 + 1)/2, ID is 1."""
    X = np.array([[7.0, i] for i in range(6)])
    return lambda **settings: Evidence(X, X, **settings)


def test_g_dr_by_hand(untouched):
    found = G_DR.compute(untouched())
    assert found.value == pytest.approx(100 * (2 / 3 + 1) / 2)
    assert found.details == pytest.approx({"RLD": 200 / 3, "ID_record": 100.0})


@pytest.mark.parametrize(("share", "expected"), [(0.5, 250 / 6), (0.0, 500 / 6), (1.0, 0.0)])
def test_si_weighs_loss_and_risk(untouched, share, expected):
    """Nothing is lost."""
    found = SI.compute(untouched(loss_share=share))
    assert found.value == pytest.approx(expected)
    assert found.details == pytest.approx({"G_IL": 0.0, "G_DR": 500 / 6})


def test_notes_of_parts_are_handed_on(untouched):
    found = Findings(
        [gather(untouched(loss_share=0.25), [SI])], untouched(loss_share=0.25).whole, [SI]
    )
    given = {G_IL: Result(40.0), RLD: Result(20.0, "A sample."), ID_RECORD: Result(4.0)}
    found.result = lambda measure: given.get(measure) or measure.conclude(found)
    result = SI.conclude(found)
    assert result.value == pytest.approx(0.25 * 40 + 0.75 * 12)
    assert result.note == "G_DR: RLD: A sample."


def test_progress_never_runs_backwards(untouched):
    seen = []
    SI.compute(untouched(progress=seen.append))
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1.0)
