"""Variables with missing values: what they count as in distances, and what is released of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self, cast

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from covey.aggregating.numeric import NumericEncoder
from covey.core.arrays import Labels, Matrix, Vector
from covey.core.blanks import blanked
from covey.core.encoding import Categorizer, Encoder, Encoding, Treatment
from covey.core.markers import FIRST_CODE, GAP, VALUE, Markers, Marks
from covey.core.partition import Grouping, Partition, units_by_group
from covey.core.profile import ColumnProfile
from covey.core.table import Table

_ENOUGH = 3
"""Units of a group that must have a value to fill the others' gaps; k, if k is less."""


@dataclass(frozen=True, slots=True)
class Fates:
    """What becomes of the cells of a variable."""

    marks: Marks  # as they were
    is_value: NDArray[np.bool_]  # released with the group's value
    is_blank: NDArray[np.bool_]  # released without any; the rest keep their code

    @property
    def is_new_gap(self) -> NDArray[np.bool_]:
        """Which cells had a value or a code, and have none now."""
        found: NDArray[np.bool_] = self.is_blank & (self.marks != GAP)
        return found

    @property
    def is_lost_code(self) -> NDArray[np.bool_]:
        """Which cells had a code, and have none now."""
        found: NDArray[np.bool_] = self.is_blank & (self.marks >= FIRST_CODE)
        return found

    @property
    def is_filled(self) -> NDArray[np.bool_]:
        """Which cells had no value, and have one now."""
        found: NDArray[np.bool_] = self.is_value & (self.marks != VALUE)
        return found


@dataclass(frozen=True, slots=True)
class GapEncoder:
    """The encoder of a variable that has missing values, around that of its kind.

    A missing value lies at the variable's mean. Where there is an indicator, a missing value and
    one that is there are so much further apart, squared.
    """

    encoder: Encoder
    treatment: Treatment
    unit: tuple[str, ...] = ()  # the column that names units, if any
    indicator: float = 0.0

    @classmethod
    def around(cls, encoder: Encoder, treatment: Treatment, unit: tuple[str, ...]) -> Self:
        """Return the encoder for the policy of a variable."""
        return cls(encoder, treatment, unit, float(treatment.missing == "fill"))

    @property
    def name(self) -> str:
        """The variable."""
        return self.encoder.name

    @property
    def profile(self) -> ColumnProfile:
        """What is known of its values in the whole table."""
        return self.encoder.profile

    @property
    def width(self) -> int:
        """How many coordinates it has."""
        return self.encoder.width + bool(self.indicator)

    @property
    def blank(self) -> Vector:
        """The coordinates of a missing value."""
        height = math.sqrt(self.indicator * self.treatment.importance)
        return np.append(self.encoder.blank, [height] if self.indicator else [])

    @property
    def markers(self) -> Markers:
        """What stands for a missing value."""
        return Markers(self.name, self.treatment.codes)

    def encode(self, batch: Table) -> Matrix:
        """Return the coordinates of a batch."""
        return self._placed(batch, self._encode, self.blank)

    def _encode(self, batch: Table) -> Matrix:
        X = self.encoder.encode(batch)
        return np.column_stack([X, np.zeros(len(X))]) if self.indicator else X

    def standard(self, batch: Table) -> Matrix:
        """Return coordinates of total variance 1 about the mean, at which missing values lie."""
        return self._placed(batch, self.encoder.standard, np.zeros(self.encoder.width))

    def codes(self, batch: Table) -> Labels:
        """Return the number of each record's category; −1 for none."""
        is_value = self.markers.of(batch) == VALUE
        codes = np.full(batch.n_records, -1, dtype=np.intp)
        if is_value.any():
            rows = np.flatnonzero(is_value)
            inner = cast("Categorizer", self.encoder)
            codes[rows] = inner.codes(batch.only(self.name).take(rows.tolist()))
        return codes

    def _placed(self, batch: Table, code: Callable[[Table], Matrix], blank: Vector) -> Matrix:
        is_value = self.markers.of(batch) == VALUE
        if is_value.all():
            return code(batch)
        placed = np.tile(blank, (batch.n_records, 1))
        if is_value.any():
            rows = np.flatnonzero(is_value)
            placed[rows] = code(batch.only(self.name).take(rows.tolist()))
        return placed

    def fates(self, batch: Table, partition: Partition) -> Fates:
        """Return what becomes of the cells of a batch that holds whole groups."""
        marks, labels = self.markers.of(batch), partition.labels
        if self.treatment.missing == "fill":
            is_value = self._are_filled(batch, marks, partition)[labels]
            return Fates(marks, is_value, ~is_value)
        low, high = _span(marks, partition)
        is_same = (low == high)[labels]
        is_value = is_same & (marks == VALUE)
        return Fates(marks, is_value, ~is_value & ~(is_same & (marks >= FIRST_CODE)))

    def _are_filled(self, batch: Table, marks: Marks, partition: Partition) -> NDArray[np.bool_]:
        """Say which groups have values of enough units."""
        labels = partition.labels
        n_values = np.bincount(labels[marks == VALUE], minlength=partition.n_groups)
        are_filled: NDArray[np.bool_] = n_values >= min(_ENOUGH, partition.k)
        for name in self.unit:
            # Groups without gaps have k units, and those below are out already.
            in_doubt = are_filled & (n_values < partition.sizes)
            rows = np.flatnonzero(in_doubt[labels] & (marks == VALUE))
            if len(rows):
                values = batch.column(name)[rows.tolist()].to_list()
                units = np.unique(np.asarray(values, dtype=object), return_inverse=True)[1]
                groups, inverse = np.unique(labels[rows], return_inverse=True)
                n_units = units_by_group(inverse, units)
                are_filled[groups] = n_units >= min(_ENOUGH, partition.k)
        return are_filled

    def decode(
        self, batch: Table, partition: Partition, weights: Vector | None = None
    ) -> nw.Series[Any]:
        """Return the value of each record's group, a code that all of it have, or nothing."""
        fates = self.fates(batch, partition)
        column = batch.column(self.name)
        rows = np.flatnonzero(fates.is_value & (fates.marks == VALUE))
        if len(rows):
            column = self._with_values(batch, partition, fates, rows, weights)
        return blanked(column, fates.is_blank)

    def _with_values(
        self,
        batch: Table,
        partition: Partition,
        fates: Fates,
        rows: NDArray[np.intp],
        weights: Vector | None,
    ) -> nw.Series[Any]:
        """Return the column with groups' values, from the records that have one."""
        groups, first, number = np.unique(
            partition.labels[rows], return_index=True, return_inverse=True
        )
        found = self.encoder.decode(
            batch.only(self.name).take(rows.tolist()),
            Partition(number, k=1),
            None if weights is None else weights[rows],
        )
        place = np.zeros(partition.n_groups, dtype=np.intp)
        place[groups] = first
        is_code = ~(fates.is_value | fates.is_blank)
        if isinstance(found, nw.Series):
            values = found[place[partition.labels].tolist()]
            return _with_codes(values, batch, self.name, is_code)
        values = found[place[partition.labels]]
        if is_code.any():
            values = _with_numbers(values, batch.measured(self.name), is_code)
        masked = batch.only(self.name).with_values({self.name: values})
        return masked.column(self.name)

    def n_stepped(self, batch: Table, partition: Partition, weights: Vector | None = None) -> int:
        """Return how many groups have a value that would be read as a code."""
        fates = self.fates(batch, partition)
        rows = np.flatnonzero(fates.is_value & (fates.marks == VALUE))
        if not len(rows) or not isinstance(self.encoder, NumericEncoder):
            return 0
        return self.encoder.n_stepped(
            batch.only(self.name).take(rows.tolist()),
            Partition(np.unique(partition.labels[rows], return_inverse=True)[1], k=1),
            None if weights is None else weights[rows],
        )


