"""Companies over months, as a monthly survey of businesses finds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector
from covey.core.progress import Progress, quiet
from covey.datasets.streams import Stream, check_count, check_draw, drawn

if TYPE_CHECKING:
    import polars as pl

STATES = {
    "Eastvale": 0.25,
    "Highmoor": 0.04,
    "Lakeside": 0.14,
    "Northmark": 0.30,
    "Southfold": 0.18,
    "Westmere": 0.09,
}
"""Shares of the companies."""


class Sector(NamedTuple):
    """A branch of the economy."""

    share: float  # of the companies
    productivity: float  # revenue for each employee and month, in thousands
    season: float  # how much more is sold in the best month than on average
    best_month: int


SECTORS = {
    "C10": Sector(0.15, 22.0, 0.05, 11),
    "F41": Sector(0.20, 14.0, 0.30, 7),
    "G47": Sector(0.30, 18.0, 0.25, 12),
    "H49": Sector(0.15, 11.0, 0.05, 10),
    "J62": Sector(0.12, 13.0, 0.05, 3),
    "M69": Sector(0.08, 9.0, 0.05, 3),
}
"""Codes of the classification of economic activities: food, building, retail, and so on."""

SMALLEST, TAIL, LARGEST = 5, 1.1, 2_000
"""Employees follow a Pareto law with this tail from the smallest number on, up to the largest."""

DOMINANT_SHARE = 0.30
"""Of the revenue of each month, what one company makes."""

_DOMINANT_SIZE = 9_000
UNKNOWN = {"revenue": 0.03, "wages": 0.02, "sales": 0.05}
"""Shares of values that were not reported."""

_FIRST_YEAR = 2024
_NAMED = ("company", "name", "state", "sector")


def make_business(
    n_companies: int = 200, n_months: int = 12, seed: int = 0, *, progress: Progress = quiet
) -> pl.DataFrame:
    """Draw the monthly returns of companies that do not exist.

    It has what such statistics have: a record for each company and month, values that range over
    several powers of ten, seasons, gaps, and one company that is larger than all others.

    Parameters
    ----------
    n_companies : int
        Number of companies, 2 or more.
    n_months : int
        Number of months, from January 2024 on.
    seed : int
        The same seed gives the same table.
    progress : callable, optional
        Is told the share of the work that is done.

    Returns
    -------
    polars.DataFrame
        A row for each company and month: the months of a company one after the other.

    Notes
    -----
    The columns, in their order:

    ``company``, ``name``
        A number from 1001 on, and a text.
    ``state``
        Northmark (30 % of the companies), Eastvale (25 %), Southfold (18 %), Lakeside (14 %),
        Westmere (9 %), Highmoor (4 %).
    ``sector``
        G47 (30 %), F41 (20 %), C10 and H49 (15 % each), J62 (12 %), M69 (8 %).
    ``month``
        Text such as 2024-01.
    ``employees``
        A company's number follows a Pareto law with exponent 1.1 from 5 on, cut at 2,000; in
        each month it deviates by 2 %.
    ``revenue``
        In thousands: employees times 22 (C10), 14 (F41), 18 (G47), 11 (H49), 13 (J62) or 9 (M69),
        times a lognormal factor of the company with a deviation of 0.5 of the logarithm, times
        one of the month with a deviation of 0.1, times the season: a cosine over the year that
        adds 30 % in July for F41, 25 % in December for G47 and 5 % for the others.
    ``wages``
        In thousands: 3.2 times the employees, times a lognormal factor of the company with a
        deviation of 0.2 and one of the month with a deviation of 0.03.
    ``sales``
        Units: revenue divided by the company's price, which is lognormal with median 0.5 and a
        deviation of 0.6.

    One company, which stands at a random place, has 9,000 employees and makes 30 % of all revenue
    in every month. 3 % of the revenues, 2 % of the wages and 5 % of the sales are missing.

    Examples
    --------
    >>> make_business(3, 2)[2:4, ["state", "month", "employees", "revenue"]].rows()
    [('Lakeside', '2024-01', 9037, 215.6), ('Lakeside', '2024-02', 9041, 155.2)]
    """
    n_companies = check_count("n_companies", n_companies, least=2)
    n_months = check_count("n_months", n_months, most=1_200)
    n_records, seed = check_draw(n_companies * n_months, seed)
    import polars as pl  # loaded on use, so that `import covey` stays quick

    named = _companies(n_companies, seed)
    progress(0.3)
    figures = _figures(named, n_months, seed)
    chances = {name: Stream(seed, 20 + i).uniforms(n_records) for i, name in enumerate(UNKNOWN)}
    progress(0.8)
    frame = pl.DataFrame(
        {
            **{name: np.repeat(named[name], n_months) for name in _NAMED},
            "month": [_month(month) for month in range(n_months)] * n_companies,
            **{name: values.ravel() for name, values in figures.items()},
        }
    )
    for name, share in UNKNOWN.items():
        is_told = pl.Series(chances[name] >= share)
        frame = frame.with_columns(pl.when(is_told).then(pl.col(name)).alias(name))
    progress(1.0)
    return frame


def _companies(count: int, seed: int) -> dict[str, NDArray[Any]]:
    """Return what belongs to companies: number, name, state, sector, size, place of the largest."""
    chance = [Stream(seed, number).uniforms(count) for number in range(3)]
    sector = drawn([each.share for each in SECTORS.values()], chance[1])
    # 1 − u, so that nothing is divided by 0.
    size = np.minimum(SMALLEST * (1.0 - chance[2]) ** (-1.0 / TAIL), LARGEST)
    dominant = int(count * Stream(seed, 3).uniforms(1)[0])
    size[dominant] = _DOMINANT_SIZE
    number = 1001 + np.arange(count)
    return {
        "company": number,
        "name": np.array([f"Company {each}" for each in number]),
        "state": np.array(list(STATES))[drawn(list(STATES.values()), chance[0])],
        "sector": np.array(list(SECTORS))[sector],
        "size": size,
        "dominant": np.array([dominant]),
    }


def _figures(named: dict[str, NDArray[Any]], n_months: int, seed: int) -> dict[str, Matrix]:
    """Return employees, revenue, wages and sales: a row for each company, a column for a month."""
    count = len(named["size"])
    own = {name: Stream(seed, 4 + i).normals(count) for i, name in enumerate("rwp")}
    monthly = {
        name: Stream(seed, 7 + i).normals(count * n_months).reshape(count, n_months)
        for i, name in enumerate("erw")
    }
    employees = np.maximum(1, np.rint(named["size"][:, None] * (1 + 0.02 * monthly["e"])))
    productivity = np.array([SECTORS[code].productivity for code in named["sector"]])
    level = productivity * np.exp(0.5 * own["r"])
    season = np.array([_season(SECTORS[code], n_months) for code in named["sector"]])
    revenue = employees * level[:, None] * np.exp(0.1 * monthly["r"]) * season
    _dominate(revenue, int(named["dominant"][0]))
    wages = employees * 3.2 * np.exp(0.2 * own["w"][:, None] + 0.03 * monthly["w"])
    price = 0.5 * np.exp(0.6 * own["p"])
    return {
        "employees": employees.astype(np.int64),
        "revenue": revenue.round(1),
        "wages": wages.round(1),
        "sales": np.rint(revenue / price[:, None]).astype(np.int64),
    }


def _dominate(revenue: Matrix, dominant: int) -> None:
    others = revenue.sum(axis=0) - revenue[dominant]
    revenue[dominant] = others * DOMINANT_SHARE / (1 - DOMINANT_SHARE)


def _season(sector: Sector, n_months: int) -> Vector:
    months = 1 + np.arange(n_months)
    return 1 + sector.season * np.cos(2 * np.pi * (months - sector.best_month) / 12)


def _month(number: int) -> str:
    return f"{_FIRST_YEAR + number // 12}-{number % 12 + 1:02d}"
