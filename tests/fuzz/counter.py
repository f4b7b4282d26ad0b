"""Holding a written file to its table: read with the csv module and pyarrow, counted anew.

Nothing here is shared with Covey. What a release must be follows from the table and the request.
"""

from __future__ import annotations

import csv
import datetime
import json
import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
from tests.fuzz.cases import Case
from tests.fuzz.tables import CANARY, TAG, Column

_FORMULA = re.compile(r"[=@\t\r\n＝＋－＠]|[+-](?![0-9 .,']*([eE][+-]?[0-9]+)?[ %]*$)")
_COLUMNWISE = ("individual-ranking",)


@dataclass(frozen=True)
class Written:
    """A released file: names and rows, the latter as text or as the values of a Parquet file."""

    names: list[str]
    rows: list[tuple[Any, ...]]
    decimal: str | None

    def column(self, name: str) -> list[Any]:
        """Return one column."""
        position = self.names.index(name)
        return [row[position] for row in self.rows]

    def numbers(self, name: str) -> list[float]:
        """Return a column of numbers."""
        if self.decimal is None:
            return [float(value) for value in self.column(name)]
        return [float(text.replace(self.decimal, ".")) for text in self.column(name)]


def read_back(path: Path, manifest: dict[str, Any]) -> Written:
    """Read a released file."""
    if manifest["output"]["format"] == "parquet":
        table = pq.read_table(path)
        rows = list(zip(*(column.to_pylist() for column in table.columns), strict=True))
        return Written(table.column_names, rows, None)
    dialect = manifest["output"]["dialect"]
    with path.open(encoding=dialect["encoding"], newline="") as file:
        reader = csv.reader(
            file, delimiter=dialect["delimiter"], quotechar=dialect["quote"], strict=True
        )
        header, *rows = [tuple(row) for row in reader]
    return Written(list(header), rows, dialect["decimal"])


def check_release(case: Case, path: Path) -> None:
    """Assert everything that the file must be."""
    text = path.with_name(path.name + ".manifest.json").read_text(encoding="utf-8")
    assert CANARY not in text, "the manifest shows a value"
    manifest = json.loads(text, parse_constant=_no_constant)
    written = read_back(path, manifest)
    released = _released(case)
    names = [_in_file(case, name, written) for name, _ in released]
    assert written.names == names, f"columns {written.names}, not {names}"
    assert len(written.rows) == case.table.n_records, "records were lost or added"
    quasi = [_in_file(case, name, written) for name, column in released if column.role == "quasi"]
    classes = _classes(case, written, quasi)
    _check_classes(case, classes, manifest)
    _check_kept(case, written)
    _check_means(case, written, quasi)
    if case.order == "sorted":
        _check_order(written, quasi)


def _no_constant(name: str) -> None:
    raise AssertionError(f"the manifest holds {name}, which is no JSON")


def _released(case: Case) -> list[tuple[str, Column]]:
    pairs = zip(case.names, case.table.columns, strict=True)
    return [(name, column) for name, column in pairs if column.role != "identifier"]


def _in_file(case: Case, name: str, written: Written) -> str:
    is_escaped = case.settings["formulas"] == "escape" and written.decimal is not None
    return f"'{name}" if is_escaped and _FORMULA.match(name) else name


def _classes(case: Case, written: Written, quasi: list[str]) -> list[Counter[Any]]:
    """Count equal records: of all quasi-identifiers together, or of each by itself."""
    columns = [written.column(name) for name in quasi]
    if case.method in _COLUMNWISE:
        return [Counter(column) for column in columns]
    return [Counter(zip(*columns, strict=True))]


def _check_classes(case: Case, classes: list[Counter[Any]], manifest: dict[str, Any]) -> None:
    for counts in classes:
        smallest = min(counts.values())
        assert smallest >= case.k, f"a class of {smallest} records, k = {case.k}"
    if case.method not in _COLUMNWISE:
        assert manifest["k_anonymous"]["smallest_class"] == min(classes[0].values())


def _check_kept(case: Case, written: Written) -> None:
    """Columns that are released as they are: the same rows, whatever their order."""
    kept = [(name, column) for name, column in _released(case) if column.role != "quasi"]
    if not kept:
        return
    is_text = case.is_text and written.decimal is not None
    expected = [_expected(case, column, is_text=is_text) for _, column in kept]
    found = [written.column(_in_file(case, name, written)) for name, _ in kept]
    if not is_text:
        found = [[_plain(value, written.decimal) for value in column] for column in found]
    before, after = (Counter(zip(*side, strict=True)) for side in (expected, found))
    lost, gained = before - after, after - before
    assert not lost, f"{sum(lost.values())} records changed where none may: {lost}, now {gained}"
    assert not gained


