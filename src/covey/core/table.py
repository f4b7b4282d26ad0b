"""The table: named columns with kinds, in the frame that the user brought."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, TypeAlias

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector
from covey.core.blanks import blanked
from covey.core.category import category_of
from covey.core.comparable import category_texts, has_categories
from covey.core.errors import InputError
from covey.core.spelling import Part
from covey.core.wording import counted

Kind: TypeAlias = Literal["integer", "decimal", "text", "boolean", "date", "other"]

Values: TypeAlias = NDArray[Any] | nw.Series[Any]
"""A column's values, of which a series has the type already."""

NUMERIC: tuple[Kind, ...] = ("integer", "decimal")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a CSV file is written, so that the release can be written the same way."""

    delimiter: str = ","
    quote: str = '"'
    decimal: str = "."
    encoding: str = "utf-8"

    def to_dict(self) -> dict[str, str]:
        """Return the four settings."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a table came from."""

    name: str  # of the file without its folder, or the kind of frame
    sha256: str | None = None  # of the file's bytes; none for a frame in memory
    dialect: Dialect | None = None  # only of CSV files
    path: Path | None = field(default=None, repr=False)
    """Absolute, so that no release can overwrite the input. In no manifest and no report."""

    @property
    def files(self) -> tuple[Path, ...]:
        """The input file, if it was one."""
        return () if self.path is None else (self.path,)


@dataclass(frozen=True, slots=True)
class Demand:
    """What columns must be complete numbers for, in the words of a refusal."""

    purpose: str = "microaggregated"  # what only numeric columns can be
    text_remedy: tuple[Part, ...] = ("give it the role identifier, confidential or other",)
    gap_remedy: tuple[Part, ...] = (" first, or give the column another role",)
    whose: str = ""  # which table, where there are two


_LONG_INTEGER = r"^[+-]?\d{16,}$"

TO_MASK = Demand()
"""What quasi-identifiers must be."""


@dataclass(frozen=True, slots=True)
class Gap:
    """How many values of a column are missing or infinite, and the first record that has one.

    Records are counted from 1; 0 stands for none.
    """

    count: int = 0
    first: int = 0

    def plus(self, mask: NDArray[np.bool_], start: int = 0) -> Gap:
        """Return the gaps of this and of further records, the first of which is ``start``."""
        found = int(np.count_nonzero(mask))
        if not found:
            return self
        return Gap(self.count + found, self.first or start + int(np.argmax(mask)) + 1)


