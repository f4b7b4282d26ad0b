"""The text of a category, the same for every type in which a table may hold it."""

from __future__ import annotations

from datetime import date
from numbers import Integral, Real
from typing import Any


def category_of(value: Any) -> str:
    """Return the text that stands for a value.

    A whole number is written without decimals: a column of integers with gaps may be one of floats.

    Examples
    --------
    >>> category_of(1.0), category_of(True), category_of("01"), category_of(2.5)
    ('1', 'true', '01', '2.5')
    """
    if isinstance(value, str):
        return value
    if str(value) in ("True", "False"):  # numpy's own truth values too
        return str(value).lower()
    if isinstance(value, Real) and not isinstance(value, Integral):
        number = float(value)
        return str(int(number)) if number.is_integer() else str(number)
    return value.isoformat() if isinstance(value, date) else str(value)
