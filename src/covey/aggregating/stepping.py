"""Groups' values that equal a declared code: a step aside, so that nobody takes them for one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray


def are_codes(
    values: NDArray[Any], codes: Collection[float], *, is_single: bool = False
) -> NDArray[np.bool_]:
    """Say which values of a column, of floats of 32 bits perhaps, would be read as a code.

    Examples
    --------
    >>> are_codes(np.array([99.0, 98.5]), [99.0]).tolist()
    [True, False]
    """
    stored = values.astype(np.float32) if is_single else values
    return np.isin(stored.astype(np.float64), list(codes))


def step_aside(
    values: NDArray[Any],
    codes: Collection[float],
    step: float,
    mean: float,
    *,
    rounded: Callable[[NDArray[Any]], NDArray[Any]],
    is_single: bool = False,
) -> NDArray[Any]:
    """Return values of which none is a code: such a one moves by the fewest steps that it takes.

    It goes towards the mean if that is as near. A step that the value is too large for is as many
    of its last digits as change it. Whole numbers without a sign stay such; of fractions
    that are rounded, a sum is rounded again.

    Examples
    --------
    >>> step_aside(np.array([99.0, 20.0]), [99.0, 98.0], 1.0, 50.0, rounded=np.round).tolist()
    [100.0, 20.0]
    """
    found = values.copy()
    for i in np.flatnonzero(are_codes(values, codes, is_single=is_single)):
        value, towards = values[i].item(), 1 if values[i] < mean else -1
        last = 4 * np.spacing(np.float32(value) if is_single else np.float64(value))
        width: Any = int(step) if isinstance(value, int) else max(step, abs(float(last)))
        for n in count(1):
            pair = [value + sign * n * width for sign in (towards, -towards)]
            kept = [one for one in pair if one >= 0 or values.dtype.kind != "u"]
            tried = np.array(kept, dtype=values.dtype)
            tried = rounded(tried) if tried.dtype.kind == "f" else tried
            is_free = ~are_codes(tried, codes, is_single=is_single)
            if is_free.any():
                found[i] = tried[np.argmax(is_free)]
                break
    return found
