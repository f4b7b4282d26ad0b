"""Holding a released file to the table that it came from, by code that shares nothing with Covey.

Rows stand in the order of the input, so that each is known to be the release of its record.
"""

from __future__ import annotations

import csv
import datetime
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from tests.mixed.tables import KINDS, LEVELS, NUMBERS, Mixed

Row = dict[str, Any]


def read_rows(path: Path) -> list[Row]:
    """Read a released file: text of a CSV file, values of a Parquet file; None for a gap."""
    if path.suffix == ".parquet":
        rows: list[Row] = pq.read_table(path).to_pylist()
        return rows
    with path.open(encoding="utf-8", newline="") as file:
        return [
            {name: None if text == "" else text for name, text in row.items()}
            for row in csv.DictReader(file)
        ]


def kept_records(table: Mixed) -> list[int]:
    """Return the records that are released: all, unless those with gaps are dropped."""
    records = range(table.n_records)
    if table.settings.get("missing") != "drop":
        return list(records)
    return [i for i in records if not any(table.is_missing(name, i) for name in table.quasi)]


def is_possible(table: Mixed) -> bool:
    """Whether every stratum has records of k units, and every quasi-identifier a value."""
    kept = table.take(kept_records(table))
    if any(
        all(table.is_missing(name, record) for record in range(table.n_records))
        for name in table.quasi
    ):
        return False
    found: dict[Any, set[Any]] = defaultdict(set)
    for record, unit in enumerate(kept.units()):
        found[kept.stratum(record)].add(unit)
    return bool(found) and all(len(units) >= table.k for units in found.values())


def check_promise(
    table: Mixed, path: Path, *, is_columnwise: bool = False, is_typed: bool = True
) -> int:
    """Assert all that a release must be; return how many cells were blanked."""
    table = table.take(kept_records(table))
    rows = read_rows(path)
    assert len(rows) == table.n_records, f"{len(rows)} rows of {table.n_records} records"
    _check_columns(table, rows)
    if path.suffix == ".parquet" and is_typed:
        _check_types(table, rows, pq.read_schema(path))
    if is_columnwise:
        for name in table.quasi:
            _check_class_sizes(table, _classes(rows, (name,)))
        return 0
    classes = _classes(rows, (*table.quasi, *table.strata))
    _check_class_sizes(table, classes)
    _check_units_whole(table, rows)
    blanked = sum(
        _check_values(table, name, records, rows[records[0]][name])
        for records in classes
        for name in table.quasi
    )
    _check_weights(table, rows, classes)
    return blanked


def _classes(rows: list[Row], names: tuple[str, ...]) -> list[list[int]]:
    found: dict[Any, list[int]] = defaultdict(list)
    for record, row in enumerate(rows):
        found[tuple(row[name] for name in names)].append(record)
    return list(found.values())


def _check_columns(table: Mixed, rows: list[Row]) -> None:
    dropped = {table.unit}
    if table.settings.get("weight_release") == "drop":
        dropped.add(table.weight)
    assert list(rows[0]) == [name for name in table.columns if name not in dropped]
    for name in (*table.strata, "score"):
        found = [str(row[name]) for row in rows]
        assert found == [str(value) for value in table.columns[name]], f"'{name}' was changed"


def _check_class_sizes(table: Mixed, classes: list[list[int]]) -> None:
    units = table.units()
    for records in classes:
        n_units = len({units[record] for record in records})
        assert n_units >= table.k, f"a class of {n_units} units, k = {table.k}"
        strata = {table.stratum(record) for record in records}
        assert len(strata) == 1, "a class of several strata"


def _check_units_whole(table: Mixed, rows: list[Row]) -> None:
    if table.settings.get("unit_mode") != "together":
        return
    found: dict[Any, set[Any]] = defaultdict(set)
    for unit, row in zip(table.units(), rows, strict=True):
        found[unit].add(tuple(row[name] for name in table.quasi))
    assert all(len(released) == 1 for released in found.values()), "a unit fell apart"


