"""Encoders: how variables of each kind become coordinates, and groups one value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from covey.aggregating.categories import NominalEncoder, OrdinalEncoder
from covey.aggregating.numeric import DateEncoder, NumericEncoder
from covey.core.encoding import Encoder, Encoding, Treatment
from covey.core.profile import ColumnProfile, Profile
from covey.core.settings import VariableKind

ENCODERS: dict[VariableKind, Callable[[ColumnProfile, Treatment], Encoder]] = {
    "numeric": NumericEncoder.fit,
    "date": DateEncoder.fit,
    "nominal": NominalEncoder.fit,
    "boolean": NominalEncoder.fit,
    "ordinal": OrdinalEncoder.fit,
}
"""By the kind of a variable."""


def fit(profile: Profile, names: Iterable[str], treatments: Mapping[str, Treatment]) -> Encoding:
    """Return the encoders of some variables, fitted to the whole table."""
    return Encoding(
        tuple(ENCODERS[treatments[name].kind](profile[name], treatments[name]) for name in names)
    )


__all__ = ["ENCODERS", "fit"]
