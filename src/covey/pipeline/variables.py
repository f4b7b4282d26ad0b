"""Key variables before and after, each by its kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from covey.aggregating import fit
from covey.core.encoding import Encoding, Treatment
from covey.core.profile import Profile
from covey.core.settings import ColumnRequest
from covey.core.table import Table
from covey.measuring import Coordinates, check_numbers
from covey.planning import CATEGORICAL, treatments_of


def coordinates_of(encoding: Encoding, table: Table, masked: Table) -> tuple[Coordinates, ...]:
    """Return the key variables that are no numbers, before and after."""
    return tuple(
        Coordinates(
            encoder.name,
            encoder.standard(table),
            encoder.standard(masked),
            encoder.codes(table),
            encoder.codes(masked),
        )
        for encoder in encoding.categorizers
    )


def treatments_in(
    original: Table, masked: Table, keys: Sequence[str], columns: Mapping[str, ColumnRequest]
) -> dict[str, Treatment]:
    """Return of what kind key variables of two tables are; refuse what cannot be compared."""
    treatments = treatments_of(original, keys, columns, "zscore", "none")
    numbers = [name for name in keys if treatments[name].kind not in CATEGORICAL]
    check_numbers(original, numbers, "original")
    check_numbers(masked, numbers, "masked")
    return treatments


def fitted_to(original: Table, masked: Table, treatments: Mapping[str, Treatment]) -> Encoding:
    """Return the encoding of key variables in the scale of the original.

    It knows what only the masked table has, too: categories, which have no share, and gaps.
    """
    categorical = [name for name, one in treatments.items() if one.kind in CATEGORICAL]
    profile = Profile.of(original, treatments, categorical=categorical)
    for name in categorical:
        if treatments[name].taxonomy is None:  # which has a place for every node
            for category in sorted(set(masked.categories(name).drop_nulls().to_list())):
                profile[name].categories.setdefault(category, 0)
    gappy = [name for name in treatments if masked.missing(name).any()]
    return fit(profile, treatments, treatments, with_gaps=gappy)
