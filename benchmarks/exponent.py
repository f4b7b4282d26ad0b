"""How time grows: the exponent of a power law, fitted by least squares on logarithms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def fitted_exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """Return b of the power law ``seconds = a · size ** b`` that fits best on logarithms.

    Examples
    --------
    >>> round(fitted_exponent([10, 100, 1000], [2.0, 200.0, 20000.0]), 3)
    2.0
    """
    if len(sizes) != len(seconds) or len(set(sizes)) < 2:
        raise ValueError("An exponent needs a time for each of at least two different sizes.")
    slope, _ = np.polyfit(np.log(sizes), np.log(seconds), 1)
    return float(slope)


def n_log_n_exponent(sizes: Sequence[float]) -> float:
    """Return the exponent that n · log n itself has between these sizes: a little above one."""
    return fitted_exponent(sizes, [size * np.log(size) for size in sizes])
