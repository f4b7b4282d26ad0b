"""Parquet files."""

from __future__ import annotations

from pathlib import Path

import narwhals as nw
import polars as pl

from covey.core.errors import InputError
from covey.core.request import ReadingRequest
from covey.core.table import Origin, Table
from covey.reading.arrow_types import check_dates, check_types
from covey.reading.headers import check_names, check_records
from covey.reading.opening import check_unchanged, digest, ends
from covey.reading.stripping import only_used_levels

_MAGIC = b"PAR1"


def read_parquet(path: Path, _reading: ReadingRequest) -> Table:
    """Read a Parquet file.

    Parameters
    ----------
    path : Path
        The file.
    """
    _check_magic(path)
    sha256 = digest(path)
    check_schema(path)
    try:
        # A name with brackets or stars is one file, not a pattern.
        frame = pl.read_parquet(path, glob=False, hive_partitioning=False)
    except pl.exceptions.DuplicateError:
        raise InputError(
            f"'{path}' has more than one column of the same name. "
            "Rename them so that every name is unique."
        ) from None
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
        # The cause may show values of the data.
        raise InputError(
            f"'{path}' is a Parquet file but is damaged or uses a feature that cannot be read. "
            "Export or copy it again."
        ) from None
    check_unchanged(path, sha256)  # the values must be those of the bytes that the manifest names
    check_names(frame.columns, where=f"'{path}'")
    check_records(frame.height, where=f"'{path}'")
    table = nw.from_native(only_used_levels(frame), eager_only=True)
    check_dates(table, where=f"'{path}'")
    return Table(
        table,
        Origin(path.name, sha256, path=path.resolve()),
    )


def check_schema(path: Path) -> None:
    """Refuse a file with columns of types that cannot be used.

    What is wrong with the file itself is left to its reader.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        schema = pq.read_schema(path)
    except (pa.ArrowException, OSError):
        return
    check_types(zip(schema.names, schema.types, strict=True), where=f"'{path}'")


def _check_magic(path: Path) -> None:
    first, last = ends(path, len(_MAGIC))
    if not first:
        raise InputError(f"'{path}' is empty: 0 bytes. Check that it was exported or copied whole.")
    if first != _MAGIC:
        raise InputError(
            f"'{path}' is not a Parquet file. If it is delimited text, rename it to end in .csv."
        )
    if last != _MAGIC:
        raise InputError(f"'{path}' is a Parquet file that was cut off. Export or copy it again.")
