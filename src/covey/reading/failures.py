"""What failed while an input was read: its bytes, or the operating system."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pyarrow as pa

from covey.core.errors import InputError
from covey.core.files import reason_of

LIBRARY_ERRORS = (pa.ArrowException, pl.exceptions.PolarsError, OSError)
"""What the libraries raise for files that they cannot read."""

_AGAIN = "and run again: it starts clean"


@contextmanager
def reading_input(path: Path) -> Iterator[None]:
    """Blame the input for what the operating system refuses while it is read."""
    try:
        yield
    except FileNotFoundError:
        raise InputError(
            f"'{path}' was removed or renamed while it was read. Put it back {_AGAIN}."
        ) from None
    except OSError as error:
        raise InputError(
            f"'{path}' cannot be read any more: {reason_of(error)}. Make it readable {_AGAIN}."
        ) from None
