"""Tables to try Covey on."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from covey.core.registry import unknown

if TYPE_CHECKING:
    import polars as pl

__all__ = ["load"]

_PACKAGED = ("clinic",)


def load(name: str) -> pl.DataFrame:
    """Return a data set by its name.

    Parameters
    ----------
    name : {"clinic"}
        ``clinic``: 1,000 invented patients, see `covey.datasets.clinic.make_clinic`.

    Returns
    -------
    polars.DataFrame
        A new frame at each call.

    Examples
    --------
    >>> load("clinic").shape
    (1000, 9)
    """
    if name not in _PACKAGED:
        raise unknown("data set", name, _PACKAGED)
    import polars as pl  # loaded on use, so that `import covey` stays quick

    with as_file(files("covey.datasets") / f"{name}.csv") as path:
        return pl.read_csv(path)
