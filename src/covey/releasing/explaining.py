"""Errors of writing, turned into sentences about the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from polars.exceptions import PanicException, PolarsError

from covey.core.errors import OutputError
from covey.core.refusals import refusal

_CODE_IN_TEXT = re.compile(r"\(os error (\d+)\)")


@contextmanager
def explained(target: Path) -> Iterator[None]:
    """Turn an error of the operating system, or of polars, into a sentence about the target.

    The cause is dropped where it could quote a value of the data.
    """
    try:
        yield
    except OSError as error:
        raise refusal(_code(error), target) from error
    except PolarsError as error:
        raise refusal(_code(error), target) from None
    except PanicException:
        raise OutputError(
            f"'{target}' cannot hold the table: a column has values that polars cannot write so, "
            "such as dates beyond the calendar. Write a .parquet file, or convert that column."
        ) from None


def _code(error: Exception) -> int | None:
    code = getattr(error, "errno", None)
    if isinstance(code, int):
        return code
    # polars gives the code in its text only.
    found = _CODE_IN_TEXT.search(str(error))
    return int(found.group(1)) if found else None
