"""How a table looks in a file: delimited text in the input's own dialect, or Parquet."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

import narwhals as nw
import polars as pl

from covey.core.errors import OutputError
from covey.core.formulas import Formulas, FormulaTreatment
from covey.core.legible import shown
from covey.core.roles import Roles
from covey.core.source import Source
from covey.core.spelling import Setting
from covey.core.table import Dialect, Table

FileFormat: TypeAlias = Literal["csv", "parquet"]

_FORMATS: dict[str, FileFormat] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
}
DELIMITED: frozenset[FileFormat] = frozenset({"csv"})
"""Formats of text, which have a dialect."""

_CSV_KINDS = (
    pl.String,
    pl.Categorical,
    pl.Enum,
    pl.Boolean,
    pl.Null,
    pl.Date,
    pl.Datetime,
    pl.Time,
)

_ISO = "%Y-%m-%dT%H:%M:%S%.f"

# A cell runs if it begins with one of these signs, their full-width forms, a tab or a line break:
# the list of the Open Worldwide Application Security Project on CSV injection. A sign alone, or
# before nothing but a number, does not.
_BEGINNING = r"^[=+\-@＝＋－＠\t\r\n]"
_NUMBER = r"^[+\-][0-9 .,']*(?:[eE][+\-]?[0-9]+)?[ %]*$"


def format_of(target: Path) -> FileFormat:
    """Return the format that a file's suffix stands for."""
    try:
        return _FORMATS[target.suffix.lower()]
    except KeyError:
        if target.suffix.lower() == ".gz":
            raise OutputError(
                f"A release is written uncompressed. Got '{target.name}'. Write "
                f"'{target.stem}', and compress it when it is published."
            ) from None
        got = f"'{target.suffix}'" if target.suffix else "no suffix"
        raise OutputError(
            f"The output must end in one of {', '.join(_FORMATS)}. Got {got} in '{target.name}'."
        ) from None


def dialect_of(table: Source, target: Path) -> Dialect | None:
    """Return how a file of text will be written: as the input was; none for other formats."""
    if format_of(target) not in DELIMITED:
        return None
    dialect = table.origin.dialect or Dialect()
    if target.suffix.lower() == ".tsv":
        dialect = replace(dialect, delimiter="\t")
    dialect = replace(dialect, quote=dialect.quote or '"')
    for what, mark in (("delimiter", dialect.delimiter), ("quote", dialect.quote)):
        if len(mark) != 1 or not mark.isascii():
            raise OutputError(
                f"The {what} of a delimited file must be one ASCII character. Got {shown(mark)}. "
                "Write a .parquet file instead."
            )
    return dialect


def parquet_frame(table: Table, as_text: Collection[str] = ()) -> pl.DataFrame:
    """Return a table as a Parquet file holds it, some columns of numbers as text."""
    # By name, not as a list of series: polars would rename a column whose name is empty.
    frame = pl.DataFrame({name: _parquet_column(table, name, as_text) for name in table.names})
    for name, dtype in frame.schema.items():
        if dtype == pl.Object:
            raise unwritable(name, "Parquet")
    return frame


def _parquet_column(table: Table, name: str, as_text: Collection[str]) -> pl.Series:
    """Return the typed values, or the text where typing it lost something."""
    column = to_polars(table.frame.get_column(name))
    if name in table.verbatim and (column.dtype == pl.String or name in as_text):
        # In which NA may be Namibia; only an empty field is null.
        return to_polars(table.verbatim[name]).cast(pl.String)
    if column.dtype in (pl.Int128, pl.UInt128):  # which Arrow does not know
        return column.cast(pl.Decimal(38, 0))
    return column


def csv_frame(table: Table, dialect: Dialect, formulas: FormulaTreatment = "keep") -> pl.DataFrame:
    """Return a table as a delimited file shows it."""
    columns = {name: _csv_column(table, name, dialect) for name in table.names}
    if formulas == "keep":
        return pl.DataFrame(columns)
    for name in table.names:
        if table.kind(name) == "text":
            columns[name] = escaped(columns[name].cast(pl.String))
    return pl.DataFrame(dict(zip(names_in_file(columns, formulas), columns.values(), strict=True)))


def is_formula(text: pl.Series) -> pl.Series:
    """Return which cells of a column of text a spreadsheet would run."""
    found = text.str.contains(_BEGINNING) & ~text.str.contains(_NUMBER)
    return found.fill_null(value=False)


def escaped(text: pl.Series) -> pl.Series:
    """Return a column of text with an apostrophe before each cell that would run."""
    apostrophe = pl.Series(["'"], dtype=pl.String)
    return text.zip_with(~is_formula(text), apostrophe + text)


