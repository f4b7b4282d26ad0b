"""How large the table in a file is, before it is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from covey.core.errors import InputError
from covey.core.files import is_file
from covey.reading.compression import suffix_of, text_chunks, text_size
from covey.reading.dialects import DELIMITERS

PARQUET = (".parquet", ".pq")
_LOOKED_AT = 1 << 20


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a table.

    Parameters
    ----------
    n_records, n_columns : int
        Estimated from the first lines of a delimited file.
    n_bytes : int
        That its columns take in memory, once.
    """

    n_records: int
    n_columns: int
    n_bytes: int


def size_of(path: Path) -> Size | None:
    """Return the size of the table in a file; None if it cannot be read, or not in batches.

    The ordinary reader says what is wrong with a file that cannot be read.
    """
    measure = _SIZES.get(suffix_of(path))
    if measure is None or not is_file(path):
        return None
    try:
        return measure(path)
    except (OSError, InputError, pa.ArrowException):
        return None


def _of_parquet(path: Path) -> Size:
    file = pq.ParquetFile(path).metadata
    n_bytes = sum(file.row_group(i).total_byte_size for i in range(file.num_row_groups))
    return Size(file.num_rows, file.num_columns, n_bytes)


def _of_text(path: Path) -> Size:
    """Estimate the records of a delimited file, which in memory is kept as text besides."""
    sample = next(text_chunks(path, _LOOKED_AT, lambda _: None), b"")
    lines = sample.count(b"\n") + sample.count(b"\r") * (b"\n" not in sample)
    size = text_size(path)
    header = sample.split(b"\n", 1)[0].decode("latin-1")
    n_columns = 1 + max(header.count(delimiter) for delimiter in DELIMITERS)
    return Size(size * lines // max(1, len(sample)), n_columns, 2 * size)


_SIZES: dict[str, Callable[[Path], Size]] = {
    **dict.fromkeys(PARQUET, _of_parquet),
    **dict.fromkeys((".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz", ".txt.gz"), _of_text),
}
"""By suffix: the formats that are read in batches where a table does not fit into memory."""
