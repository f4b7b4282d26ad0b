import numpy as np
import pytest

from covey.measuring import Evidence
from covey.measuring.loss.g_il import G_IL


def test_by_hand():
    """M1 (1 + 1/3)/4, M2 0, M3 (1 + 0)/2, M4 (1 + 1 + 0)/3, M5 from 1 to none: 250/5."""
    X, Y = np.array([[1.0, 2.0], [3.0, 6.0]]), np.array([[2.0, 2.0], [2.0, 6.0]])
    found = G_IL.compute(Evidence(X, Y, names=("a", "b")))
    expected = {"M1": 100 / 3, "M2": 0.0, "M3": 50.0, "M4": 200 / 3, "M5": 100.0}
    assert found.details == pytest.approx(expected)
    assert found.value == pytest.approx(50.0)
    assert found.note == "M5: Constant after masking, its correlations count as 0: 'a'."
