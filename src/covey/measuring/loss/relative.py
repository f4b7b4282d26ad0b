"""The relative change that M1 to M4 are means of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.measuring.composite import PAPER
from covey.measuring.magnitudes import LARGEST

TABLE_I = f"{PAPER}, table I"


def relative_change(before: NDArray[Any], after: NDArray[Any]) -> NDArray[np.float64]:
    """Return |before − after| / |before|; 1 where only before is 0, and 0 where both are.

    Where before is 0 the rule divides by |after|, which makes it 1.

    Examples
    --------
    >>> relative_change(np.array([2.0, 0.0, 0.0]), np.array([3.0, 5.0, 0.0])).tolist()
    [0.5, 1.0, 0.0]
    """
    nothing = before == 0.0
    # The quotient comes first: the difference of two numbers near 1e308 may not exist.
    with np.errstate(over="ignore"):
        change = np.abs(1.0 - after / np.where(nothing, 1.0, before))
    return np.where(nothing, after != 0.0, np.minimum(change, LARGEST))