def kind_of(dtype: Any) -> Kind:
    """Return what a column of a narwhals type holds."""
    if dtype.is_integer():
        return "integer"
    if dtype.is_numeric():
        return "decimal"
    if dtype == nw.Boolean:
        return "boolean"
    if dtype == nw.Date or dtype == nw.Datetime:  # times of day and durations are no dates
        return "date"
    if dtype in (nw.String, nw.Categorical, nw.Enum):
        return "text"
    return "other"


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Named columns of equal length. Nothing changes it: every operation gives a new table.

    ``verbatim`` holds columns as a CSV file writes them. A column that is released as it is keeps
    its leading zeros and trailing digits because the writer takes it from there.
    """

    frame: nw.DataFrame[Any] = field(repr=False)  # the user's own kind
    origin: Origin
    verbatim: Mapping[str, nw.Series[Any]] = field(default_factory=dict, repr=False)
    as_array: bool = False  # the user brought a numpy array and wants one back
    hints: Mapping[str, str] = field(default_factory=dict, repr=False)  # as in `Source`
    native_names: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """The names that are not text in the user's frame, by the text that stands for them here."""
    notes: tuple[str, ...] = ()  # as in `Source`

    @property
    def names(self) -> tuple[str, ...]:
        """Column names, in order."""
        return tuple(self.frame.columns)

    @property
    def n_records(self) -> int:
        """Number of rows."""
        return len(self.frame)

    def column(self, name: str) -> nw.Series[Any]:
        """Return a column under a neutral name: polars takes one such as ^a.*$ for a pattern."""
        return self.frame.get_column(name).alias("column")

    def text(self, name: str) -> nw.Series[Any]:
        """Return a column as its file writes it, under a neutral name too."""
        return self.verbatim[name].alias("column")

    def kind(self, name: str) -> Kind:
        """Say what a column holds."""
        return kind_of(self._dtype(name))

    def is_numeric(self, name: str) -> bool:
        """Whether a column holds numbers."""
        return self.kind(name) in NUMERIC

    def missing(self, name: str) -> NDArray[np.bool_]:
        """Mask of the records that have no value in a column; NaN counts as none."""
        column = self.column(name)
        mask = column.is_null().to_numpy().astype(bool)
        if self._dtype(name).is_float():
            mask |= column.fill_null(0.0).is_nan().to_numpy().astype(bool)
        return mask

    def numbers(self, name: str, demand: Demand = TO_MASK) -> Vector:
        """Return a complete column of numbers or dates; say what is wrong with it otherwise."""
        if self.kind(name) not in (*NUMERIC, "date"):
            raise no_numbers(self, name, demand)
        values = self.measured(name)
        if self.column(name).null_count() == 0 and np.isfinite(values).all():
            return values
        missing = Gap().plus(self.missing(name))
        infinite = Gap() if missing.count else Gap().plus(np.isinf(values))
        refuse_gap(name, missing, infinite, demand)
        raise AssertionError("A value that is not finite is missing or infinite.")

    def measured(self, name: str) -> Vector:
        """Return a column of numbers, or of dates in microseconds; 0 where there is no value."""
        column = self.column(name)
        if self.kind(name) == "date":
            column = column.dt.timestamp("us")
        return as_floats(column.fill_null(0) if column.null_count() else column)

    def extremes(self, name: str) -> tuple[int, int]:
        """Return the smallest and the largest value of a column of whole numbers, exactly."""
        column = self.column(name)
        return int(column.min()), int(column.max())

    def written_decimals(self, name: str) -> int | None:
        """Return the most decimals with which a file writes a column; None if no file shows it."""
        dialect = self.origin.dialect
        if name not in self.verbatim or dialect is None:
            return None
        text = self.text(name)
        if text.str.contains("e|E").any():
            return None
        mark = re.escape(dialect.decimal)
        behind = text.str.strip_chars().str.replace(rf"^[^{mark}]*{mark}?", "", n=1)
        return int(behind.str.len_chars().max() or 0)

    def is_single_precision(self, name: str) -> bool:
        """Whether a column holds floats of 32 bits."""
        return bool(self._dtype(name) == nw.Float32)

    def matrix(self, names: Iterable[str], demand: Demand = TO_MASK) -> Matrix:
        """Return complete numeric columns side by side."""
        columns = [self.numbers(name, demand) for name in names]
        return np.column_stack(columns) if columns else np.empty((self.n_records, 0))

    def values(self, names: Iterable[str]) -> Matrix:
        """Return columns of numbers or dates side by side, NaN where there is no value."""
        columns = [np.where(self.missing(name), np.nan, self.measured(name)) for name in names]
        return np.column_stack(columns) if columns else np.empty((self.n_records, 0))

    def categories(self, name: str) -> nw.Series[Any]:
        """Return a column as text, each value as the category that it stands for."""
        column, dtype = self.column(name), self._dtype(name)
        if has_categories(column):
            return category_texts(column)
        if dtype != nw.Boolean and not dtype.is_float():
            return column.cast(nw.String)
        known = column if dtype == nw.Boolean else column.fill_nan(None)
        values = known.unique().drop_nulls().to_list()
        return known.replace_strict(
            [*values, None], [*map(category_of, values), None], return_dtype=nw.String
        )

    def listed_categories(self, name: str) -> list[str | None]:
        """Return the category of each record, None where it has no value.

        Each library has its own word for a missing text in a list.
        """
        values, missing = self.categories(name).to_list(), self.missing(name).tolist()
        return [None if is_gap else value for value, is_gap in zip(values, missing, strict=True)]

    def released_texts(self, name: str) -> list[str | None]:
        """Return what tells records apart in a column that is released as it is; None for a gap.

        A file writes such a column as it read it: 1 and 1.0 are two values to its readers, and so
        are two words for a gap.
        """
        if name not in self.verbatim:
            return self.listed_categories(name)
        return [text or None for text in self.text(name).to_list()]

    def levels(self, name: str) -> tuple[str, ...]:
        """Return the categories of a column whose type orders them, the lowest first."""
        dtype = self._dtype(name)
        return tuple(map(category_of, dtype.categories)) if isinstance(dtype, nw.Enum) else ()

    def with_values(self, columns: Mapping[str, Values]) -> Table:
        """Return a table in which these columns hold these values.

        Whole numbers take the integer type that the column had, fractions its float type; a
        column of integers that receives fractions becomes a column of floats. What is no number
        takes the type that the column had.
        """
        backend = nw.get_native_namespace(self.frame)
        series = []
        for name, values in columns.items():
            if isinstance(values, nw.Series):
                series.append(values.alias(name))
                continue
            column = nw.new_series(name, np.ascontiguousarray(values), backend=backend)
            dtype, code = self._dtype(name), values.dtype.kind
            fits = dtype.is_integer() if code in "iu" else code != "f" or dtype.is_float()
            series.append(_typed_like(column, self.frame.get_column(name)) if fits else column)
        verbatim = {name: text for name, text in self.verbatim.items() if name not in columns}
        return replace(self, frame=self.frame.with_columns(*series), verbatim=verbatim)

    def blanked(self, masks: Mapping[str, NDArray[np.bool_]]) -> Table:
        """Return a table in which some records have no value in some columns."""
        wanted = {name: mask for name, mask in masks.items() if mask.any()}
        if not wanted:
            return self
        frame = self.frame.with_columns(
            *(blanked(self.column(name), mask).alias(name) for name, mask in wanted.items())
        )
        texts = {
            name: blanked(self.verbatim[name], wanted[name])
            for name in wanted
            if name in self.verbatim
        }
        return replace(self, frame=frame, verbatim={**self.verbatim, **texts})

    @property
    def as_text(self) -> frozenset[str]:
        """Columns of numbers that a file writes with more digits than a float holds."""
        return frozenset(
            name
            for name, text in self.verbatim.items()
            if self.kind(name) == "decimal" and _has_long_integers(text)
        )

    def batches(self, _names: Iterable[str] | None = None) -> Iterator[Table]:
        """Yield the table itself: it is a source of one batch."""
        yield self

    def read_from(self, sha256: str, encoding: str) -> Table:
        """Return the table as read from a file of these bytes and this encoding."""
        dialect = self.origin.dialect
        dialect = None if dialect is None else replace(dialect, encoding=encoding)
        return replace(self, origin=replace(self.origin, sha256=sha256, dialect=dialect))

    def take(self, rows: Sequence[int]) -> Table:
        """Return a table with these rows, in this order."""
        verbatim = {name: text[list(rows)] for name, text in self.verbatim.items()}
        return replace(self, frame=self.frame[list(rows)], verbatim=verbatim)

    def without(self, names: Iterable[str]) -> Table:
        """Return a table that lacks these columns."""
        gone = set(names)
        verbatim = {name: text for name, text in self.verbatim.items() if name not in gone}
        # By position: polars would drop all columns that a name such as ^a.*$ is a pattern of.
        kept = [position for position, name in enumerate(self.names) if name not in gone]
        return replace(self, frame=self.frame[:, kept], verbatim=verbatim)

    def only(self, name: str) -> Table:
        """Return a table of one of the columns."""
        verbatim = {name: self.verbatim[name]} if name in self.verbatim else {}
        return replace(self, frame=self.frame[:, [self.names.index(name)]], verbatim=verbatim)

    def to_native(self) -> Any:
        """Return the values in the form in which the user brought them."""
        if self.as_array:
            return self.frame.to_numpy()
        native = self.frame.to_native()
        if self.native_names:
            return native.rename(columns=dict(self.native_names))
        # Of these, pandas frames alone can be changed in place, and the release must stay as it is.
        return native.copy() if hasattr(native, "copy") else native

    def _dtype(self, name: str) -> Any:
        # A frame's schema is built anew at each look; with thousands of columns that takes minutes.
        return self.frame.get_column(name).dtype


