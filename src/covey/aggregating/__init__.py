"""Encoders: how variables of each kind become coordinates, and groups one value."""

from __future__ import annotations

from collections.abc import Iterable

from covey.aggregating.numeric import NumericEncoder
from covey.core.encoding import Encoding
from covey.core.profile import Profile
from covey.core.request import Rounding
from covey.core.settings import Scaling
from covey.core.table import Kind

ENCODERS: dict[Kind, type[NumericEncoder]] = {"integer": NumericEncoder, "decimal": NumericEncoder}
"""By the kind of a column."""


def fit(
    profile: Profile, names: Iterable[str], scaling: Scaling, rounding: Rounding = "none"
) -> Encoding:
    """Return the encoders of some variables, fitted to the whole table."""
    columns = [profile[name] for name in names]
    return Encoding(
        tuple(ENCODERS[column.kind].fit(column, scaling, rounding) for column in columns)
    )


__all__ = ["ENCODERS", "fit"]
