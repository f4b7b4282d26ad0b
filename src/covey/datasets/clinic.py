"""A clinic that does not exist: the sample that comes with Covey, and its generator."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    from covey.core.arrays import Vector

SEED = 20250301
_MONTH_WEIGHTS = (11, 10, 10, 9, 8, 7, 5, 5, 8, 9, 9, 9)
"""More visits in winter, fewer in the summer holidays."""


def make_clinic(n_records: int = 1000, seed: int = SEED) -> pl.DataFrame:
    """Draw the visits of an invented clinic.

    Age drives blood pressure and income, height and body mass give weight, and age and body mass
    raise HbA1c. Distance and income are skewed to the right. No number comes from a real person.

    The packaged file has 1,000 records of the default seed, one visit each. ``patient_id`` is an
    identifier, ``hba1c`` confidential, ``visit_month`` text such as 2025-03, and the others are
    quasi-identifiers.
    """
    import polars as pl  # loaded on use, so that `import covey` stays quick

    # The bit generator is named: numpy may change its default, the packaged file must not follow.
    random = np.random.Generator(np.random.PCG64(seed))
    normal = random.standard_normal((7, n_records))
    age = np.floor(18 + 76 / (1 + np.exp(-0.2 - 1.1 * normal[0])))
    years = age - 50  # above the age for which the other constants are given
    is_man = random.random(n_records) < 0.48
    height = np.rint(165 + 13 * is_man + 6.4 * normal[1] - 0.07 * years)
    mass_index = 26 * np.exp(0.16 * normal[2] + 0.0025 * years)
    distance = np.maximum(0.2, 6.5 * np.exp(0.95 * normal[4]))
    numbers = random.random(n_records).argsort() + 1  # shuffled: no clue to the row
    return pl.DataFrame(
        {
            "patient_id": [f"P-{number:06d}" for number in numbers],
            "age": age.astype(np.int64),
            "height_cm": height.astype(np.int64),
            "weight_kg": (mass_index * (height / 100) ** 2).round(1),
            "systolic_bp": _blood_pressure(years, mass_index, normal[3]),
            "distance_km": distance.round(1),
            "yearly_income": _income(years, distance, normal[5]),
            "hba1c": _hba1c(years, mass_index, normal[6], random.random(n_records)),
            "visit_month": _months(random.random(n_records)),
        }
    )


def _blood_pressure(years: Vector, mass_index: Vector, noise: Vector) -> NDArray[np.int64]:
    pressure: Vector = np.rint(122 + 0.45 * years + 0.8 * (mass_index - 26) + 11 * noise)
    return np.clip(pressure, 80, 230).astype(np.int64)


def _income(years: Vector, distance: Vector, noise: Vector) -> NDArray[np.int64]:
    # Highest shortly after fifty, lower for the young and the retired, and far from town.
    mean = np.log(34_000) - 0.00045 * (years - 2) ** 2 - 0.05 * np.log(distance / 6.5)
    income: Vector = np.rint(np.exp(mean + 0.45 * noise))
    return income.astype(np.int64)


def _hba1c(years: Vector, mass_index: Vector, noise: Vector, chance: Vector) -> Vector:
    # Diabetes is likelier with age and body mass, and lifts the level by a skewed amount.
    has_diabetes = chance < 1 / (1 + np.exp(1.9 - 0.035 * years - 0.14 * (mass_index - 26)))
    level = 5.4 + 0.008 * years + 0.02 * (mass_index - 26) + 0.25 * noise
    level += has_diabetes * (0.9 + 0.8 * np.abs(noise))
    return np.clip(level, 4.0, 14.0).round(1)


def _months(chance: Vector) -> list[str]:
    limits = np.cumsum(_MONTH_WEIGHTS) / sum(_MONTH_WEIGHTS)
    months = np.searchsorted(limits, chance, side="right") + 1
    return [f"2025-{month:02d}" for month in months]
