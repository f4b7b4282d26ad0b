"""Encoders: how variables of each kind become coordinates, and groups one value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from covey.aggregating.categories import NominalEncoder, OrdinalEncoder
from covey.aggregating.gaps import Fates, GapEncoder, fates_of, stepped_in, with_indicators
from covey.aggregating.numeric import DateEncoder, NumericEncoder
from covey.aggregating.taxonomy import TaxonomyEncoder
from covey.core.encoding import Encoder, Encoding, Treatment
from covey.core.profile import ColumnProfile, Profile
from covey.core.settings import VariableKind


def _nominal(profile: ColumnProfile, treatment: Treatment) -> Encoder:
    """Return the encoder of categories, in a tree or not."""
    encoder = NominalEncoder if treatment.taxonomy is None else TaxonomyEncoder
    return encoder.fit(profile, treatment)


ENCODERS: dict[VariableKind, Callable[[ColumnProfile, Treatment], Encoder]] = {
    "numeric": NumericEncoder.fit,
    "date": DateEncoder.fit,
    "nominal": _nominal,
    "boolean": NominalEncoder.fit,
    "ordinal": OrdinalEncoder.fit,
}
"""By the kind of a variable."""


def fit(
    profile: Profile,
    names: Iterable[str],
    treatments: Mapping[str, Treatment],
    unit: tuple[str, ...] = (),
    with_gaps: Collection[str] = (),
) -> Encoding:
    """Return the encoders of some variables, fitted to the whole table.

    Gaps are filled if enough units have a value, and the column of units says who they are. Some
    variables may have gaps elsewhere that the table has not.
    """
    encoders = []
    for name in names:
        treatment = treatments[name]
        encoder = ENCODERS[treatment.kind](profile[name], treatment)
        has_gaps = profile[name].missing.count > 0 or name in with_gaps
        encoders.append(GapEncoder.around(encoder, treatment, unit) if has_gaps else encoder)
    return Encoding(tuple(encoders))


__all__ = ["ENCODERS", "Fates", "fates_of", "fit", "stepped_in", "with_indicators"]
