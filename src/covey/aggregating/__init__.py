"""Encoders: how variables of each kind become coordinates, and groups one value."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from covey.aggregating.numeric import NumericEncoder
from covey.core.encoding import Encoder, Encoding
from covey.core.profile import ColumnProfile, Profile
from covey.core.request import Rounding
from covey.core.settings import Scaling
from covey.core.table import Kind

ENCODERS: dict[Kind, Callable[[ColumnProfile, Scaling, Rounding], Encoder]] = {
    "integer": NumericEncoder.fit,
    "decimal": NumericEncoder.fit,
}
"""By the kind of a column."""


def fit(
    profile: Profile, names: Iterable[str], scaling: Scaling, rounding: Rounding = "none"
) -> Encoding:
    """Return the encoders of some variables, fitted to the whole table."""
    columns = [profile[name] for name in names]
    return Encoding(tuple(ENCODERS[column.kind](column, scaling, rounding) for column in columns))


__all__ = ["ENCODERS", "fit"]