def _span(marks: Marks, partition: Partition) -> tuple[Marks, Marks]:
    """Return the lowest and the highest marker of each group."""
    ordered = marks[np.argsort(partition.labels, kind="stable")]
    starts = np.cumsum(partition.sizes) - partition.sizes
    return np.minimum.reduceat(ordered, starts), np.maximum.reduceat(ordered, starts)


def _with_codes(
    values: nw.Series[Any], batch: Table, name: str, is_code: NDArray[np.bool_]
) -> nw.Series[Any]:
    """Return values in which some records have what their column has."""
    if not is_code.any():
        return values
    column = batch.column(name)
    backend = nw.get_native_namespace(column)
    mask = nw.new_series("column", is_code, backend=backend)
    if _native_type(column) == _native_type(values):
        return column.zip_with(mask, values)
    # Nodes above the categories are no categories of the column: as texts they are of one type.
    texts = batch.categories(name).zip_with(mask, values.cast(nw.String))
    return texts.cast(values.dtype)


def _native_type(column: nw.Series[Any]) -> Any:
    native: Any = column.to_native()
    return native.type if hasattr(native, "type") else native.dtype


def _with_numbers(
    values: NDArray[Any], numbers: Vector, is_code: NDArray[np.bool_]
) -> NDArray[Any]:
    """Return values in which some records have these numbers, or moments in microseconds."""
    codes: NDArray[Any] = numbers[is_code]
    if values.dtype.kind == "u" and (codes < 0).any():
        values = values.astype(np.int64)
    values = values.copy()
    values[is_code] = codes.astype(np.int64 if values.dtype.kind == "M" else values.dtype).astype(
        values.dtype
    )
    return values


def fates_of(encoding: Encoding, batch: Table, groups: Grouping) -> dict[str, Fates]:
    """Return what becomes of the cells of each variable that has missing values in the table."""
    return {
        encoder.name: encoder.fates(batch, groups.for_variable(j))
        for j, encoder in enumerate(encoding.encoders)
        if isinstance(encoder, GapEncoder)
    }


def stepped_in(
    encoding: Encoding, batch: Table, groups: Grouping, weights: Vector | None
) -> dict[str, int]:
    """Return how many groups' values were moved because they would be a code, by variable."""
    counts = {
        encoder.name: encoder.n_stepped(batch, groups.for_variable(j), weights)
        for j, encoder in enumerate(encoding.encoders)
        if isinstance(encoder, GapEncoder | NumericEncoder) and encoder.treatment.codes
    }
    return {name: count for name, count in counts.items() if count}


def with_indicators(encoding: Encoding, names: frozenset[str], height: float) -> Encoding:
    """Return the encoding in which gaps of some variables are so much further from values."""
    return Encoding(
        tuple(
            GapEncoder(one.encoder, one.treatment, one.unit, height)
            if isinstance(one, GapEncoder) and one.name in names
            else one
            for one in encoding.encoders
        )
    )