def _check_values(table: Mixed, name: str, records: list[int], released: Any) -> int:
    """Assert that a class has the aggregate of its members' values; return the blanked cells."""
    has_value = [record for record in records if not table.is_missing(name, record)]
    is_filled = table.settings.get("missing") == "fill"
    least = min(table.k, 3)
    units = table.units()
    n_units = len({units[record] for record in has_value})
    if released is None:
        if is_filled and len({units[record] for record in records}) < 2 * table.k:
            # A class of several groups may have enough units, and none of them has.
            assert n_units < least, f"'{name}' is blanked where {n_units} units have a value"
        return len(has_value)
    markers = {str(table.columns[name][i]) for i in records if table.is_missing(name, i)}
    if table.is_code(name, released):
        assert not is_filled, f"a code of '{name}' was not filled"
        assert not has_value, f"'{name}' has values that became a code"
        assert len(markers) == 1, f"codes of '{name}' were joined under one of them"
        return 0
    if is_filled:
        assert n_units >= least, f"'{name}' was filled from {n_units} units"
    else:
        assert not markers, f"a gap or code of '{name}' became a value"
        assert n_units >= table.k, f"a value of '{name}' from {n_units} units"
    _check_aggregate(table, name, has_value, released)
    return 0


def _check_aggregate(table: Mixed, name: str, records: list[int], released: Any) -> None:
    values = [table.columns[name][record] for record in records]
    weights = [table.columns[table.weight][i] if table.weight else 1.0 for i in records]
    kind = KINDS[name]
    if kind in NUMBERS:
        mean = sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)
        slack = 1e-9 * (1 + max(map(abs, values)))
        assert abs(float(released) - mean) <= slack, f"'{name}' is no mean"
    elif kind == "date":
        days = [value.toordinal() for value in values]
        mean = sum(w * day for w, day in zip(weights, days, strict=True)) / sum(weights)
        assert abs(_days(released) - mean) <= 0.5 + 1e-6, f"'{name}' is no mean"
    elif kind == "ordinal":
        places = sorted(LEVELS.index(value) for value in values)
        assert released == LEVELS[places[(len(places) - 1) // 2]], f"'{name}' is no median"
    else:
        texts = Counter(str(value).lower() for value in values)
        most = max(texts.values())
        assert texts[str(released).lower()] == most, f"'{name}' is no mode"


def _days(released: Any) -> float:
    """Return the number of a day, with a fraction where there is a time."""
    moment = datetime.datetime.fromisoformat(str(released))
    midnight = datetime.datetime.combine(moment.date(), datetime.time())
    return moment.toordinal() + (moment - midnight) / datetime.timedelta(days=1)


def _check_weights(table: Mixed, rows: list[Row], classes: list[list[int]]) -> None:
    policy = table.settings.get("weight_release", "mean")
    if table.weight is None or policy == "drop":
        return
    name, units = table.weight, table.units()
    released = [float(row[name]) for row in rows]
    if policy == "asis":
        assert released == table.columns[name], "weights were changed"
        return
    for records in classes:
        before = sum(table.columns[name][record] for record in records)
        after = sum(released[record] for record in records)
        assert abs(after - before) <= 1e-9 * before, "a class lost weight"
        by_weight = defaultdict(set)
        for record in records:
            by_weight[released[record]].add(units[record])
        assert min(map(len, by_weight.values())) >= table.k, "a weight of fewer than k units"


_TYPES = {
    "integer": pa.types.is_floating,
    "decimal": pa.types.is_floating,
    "date": pa.types.is_temporal,  # pandas has no type of days
    "boolean": pa.types.is_boolean,
    "nominal": lambda kind: pa.types.is_string(kind) or pa.types.is_large_string(kind),
    "ordinal": lambda kind: pa.types.is_string(kind) or pa.types.is_large_string(kind),
}


def _check_types(table: Mixed, rows: list[Row], schema: pa.Schema) -> None:
    for name in table.quasi:
        found = schema.field(name).type
        released = [row[name] for row in rows if row[name] is not None]
        if all(table.is_code(name, value) for value in released):
            continue  # nothing was averaged
        assert _TYPES[KINDS[name]](found), f"'{name}' is {found}"
