"""Round numbers for axes."""

from __future__ import annotations

import math
import sys

from covey.core.wording import figure, fixed


def nice_step(least: float) -> tuple[int, int]:
    """Return the smallest m·10^e with m in 1, 2, 5 that is at least this, as (m, e).

    Steps end where floats lose digits: a range of next to nothing gets one that is too large.
    """
    least = max(least, sys.float_info.min)
    exponent = math.floor(math.log10(least))
    for mantissa in (1, 2, 5):
        # The tolerance keeps 0.1 + 0.2 from being taken for more than 0.3.
        if times(mantissa, exponent) >= least * (1 - 1e-9):
            return mantissa, exponent
    return 1, exponent + 1


def times(mantissa: int, exponent: int) -> float:
    """Return m·10^e as the float nearest to that decimal number."""
    # Read from its digits it is the nearest float at any size; a power of ten would overflow.
    return float(f"{mantissa}e{exponent}")


def number(value: float, digits: int) -> str:
    """Write a number with thousands separated and a true minus."""
    return fixed(value, max(0, digits)) if digits <= 12 else figure(value, 6)
