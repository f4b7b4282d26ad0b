"""Loading a data set: from the package, the user's folder, the cache, or its public source."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from covey.core.errors import InputError
from covey.core.files import cache_folder, keep
from covey.datasets.catalogue import DATASETS, Dataset, PublicFile
from covey.datasets.fetching import Fetch, fetch_public

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, slots=True)
class Place:
    """Where a data set is on this machine; damaged: a file is there, with something else in it."""

    state: Literal["bundled", "found", "damaged", "absent"]
    path: Path | None = None  # of the file, if there is one outside the package
    remedy: str = ""  # what to do about it; empty if the data set can be loaded


def load(name: str, *, fetch: Fetch | None = None) -> pl.DataFrame:
    """Return a data set by its name, with all its columns.

    ``clinic`` comes with Covey. The reference sets of the literature are not Covey's to hand on:
    they are read from ``$COVEY_DATA/NAME.csv``, then from Covey's cache, and otherwise fetched from
    the R package sdcMicro, which publishes them, and kept in the cache. A file from anywhere must
    hold exactly the published values, which a checksum shows.

    Parameters
    ----------
    name : {"clinic", "tarragona", "census", "eia"}
        ``clinic``: 1,000 invented patients, see `covey.datasets.clinic.make_clinic`.
        ``tarragona``: 834 companies, 13 variables. ``census``: 1,080 persons, 13 variables.
        ``eia``: 4,092 records of electric utilities, 15 columns, of which `benchmark_columns`
        names the eleven that the literature uses.
    fetch : callable, optional
        Takes the `Dataset` and returns its frame, in place of the download.

    Returns
    -------
    polars.DataFrame
        A new frame at each call.

    Raises
    ------
    RequestError
        If there is no data set of that name.
    InputError
        If a file is there but does not hold the data set, or if it can be had from nowhere; the
        message then says where to get it and where to put it.

    Examples
    --------
    >>> load("clinic").shape
    (1000, 9)
    """
    dataset = DATASETS[name]
    if dataset.public is None:
        import polars as pl  # loaded on use, so that `import covey` stays quick

        return pl.read_csv(_bundled(dataset))
    path = _find(dataset)
    if path is not None:
        return _read(dataset, path)
    try:
        frame = _checked(dataset, (fetch or fetch_public)(dataset), "what was fetched")
    except InputError as error:
        raise InputError(
            f"{_absent(dataset)} {error} {_how_to_get(dataset, dataset.public)}"
        ) from None
    keep(_cache() / dataset.file_name, frame.write_csv().encode())
    return frame


def file_of(name: str, *, fetch: Fetch | None = None) -> Path:
    """Return a file with a data set, fetched first if it is not on this machine; see `load`."""
    dataset = DATASETS[name]
    if dataset.public is None:
        return _bundled(dataset)
    load(name, fetch=fetch)  # which checks that the file holds the data set
    path = _find(dataset)
    if path is None:
        raise InputError(f"'{_cache()}' cannot be written, so that there is no file of '{name}'.")
    return path


def locate(name: str) -> Place:
    """Say where a data set is on this machine, without fetching anything."""
    dataset = DATASETS[name]
    if dataset.public is None:
        return Place("bundled")
    path = _find(dataset)
    if path is None:
        return Place("absent", None, _how_to_get(dataset, dataset.public))
    try:
        _read(dataset, path)
    except InputError as error:
        return Place("damaged", path, str(error))
    return Place("found", path)


def _how_to_get(dataset: Dataset, public: PublicFile) -> str:
    frame = public.name.removesuffix(".rda")
    return (
        f'Get it from {public.url}, or in R with data({frame}, package = "sdcMicro"); '
        f'write.csv({frame}, "{dataset.file_name}", row.names = FALSE). Put it as '
        f"'{dataset.file_name}', {dataset.n_records:,} records by {dataset.n_columns} columns with "
        f"a header, into the folder that COVEY_DATA names or into '{_cache()}'."
    )


def _absent(dataset: Dataset) -> str:
    named = os.environ.get("COVEY_DATA")
    looked = f"neither in COVEY_DATA ('{named}')" if named else "neither in COVEY_DATA (not set)"
    return f"The data set '{dataset.name}' is {looked} nor in '{_cache()}', and fetching it failed."


def _bundled(dataset: Dataset) -> Path:
    return Path(str(files("covey.datasets") / dataset.file_name))


def _cache() -> Path:
    return cache_folder() / "datasets"


def _find(dataset: Dataset) -> Path | None:
    named = os.environ.get("COVEY_DATA")
    folders = ([Path(named)] if named else []) + [_cache()]
    paths = (folder / dataset.file_name for folder in folders)
    return next((path for path in paths if path.exists()), None)


def _read(dataset: Dataset, path: Path) -> pl.DataFrame:
    import polars as pl

    try:
        # The bytes, not the path: polars would take a [ in it for the start of a pattern.
        frame = pl.read_csv(path.read_bytes(), infer_schema_length=None)
    except OSError as error:
        raise InputError(
            f"'{path}' cannot be read ({type(error).__name__}). Check the file and its permissions."
        ) from None
    except pl.exceptions.PolarsError:
        # The cause may quote a line of the file.
        raise _refusal(dataset, f"'{path}'", "it is no table") from None
    return _checked(dataset, frame, f"'{path}'")


def _checked(dataset: Dataset, frame: pl.DataFrame, what: str) -> pl.DataFrame:
    """Return a frame in canonical form after checking that it is the data set, value by value."""
    if frame.shape != (dataset.n_records, dataset.n_columns):
        raise _refusal(dataset, what, f"it is {frame.height:,} by {frame.width}")
    if tuple(frame.columns) != dataset.columns:
        raise _refusal(dataset, what, "its columns have other names or another order")
    frame = canonical(frame)
    if dataset.public is None or content_sha256(frame) != dataset.public.content:
        raise _refusal(dataset, what, "some of its values are others")
    return frame


def _refusal(dataset: Dataset, what: str, reason: str) -> InputError:
    sentence = (
        f"{what} does not hold the data set '{dataset.name}', {dataset.n_records:,} records by "
        f"{dataset.n_columns} columns: {reason}. Replace or remove it."
    )
    return InputError(sentence[0].upper() + sentence[1:])


def canonical(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame in the one form that every source of a data set is brought to.

    Whole numbers become 64-bit integers even where a source writes them as ``12.0``; text loses
    blanks around it.
    """
    return frame.select([_canonical_column(frame.get_column(name)) for name in frame.columns])


def _canonical_column(column: pl.Series) -> pl.Series:
    import polars as pl

    if not column.dtype.is_numeric():
        return column.cast(pl.String).str.strip_chars()
    numbers = column.cast(pl.Float64)
    is_whole = (numbers == numbers.round()) & (numbers.abs() < 2.0**53)
    return numbers.cast(pl.Int64) if bool(is_whole.all(ignore_nulls=False)) else numbers


def content_sha256(frame: pl.DataFrame) -> str:
    """Return the SHA-256 of a frame's names and values, whatever file they came from.

    Numbers enter as little-endian doubles, text as UTF-8 with a zero byte after each value.
    """
    import polars as pl

    digest = hashlib.sha256()
    for column in canonical(frame):
        digest.update(column.name.encode() + b"\0")
        if column.dtype.is_numeric():
            numbers = column.cast(pl.Float64).fill_null(float("nan")).to_numpy()
            digest.update(numbers.astype("<f8").tobytes())
        else:
            digest.update(b"".join((text or "").encode() + b"\0" for text in column.to_list()))
    return digest.hexdigest()
