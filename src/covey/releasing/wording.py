"""Figures as people read them."""

from __future__ import annotations

NBSP = "\N{NO-BREAK SPACE}"


def percent(value: float) -> str:
    """Write a percentage with the digits that matter, never rounded to a zero that it is not.

    Examples
    --------
    >>> [percent(value).replace(NBSP, " ") for value in (0.0, 0.001, 0.123, 5.6922, 99.97)]
    ['0 %', '< 0.01 %', '0.12 %', '5.7 %', '100 %']
    """
    if value == 0:
        digits = "0"
    elif value < 0.01:
        digits = "<" + NBSP + "0.01"
    else:
        digits = f"{value:.2g}" if value < 1 else f"{value:.1f}" if value < 99.95 else "100"
    return f"{digits}{NBSP}%"


def whole_percent(value: float) -> str:
    """Write a percentage that must not be told more exactly.

    Examples
    --------
    >>> [whole_percent(value).replace(NBSP, " ") for value in (0.0, 0.4, 5.6922)]
    ['0 %', 'under 1 %', '6 %']
    """
    return f"under{NBSP}1{NBSP}%" if 0 < value < 0.5 else f"{value:.0f}{NBSP}%"


def signed_percent(value: float) -> str:
    """Write a change in percent with its sign."""
    return ("−" if value < 0 else "+" if value > 0 else "") + percent(abs(value))
