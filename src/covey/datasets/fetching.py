"""Fetching a reference set from where it is published, and turning it into a frame."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeAlias

from covey.core.errors import InputError
from covey.datasets.catalogue import Dataset, PublicFile

if TYPE_CHECKING:
    import polars as pl

Fetch: TypeAlias = "Callable[[Dataset], pl.DataFrame]"
"""Brings the values of a data set from elsewhere."""

_SECONDS = 30
"""How long a server may stay silent."""


def download_with_pooch(public: PublicFile, folder: Path) -> Path:
    """Download a file with pooch, which refuses it if its checksum is wrong."""
    pooch = _optional("pooch")
    pooch.get_logger().setLevel("WARNING")  # the user asked for data, not for a log of it
    try:
        return Path(
            pooch.retrieve(
                public.url,
                known_hash=f"sha256:{public.sha256}",
                fname=public.name,
                path=folder,
                downloader=pooch.HTTPDownloader(timeout=_SECONDS),
            )
        )
    except OSError as error:
        raise InputError(f"{public.url} could not be fetched ({type(error).__name__}).") from None
    except ValueError:
        raise InputError(
            f"{public.url} is not the file that Covey knows: its SHA-256 differs."
        ) from None


def read_rda(path: Path) -> pl.DataFrame:
    """Return the one data frame that a file of R's ``save`` holds."""
    rdata = _optional("rdata")
    try:
        (frame,) = rdata.read_rda(path).values()
        columns = {str(name): frame[name].tolist() for name in frame.columns}
    except Exception as error:
        # Its parser raises whatever it stumbles over, and the text may quote a value.
        raise InputError(
            f"'{path.name}' does not hold one data frame of R ({type(error).__name__})."
        ) from None
    import polars as pl

    return pl.DataFrame(columns)


def fetch_public(
    dataset: Dataset,
    *,
    download: Callable[[PublicFile, Path], Path] = download_with_pooch,
    convert: Callable[[Path], pl.DataFrame] = read_rda,
) -> pl.DataFrame:
    """Download a reference set from the R package sdcMicro and convert it.

    The downloaded file must have the SHA-256 in the catalogue; `covey.datasets.load` compares the
    converted values with a second checksum. Needs the extra ``covey[data]``: pooch and rdata.
    """
    if dataset.public is None:
        raise InputError(f"The data set '{dataset.name}' has no public source to fetch it from.")
    with TemporaryDirectory(prefix="covey-") as folder:
        return convert(download(dataset.public, Path(folder)))


def _optional(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise InputError(
            f"Fetching needs the package {module}, which is not installed: "
            "pip install 'covey[data]'."
        ) from None
