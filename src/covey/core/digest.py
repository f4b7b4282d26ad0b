"""Fingerprints: of a table's content, whatever file or frame holds it, and of Covey itself."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np

from covey.core.table import Table


def digest_of(table: Table) -> str:
    """Return the SHA-256 of a table's names and values, the same for every kind of frame."""
    content = hashlib.sha256()
    for name in table.names:
        kind = table.kind(name)
        missing = table.missing(name)
        heading = [name, "number" if table.is_numeric(name) else kind, len(missing)]
        content.update(json.dumps(heading).encode())
        content.update(np.packbits(missing).tobytes())
        column = table.frame.get_column(name)
        if table.is_numeric(name):
            content.update(_numbers(column, is_integer=kind == "integer"))
        else:
            content.update(json.dumps([str(value) for value in column.to_list()]).encode())
    return content.hexdigest()


def digest_of_text(parts: Iterable[str]) -> str:
    """Return the SHA-256 of some texts, in order."""
    return hashlib.sha256(json.dumps(list(parts)).encode()).hexdigest()


@cache
def digest_of_code() -> str:
    """Return the SHA-256 of Covey's own sources: another one may give another answer."""
    root = Path(__file__).parents[1]
    sources = sorted(root.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()


def _numbers(column: nw.Series[Any], *, is_integer: bool) -> bytes:
    """Return the bytes of numbers; whole ones beyond 2**53 are not the float nearest to them."""
    complete = column.fill_null(0) if column.null_count() else column
    values = complete.cast(nw.Float64).to_numpy().astype(np.float64)
    exact = b""
    if is_integer and len(values) and np.abs(values).max() > 2.0**53:
        exact = json.dumps(complete.to_list()).encode()
    return np.nan_to_num(values + 0.0, nan=0.0).tobytes() + exact