def _expected(case: Case, column: Column, *, is_text: bool) -> list[Any]:
    """Return what a release shows of a column that it does not mask."""
    escapes = case.settings["formulas"] == "escape" and case.suffix != "parquet"
    texts = list(column.texts)
    if escapes and column.kind in ("text", "category"):
        texts = [f"'{text}" if _FORMULA.match(text) else text for text in texts]
    if is_text:
        is_number = column.kind in ("gaps", "integer", "infinite")
        return [text.replace(".", case.dialect.decimal) if is_number else text for text in texts]
    return [_plain(text, ".") for text in texts]


def _plain(value: Any, decimal: str | None) -> Any:
    """Return a value in a form in which files of all formats agree."""
    if value is None or value == "" or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.date):
        return value.isoformat()[:10]
    if isinstance(value, str):
        if re.fullmatch(r"\d{4}-\d\d-\d\d[T ]00:00:00(\.0+)?", value):
            return value[:10]
        try:
            number = float(value.replace(decimal or ".", "."))
        except ValueError:
            return value
        return value if math.isnan(number) else number
    return float(value)


def _check_means(case: Case, written: Written, quasi: list[str]) -> None:
    """Each released value is the mean of the originals that have it, as near as floats can be."""
    columns = [column for _, column in _released(case) if column.role == "quasi"]
    for name, column in zip(quasi, columns, strict=True):
        released = written.numbers(name)
        originals = [Fraction(float(text)) for text in column.texts]
        slack = _slack(case, column)
        drift = abs(sum(map(Fraction, released)) - sum(originals))
        assert drift <= len(released) * slack, f"the total of '{name}' moved"
    tags = [(name, column) for name, column in _released(case) if column.name == TAG]
    if not tags:
        return
    row_of = {tag: row for row, tag in enumerate(tags[0][1].texts)}
    rows = [row_of[tag] for tag in written.column(tags[0][0])]
    for name, column in zip(quasi, columns, strict=True):
        keys = _keys(case, written, quasi, name)
        _check_column(written.numbers(name), rows, keys, column, _slack(case, column))


def _keys(case: Case, written: Written, quasi: list[str], name: str) -> list[Any]:
    if case.method in _COLUMNWISE:
        return written.column(name)
    return list(zip(*(written.column(other) for other in quasi), strict=True))


def _check_column(
    released: list[float], rows: list[int], keys: list[Any], column: Column, slack: Fraction
) -> None:
    members: dict[Any, list[int]] = defaultdict(list)
    for position, key in enumerate(keys):
        members[key].append(position)
    for positions in members.values():
        originals = [Fraction(float(column.texts[rows[position]])) for position in positions]
        mean = sum(originals) / len(originals)
        found = {released[position] for position in positions}
        assert len(found) == 1
        off = abs(Fraction(found.pop()) - mean)
        assert off <= slack, f"a mean of '{column.name}' is off by {float(off)}"


def _slack(case: Case, column: Column) -> Fraction:
    """Return how far a released value may lie from the exact mean."""
    largest = max(abs(float(text)) for text in column.texts)
    slack = Fraction(math.ulp(largest)) * (len(column.texts) + 4)
    texts = column.texts
    if column.kind == "single" and case.form in ("pandas", "polars", "pyarrow", "parquet"):
        slack += Fraction(largest) / 2**23
        texts = tuple(str(np.float32(text)) for text in texts)  # of this type 1.1 has one decimal
    rounding = case.settings["round"]
    if rounding == "none":
        return slack
    return slack + Fraction(1, 2) / 10 ** _decimals(rounding, texts)


def _decimals(rounding: Any, texts: tuple[str, ...]) -> int:
    if rounding != "auto":
        return int(rounding)
    if any("e" in text for text in texts):
        return 0
    return max(len(text.partition(".")[2].rstrip("0")) for text in texts)


def _check_order(written: Written, quasi: list[str]) -> None:
    rows = list(zip(*(written.numbers(name) for name in quasi), strict=True))
    assert rows == sorted(rows), "rows do not stand in the order of their released values"
