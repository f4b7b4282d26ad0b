"""Persons in households, as a survey of incomes and living conditions finds them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.core.progress import Progress, quiet
from covey.datasets.streams import Categories, Stream, check_count, check_draw, drawn

if TYPE_CHECKING:
    import polars as pl

SIZES = (0.34, 0.33, 0.14, 0.12, 0.05, 0.02)
"""Shares of households of one person, of two, and so on up to six."""

REGIONS = {"capital": 0.28, "islands": 0.09, "north": 0.22, "south": 0.24, "west": 0.17}
"""Shares of the households of the sample."""

WEIGHTS = {"capital": 120.0, "islands": 30.0, "north": 100.0, "south": 100.0, "west": 80.0}
"""Households of the population for each that was drawn: small regions are drawn more densely."""

SINGLE_WEIGHT = 1.25
"""Who lives alone answers less often, and stands for so many times more."""

EDUCATION = ("none", "primary", "secondary", "tertiary")
_EDUCATION = {
    15: (0.03, 0.37, 0.55, 0.05),
    25: (0.03, 0.17, 0.47, 0.33),
    65: (0.12, 0.33, 0.40, 0.15),
}
"""Shares from an age on; children have no education that could be asked for."""

ACTIVITIES = ("child", "student", "employed", "unemployed", "home", "retired")
_ACTIVITIES = {
    0: (1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    15: (0.0, 0.60, 0.30, 0.10, 0.0, 0.0),
    25: (0.0, 0.04, 0.74, 0.07, 0.15, 0.0),
    65: (0.0, 0.0, 0.05, 0.0, 0.05, 0.90),
}
ILLNESSES = ("none", "asthma", "depression", "diabetes", "heart disease")
_ILLNESSES = {
    0: (0.90, 0.09, 0.01, 0.0, 0.0),
    15: (0.80, 0.06, 0.08, 0.03, 0.03),
    65: (0.55, 0.06, 0.08, 0.16, 0.15),
}
MEDIAN_INCOMES = (0.0, 5_000.0, 30_000.0, 9_000.0, 7_000.0, 17_000.0)
"""By activity, for secondary education."""

_EDUCATION_FACTORS = (0.70, 0.85, 1.00, 1.45)
_INCOME_SPREAD = 0.55
REFUSED = -9
"""The code of an income that somebody refused to tell."""

FEMALE_SHARE, REFUSED_SHARE = 0.51, 0.06
UNKNOWN_INCOME, UNKNOWN_EDUCATION = 0.04, 0.02
_CHANCES = ("first", "child", "sex", "education", "activity", "illness", "income", "known")
_FIRST_DAY, _DAYS = datetime.date(2024, 3, 1), 120


def make_survey(
    n_households: int = 1_000, seed: int = 0, *, progress: Progress = quiet
) -> pl.DataFrame:
    """Draw the persons of a household survey that was never held.

    It has what such surveys have: several records for each respondent, regions that are drawn
    more or less densely, categories, gaps, a code for a refusal, and values that belong to the
    household and not to the person.

    Parameters
    ----------
    n_households : int
        Number of households, of 1 to 6 persons and 2.27 on average.
    seed : int
        The same seed gives the same table; more households extend the smaller table.
    progress : callable, optional
        Is told the share of the work that is done.

    Returns
    -------
    polars.DataFrame
        A row for each person, with the persons of a household one after the other.

    Notes
    -----
    The columns, in their order:

    ``person``, ``household``
        Text: H-000001-1 is the first person of household H-000001.
    ``region``
        capital (28 % of the households), islands (9 %), north (22 %), south (24 %), west (17 %).
    ``weight``
        120, 30, 100, 100 and 80 in these regions, and 1.25 times as much for persons who live
        alone; the same for all persons of a household.
    ``interview``
        A date from 1 March to 28 June 2024, all equally likely, one for each household.
    ``age``
        In households of one or two, the first person is 20 to 89 years old; in larger ones,
        28 to 57. The second is as old as the first, with a normal deviation of 4 years. Others
        are children, 20 to 38 years younger than the first person, and not younger than 0.
    ``sex``
        female (51 %) or male.
    ``education``
        none, primary, secondary and tertiary, with 3, 37, 55 and 5 % from the age of 15 on, 3, 17,
        47 and 33 % from 25, and 12, 33, 40 and 15 % from 65. Missing for 2 % of these persons and
        for all who are younger.
    ``activity``
        child below 15; student (60 %), employed (30 %) or unemployed (10 %) below 25; employed
        (74 %), home (15 %), unemployed (7 %) or student (4 %) below 65; then retired (90 %),
        employed or home (5 % each).
    ``income``
        A year's. Lognormal with a deviation of 0.55 of the logarithm; the medians are 30,000 for
        employed, 17,000 for retired, 9,000 for unemployed, 7,000 for home and 5,000 for
        students, times 0.70, 0.85, 1 or 1.45 by education. −9 where it was refused (6 % of
        those from 15), missing where it is not known (4 %) and for children.
    ``household_income``
        The sum of its members' incomes, refused and unknown ones included, rounded to 100.
    ``illness``
        none, asthma, depression, diabetes or heart disease, with 90, 9, 1, 0 and 0 % below 15,
        80, 6, 8, 3 and 3 % below 65, and 55, 6, 8, 16 and 15 % after that.

    Examples
    --------
    >>> make_survey(1)[:4, ["age", "activity", "income"]].rows()
    [(38, 'employed', 8840), (32, 'student', 1910), (15, 'employed', 16380), (8, 'child', None)]
    """
    n_households = check_count("n_households", n_households)
    _, seed = check_draw(n_households, seed)
    import polars as pl  # loaded on use, so that `import covey` stays quick

    households = _households(n_households, seed)
    progress(0.3)
    columns = _persons(households, seed)
    progress(1.0)
    return pl.DataFrame(columns)


def _households(count: int, seed: int) -> dict[str, NDArray[Any]]:
    """Return what belongs to households: size, number, region, weight, date of the interview."""
    size = 1 + drawn(SIZES, Stream(seed, 0).uniforms(count))
    region = drawn(tuple(REGIONS.values()), Stream(seed, 1).uniforms(count))
    weight = np.array(list(WEIGHTS.values()))[region] * np.where(size == 1, SINGLE_WEIGHT, 1.0)
    day = (_DAYS * Stream(seed, 2).uniforms(count)).astype(np.int64)
    return {
        "size": size,
        "household": np.array([f"H-{1 + number:06d}" for number in range(count)]),
        "region": np.array(list(REGIONS))[region],
        "weight": weight,
        "interview": np.datetime64(_FIRST_DAY) + day,
    }


def _persons(households: dict[str, NDArray[Any]], seed: int) -> dict[str, Any]:
    """Return the columns of the table, which has a row for each person."""
    size = households["size"]
    of = np.repeat(np.arange(len(size)), size)
    place = np.arange(len(of)) - np.repeat(np.cumsum(size) - size, size)
    chance = {name: Stream(seed, 3 + i).uniforms(len(of)) for i, name in enumerate(_CHANCES)}
    age = _ages(size[of], place, of, chance, Stream(seed, 11).normals(len(of)))
    is_child = age < 15
    education = _by_age(_EDUCATION, age, chance["education"])
    activity = _by_age(_ACTIVITIES, age, chance["activity"])
    income = _incomes(activity, education, Stream(seed, 12).normals(len(of)))
    total = np.rint(np.bincount(of, income) / 100).astype(np.int64) * 100
    told = np.where(chance["income"] < REFUSED_SHARE, REFUSED, income)
    shared = {name: values[of] for name, values in households.items() if name != "size"}
    numbers = zip(shared["household"], place, strict=True)
    return {
        "person": [f"{household}-{1 + number}" for household, number in numbers],
        **shared,
        "age": age,
        "sex": np.where(chance["sex"] < FEMALE_SHARE, "female", "male"),
        "education": _with_gaps(
            np.array(EDUCATION)[education], is_child | (chance["known"] > 1 - UNKNOWN_EDUCATION)
        ),
        "activity": np.array(ACTIVITIES)[activity],
        "income": _with_gaps(told, is_child | (chance["income"] > 1 - UNKNOWN_INCOME)),
        "household_income": total[of],
        "illness": np.array(ILLNESSES)[_by_age(_ILLNESSES, age, chance["illness"])],
    }


def _incomes(activity: Categories, education: Categories, deviation: Vector) -> NDArray[np.int64]:
    median = np.array(MEDIAN_INCOMES)[activity] * np.array(_EDUCATION_FACTORS)[education]
    tens: Vector = np.rint(median * np.exp(_INCOME_SPREAD * deviation) / 10)
    return 10 * tens.astype(np.int64)


def _ages(
    size: Categories,
    place: Categories,
    of: Categories,
    chance: dict[str, Vector],
    deviation: Vector,
) -> NDArray[np.int64]:
    """Return the age of each person: the first of a household, a partner, or a child of theirs."""
    is_first = place == 0
    first = np.where(size <= 2, 20 + 70 * chance["first"], 28 + 30 * chance["first"])
    first = first[is_first][of]
    partner = np.clip(first + 4 * deviation, 18, 95)
    child = np.maximum(0, first - 20 - 18 * chance["child"])
    age = np.where(is_first, first, np.where(place == 1, partner, child))
    whole: NDArray[np.int64] = np.floor(age).astype(np.int64)
    return whole


def _by_age(
    shares: Mapping[int, Sequence[float]], age: NDArray[np.int64], chance: Vector
) -> Categories:
    """Draw a category with the shares that hold from an age on; before the first age, the first."""
    codes = np.zeros(len(age), dtype=np.intp)
    for least, given in shares.items():
        is_old_enough = age >= least
        codes[is_old_enough] = drawn(given, chance[is_old_enough])
    return codes


def _with_gaps(values: NDArray[Any], is_gap: NDArray[np.bool_]) -> pl.Series:
    import polars as pl

    return pl.Series(values).set(pl.Series(is_gap), None)