def _typed_like(column: nw.Series[Any], like: nw.Series[Any]) -> nw.Series[Any]:
    """Return a column in the type of another, down to pandas' own kinds of the same type.

    Times are those of UTC where the other has a time zone.
    """
    zone = like.dtype.time_zone if isinstance(like.dtype, nw.Datetime) else None
    if zone is not None:
        column = column.dt.replace_time_zone("UTC").dt.convert_time_zone(zone)
    typed = column.cast(like.dtype)
    native, wanted = typed.to_native(), like.to_native()
    if hasattr(native, "astype") and native.dtype != wanted.dtype:
        return nw.from_native(native.astype(wanted.dtype), series_only=True)
    return typed


def as_floats(column: nw.Series[Any]) -> Vector:
    """Return a complete column of numbers as float64, each the nearest one.

    pyarrow refuses to cast whole numbers above 2⁵³, and quotes one of them.
    """
    is_plain = column.dtype.is_integer() and column.dtype not in (nw.Int128, nw.UInt128)
    plain = column if is_plain else column.cast(nw.Float64)
    return plain.to_numpy().astype(np.float64)


def long_integers(text: nw.Series[Any]) -> nw.Series[Any]:
    """Return the whole numbers of a column of text that have more digits than a float may hold."""
    known = text.alias("text").str.strip_chars().drop_nulls()
    return known.filter(known.str.contains(_LONG_INTEGER))


def _has_long_integers(text: nw.Series[Any]) -> bool:
    """Whether there are whole numbers that a float does not hold, such as keys of 21 digits."""
    numbers = long_integers(text).to_list()
    return any(Decimal(number) != Decimal(float(number)) for number in numbers)


def no_numbers(source: Any, name: str, demand: Demand = TO_MASK) -> InputError:
    """Return the error for a column of a source that holds something else than numbers."""
    is_empty = all(batch.missing(name).all() for batch in source.batches([name]))
    kind = source.kind(name)
    content = "no values" if is_empty else _CONTENTS.get(kind, kind)
    hint = f": {source.hints[name]}" if name in source.hints else ""
    return InputError(
        f"Column '{name}'{demand.whose} holds {content}, not numbers{hint}. Only numeric columns "
        f"can be {demand.purpose}: ",
        *demand.text_remedy,
        ".",
    )


_CONTENTS = {"boolean": "true or false", "date": "dates", "other": "values of another type"}


def refuse_gap(name: str, missing: Gap, infinite: Gap, demand: Demand = TO_MASK) -> None:
    """Refuse a column of numbers that has missing values, or infinite ones."""
    found = ((missing, "missing", "Fill them in"), (infinite, "infinite", "Correct"))
    for gap, what, remedy in found:
        if gap.count:
            raise InputError(
                f"Column '{name}'{demand.whose} has {counted(gap.count, 'value')} {what}, the "
                f"first in record {gap.first:,}. {remedy} or remove these records",
                *demand.gap_remedy,
                ".",
            )
