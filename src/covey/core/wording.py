"""Numbers as people read them: the one place that turns them into words.

Whole numbers have their thousands separated, ``{n:,}``, wherever they stand. Everything else is
written by a function of this module, so that no reader meets ``1e+01``, ``5.551e-15`` or
"1 groups".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

NBSP = "\N{NO-BREAK SPACE}"
UNDEFINED = "not defined"
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SMALLEST, _LARGEST = -7, 15
"""Powers of ten from which on and up to which a number is written out."""
_DUST = 1e-9
"""A score is a percentage or of like size: what is smaller is a rounding error."""


def figure(value: float, digits: int = 4) -> str:
    """Write a number with so many digits that matter; none before the point is left out."""
    if not math.isfinite(value):
        return UNDEFINED
    if value == 0:
        return "0"
    # Rounded first: 9.99999 has one digit more before the point afterwards.
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    power = int(exponent)
    if not _SMALLEST <= power < _LARGEST:
        mantissa = _stripped(mantissa)
        factor = "" if mantissa == "1" else f"{mantissa}·"
        return f"{factor}{power_of_ten(power)}".replace("-", "−")
    return _stripped(fixed(value, max(0, digits - 1 - power)))


def fixed(value: float, decimals: int) -> str:
    """Write a number with so many decimals, thousands separated, with a true minus."""
    if not math.isfinite(value):
        return UNDEFINED
    # Adding zero turns the negative zero into the other one.
    return f"{round(value, decimals) + 0.0:,.{decimals}f}".replace("-", "−")


def measured(value: float, *, digits: int | None = None) -> str:
    """Write the value of a measure: with four decimals, or with so many digits that matter."""
    if not math.isfinite(value):
        return UNDEFINED
    if abs(value) < _DUST:
        value = 0.0
    is_small, is_large = 0 < abs(value) < 0.00005, abs(value) >= 10.0**_LARGEST
    if digits is not None or is_large:
        return figure(value, digits or 4)
    return figure(value, 2) if is_small else fixed(value, 4)


def with_unit(text: str, unit: str) -> str:
    """Append a unit, if there is one, in a way that no line break parts them."""
    return f"{text}{NBSP}{unit}" if unit else text


def power_of_ten(exponent: int) -> str:
    """Write a power of ten with a raised exponent."""
    return f"10{str(exponent).translate(_SUPERSCRIPTS)}"


def counted(count: int, noun: str, nouns: str | None = None) -> str:
    """Write a number of things, which is one thing if there is one: 1 group, 2,000 groups."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"


def about(amount: float, noun: str) -> str:
    """Write an estimate of a number of things: whole from 10 on, with one digit below."""
    text = figure(amount, 1)
    return f"about {text} {noun}" + ("" if text == "1" else "s")


def named(names: Sequence[str], most: int = 5) -> str:
    """Write names in quotation marks, as `few` writes them."""
    return few([f"'{name}'" for name in names], most)


def few(items: Sequence[str], most: int = 5) -> str:
    """Write items with commas between; of many, the first and how many more there are."""
    shown = ", ".join(items[:most])
    return shown if len(items) <= most else f"{shown} and {len(items) - most:,} more"


def listed(items: Sequence[str], word: str = "and") -> str:
    """Write items with commas, and a word before the last.

    Examples
    --------
    >>> listed(["age", "sex", "income"])
    'age, sex and income'
    """
    *first, last = items
    return f"{', '.join(first)} {word} {last}" if first else last


def span(low: int, high: int) -> str:
    """Write a range of whole numbers, 3–5, or the one that it consists of."""
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"


def percent(value: float) -> str:
    """Write a percentage with the digits that matter, never rounded to a zero that it is not."""
    if not math.isfinite(value):
        return UNDEFINED
    if abs(value) < _DUST:
        digits = "0"
    elif value < 0.01:
        digits = "<" + NBSP + "0.01"
    else:
        digits = figure(value, 2) if value < 1 else fixed(value, 1 if value < 99.95 else 0)
    return f"{digits}{NBSP}%"


def whole_percent(value: float) -> str:
    """Write a percentage that must not be told more exactly."""
    return f"under{NBSP}1{NBSP}%" if 0 < value < 0.5 else f"{fixed(value, 0)}{NBSP}%"


def about_percent(value: float) -> str:
    """Write a percentage that is not told exactly, inside a sentence."""
    text = whole_percent(value)
    return text if text.startswith("under") else f"about{NBSP}{text}"


def signed_percent(value: float) -> str:
    """Write a change in percent with its sign."""
    sign = "" if abs(value) < _DUST else "−" if value < 0 else "+"
    return sign + percent(abs(value))


def settings(options: Mapping[str, Any]) -> str:
    """List options with their values; what was left to the method is said to be so."""
    return ", ".join(
        f"{name}{NBSP}={NBSP}{'automatic' if value is None else value}"
        for name, value in options.items()
    )


def _stripped(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def amount(n_bytes: int) -> str:
    """Return an amount of memory for people, rounded up."""
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("KB", 10**3)):
        if n_bytes >= size:
            return f"{figure(-(-100 * n_bytes // size) / 100, 6)}{unit}"
    return f"{n_bytes} bytes"
