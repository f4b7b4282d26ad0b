"""Correlations between the variables before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from covey.core.arrays import Matrix
from covey.core.masking import Masking
from covey.core.wording import NBSP, fixed
from covey.releasing.changes import Change
from covey.releasing.charts.heatmap import draw_heatmap, longest_name
from covey.releasing.correlations import Correlations, Pair, correlations_of

_MOST_DRAWN = 25
_MOST_BESIDE = 10
"""With more variables, the figures in two matrices side by side would be too small to print."""
_MOST_LOOKED_AT = 60
_MOST_LISTED = 30


@dataclass(frozen=True, slots=True)
class CorrelationSection:
    """What the section shows."""

    charts: tuple[tuple[str, str], ...]  # caption and picture; none where variables are too many
    key: tuple[str, ...]  # all names in full, by their numbers, if the charts shorten some
    pairs: tuple[tuple[str, str, str, str, str], ...]
    """Two variables, correlation before, after, and the change, the largest change first."""
    are_beside: bool  # the first two charts fit side by side
    n_looked_at: int  # of very many variables, those that lost most are looked at
    n_variables: int
    largest: str  # change and its pair, in words


def correlation_section(release: Masking, changes: Sequence[Change]) -> CorrelationSection | None:
    """Draw both matrices and their difference, or list the pairs that changed most."""
    varying = [i for i, change in enumerate(changes) if not change.is_constant]
    if len(varying) < 2:
        return None
    looked_at = sorted(sorted(varying, key=lambda i: -changes[i].loss)[:_MOST_LOOKED_AT])
    found = correlations_of(release, [changes[i].name for i in looked_at])
    pairs = found.pairs()
    is_drawn = len(looked_at) <= _MOST_DRAWN
    width = 440 if len(looked_at) <= _MOST_BESIDE else 880
    longest = max(map(len, found.names))
    return CorrelationSection(
        _charts(found, _largest(pairs), width) if is_drawn else (),
        found.names if is_drawn and longest > longest_name(width) else (),
        tuple(map(_row, pairs if is_drawn else pairs[:_MOST_LISTED])),
        len(looked_at) <= _MOST_BESIDE,
        len(looked_at),
        len(varying),
        _largest(pairs),
    )


def _charts(found: Correlations, largest: str, width: int) -> tuple[tuple[str, str], ...]:
    table = "The table below holds all figures."
    change = found.after - found.before
    kinds = (
        ("before", "Original", "Correlations in the original", found.before, 1.0),
        ("after", "Released", "Correlations in the release", found.after, 1.0),
        ("change", "Released minus original", "Change of the correlations", change, None),
    )
    return tuple(
        (
            caption,
            draw_heatmap(
                found.names,
                values,
                ident=f"correlations-{kind}",
                title=title,
                text=f"Triangle of {len(found.names)} by {len(found.names)} variables. "
                f"{largest if kind == 'change' else _strongest(found, values)} {table}",
                width=width,
                reach=reach,
            ),
        )
        for kind, caption, title, values, reach in kinds
    )


def _strongest(found: Correlations, values: Matrix) -> str:
    rows, columns = np.tril_indices(len(found.names), -1)
    strength = np.abs(values[rows, columns])
    if np.isnan(strength).all():
        return "None is defined."
    at = int(np.nanargmax(strength))
    i, j = int(columns[at]), int(rows[at])
    value = _number(float(values[i, j]))
    return f"The strongest is {value}, between {found.names[i]} and {found.names[j]}."


def _largest(pairs: Sequence[Pair]) -> str:
    first = pairs[0]
    if np.isnan(first.change):
        return "No correlation is defined both before and after."
    return (
        f"The largest change is {_number(first.change, sign=True)}, between {first.one} and "
        f"{first.other}, from {_number(first.before)} to {_number(first.after)}."
    )


def _row(pair: Pair) -> tuple[str, str, str, str, str]:
    return (
        pair.one,
        pair.other,
        _number(pair.before),
        _number(pair.after),
        _number(pair.change, sign=True),
    )


def _number(value: float, *, sign: bool = False) -> str:
    if np.isnan(value):
        return f"not{NBSP}defined"
    return ("+" if sign and value > 0 else "") + fixed(value, 3)
