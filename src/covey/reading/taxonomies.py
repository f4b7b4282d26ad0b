"""Taxonomies: delimited files of two columns, a node and the one above it."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TypeVar

from covey.core.errors import InputError
from covey.core.request import ComparisonRequest, MeasureRequest, Request, SelectionRequest
from covey.core.settings import ReadingRequest
from covey.core.taxonomy import Pair
from covey.reading.dialects import detect, without_separator_line
from covey.reading.encodings import to_utf8
from covey.reading.opening import load

R = TypeVar("R", Request, ComparisonRequest, SelectionRequest, MeasureRequest)


def with_taxonomies(request: R) -> R:
    """Return a request with what its taxonomies say in place of the files that say it."""
    columns = {
        name: asked.model_copy(update={"taxonomy": read_pairs(asked.taxonomy, name)})
        if isinstance(asked.taxonomy, Path)
        else asked
        for name, asked in request.columns.items()
    }
    return request.model_copy(update={"columns": columns})


def read_pairs(path: Path, column: str = "") -> tuple[Pair, ...]:
    """Return the nodes of a file with what stands above each; nothing above the root.

    Delimiter, quotes and encoding are detected. A first line that names the column or such words as
    child and parent is a header.
    """
    data, _ = to_utf8(load(path)[0], None, path=path)
    data, reading = without_separator_line(data.replace(b"\r\n", b"\n"), ReadingRequest())
    delimiter, quote = detect(data, reading, path=path)
    text = io.StringIO(data.decode("utf-8").replace("\r", "\n"), newline="")
    reader = csv.reader(text, delimiter=delimiter, quotechar=quote, skipinitialspace=True)
    rows: list[Pair] = []
    for row in reader:
        fields = [field.strip() for field in row]
        if not any(fields):
            continue
        if len(fields) != 2 or not fields[0]:
            raise InputError(
                f"Line {reader.line_num:,} of the taxonomy '{path}' does not hold two fields, a "
                "node and the one above it. Correct it."
            )
        rows.append((fields[0], fields[1]))
    return tuple(rows[1:] if _is_header(rows, column) else rows)


_HEADINGS = frozenset({"child", "parent", "node", "group", "category", "code", "label", "above"})


def _is_header(rows: list[Pair], column: str) -> bool:
    """Whether the first line holds names, none of which is a node.

    Any other line is a pair: one that hangs together with no other is told as a second root, and
    not left out without a word.
    """
    if not rows:
        return False
    first = {name.casefold() for name in rows[0]}
    if first == {"child", "parent"}:
        return True
    nodes = {node for row in rows[1:] for node in row}
    is_named = not first.isdisjoint({*_HEADINGS, column.casefold()} - {""})
    return is_named and len(rows) > 1 and nodes.isdisjoint(rows[0])