def names_in_file(names: Iterable[str], treatment: FormulaTreatment) -> tuple[str, ...]:
    """Return the names that a delimited file has for these columns."""
    given = tuple(names)
    shown = _shown(given, treatment)
    for name, other in zip(given, shown, strict=True):
        if name != other and other in given:
            raise OutputError(
                f"Behind an apostrophe, the column '{name}' has the name of another. Rename one of "
                "them, or leave out ",
                Setting("formulas", "escape"),
                ".",
            )
    return shown


def roles_in_file(roles: Roles, treatment: FormulaTreatment) -> Roles:
    """Return the roles under the names that a delimited file has for the columns."""
    shown = {role: _shown(names, treatment) for role, names in roles.to_dict().items()}
    return Roles.of(shown, is_weight_released=roles.is_weight_released)


def _shown(names: Iterable[str], treatment: FormulaTreatment) -> tuple[str, ...]:
    given = pl.Series(tuple(names), dtype=pl.String)
    return tuple(given if treatment == "keep" else escaped(given))


def count_formulas(table: Table, treatment: FormulaTreatment = "keep") -> Formulas:
    """Count cells of the text columns, and column names, that a spreadsheet would run."""
    cells = {name: _count_formulas(table, name) for name in table.names}
    names = pl.Series(table.names, dtype=pl.String)
    columns = tuple(name for name, count in cells.items() if count)
    return Formulas(treatment, sum(cells.values()), columns, int(is_formula(names).sum()))


def _count_formulas(table: Table, name: str) -> int:
    if table.kind(name) != "text":
        return 0
    column = table.verbatim[name] if name in table.verbatim else table.frame.get_column(name)
    values = to_polars(column)
    if values.dtype not in (pl.String, pl.Categorical, pl.Enum):
        return 0  # such as categories that are intervals, which no file holds
    return int(is_formula(values.cast(pl.String)).sum())


def _csv_column(table: Table, name: str, dialect: Dialect) -> pl.Series:
    if name in table.verbatim:
        return to_polars(table.verbatim[name]).cast(pl.String)
    column = to_polars(table.frame.get_column(name))
    if not (column.dtype.is_numeric() or column.dtype in _CSV_KINDS):
        raise unwritable(name, "a delimited file")
    if isinstance(column.dtype, pl.Datetime):
        # Each value by itself: fractions of a second where there are any, in all batches alike.
        return column.dt.strftime(_ISO if column.dtype.time_zone is None else f"{_ISO}%:z")
    if column.dtype.is_float():
        column = column.fill_nan(None)
    if column.dtype.is_float() or column.dtype.is_decimal():
        return _with_decimal_mark(column, dialect)
    return column


def _with_decimal_mark(column: pl.Series, dialect: Dialect) -> pl.Series:
    """Return text where polars' own decimal comma does not serve: it would quote missing values."""
    if dialect.decimal == "." or (dialect.decimal == "," and dialect.delimiter != ","):
        return column
    return column.cast(pl.String).str.replace(".", dialect.decimal, literal=True)


def to_polars(column: nw.Series[Any]) -> pl.Series:
    """Return a column of any library as one of polars."""
    try:
        # Under a neutral name: polars takes one such as ^a.*$ for a pattern of names.
        return column.to_polars().alias("column")
    except (Exception, pl.exceptions.PanicException):
        # Values of several types in one pandas column; the cause would quote them.
        raise unwritable(column.name, "a file") from None


def unwritable(name: str, what: str) -> OutputError:
    """Return the error for a column that a format cannot hold."""
    return OutputError(
        f"Column '{name}' holds values that {what} cannot hold as a column. "
        "Convert it to one type of text, number or date, or give it the role identifier."
    )


def csv_options(frame: pl.DataFrame, dialect: Dialect) -> dict[str, Any]:
    """Return how polars writes a delimited file of this dialect."""
    return {
        "separator": dialect.delimiter,
        "quote_char": dialect.quote,
        "decimal_comma": dialect.decimal == "," and dialect.delimiter != ",",
        # A lone empty field would be an empty line, which readers skip: the record would be lost.
        "null_value": 2 * dialect.quote if frame.width == 1 else None,
    }


def unencodable(frame: pl.DataFrame, encoding: str) -> OutputError:
    """Name the column, not the character: it is part of a record."""
    return OutputError(
        f"Column '{_first_unencodable(frame, encoding)}' holds a character that the input's "
        f"encoding, {encoding}, cannot express. Write a .parquet file instead, or convert the "
        "input to UTF-8 first."
    )


def _first_unencodable(frame: pl.DataFrame, encoding: str) -> str:
    for name in frame.columns:
        column = frame.get_column(name).alias("column")
        text = column.cast(pl.String).unique().drop_nulls().to_list()
        try:
            name.encode(encoding)
            "".join(text).encode(encoding)
        except UnicodeEncodeError:
            return name
    return frame.columns[0]
