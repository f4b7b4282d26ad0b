"""A table in every form that Covey takes, written with the csv module and pyarrow alone."""

from __future__ import annotations

import csv
import gzip
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import strategies as st
from tests.fuzz.tables import Drawn

FRAMES = ("pandas", "polars", "pyarrow", "numpy")
FILES = ("csv", "csv.gz", "parquet")


@dataclass(frozen=True)
class Dialect:
    """How a delimited file is written."""

    delimiter: str = ","
    quote: str = '"'
    decimal: str = "."
    encoding: str = "utf-8"
    newline: str = "\n"
    is_stated: bool = True
    header: str = "yes"

    @property
    def reading(self) -> dict[str, str]:
        """What the request says of it."""
        if not self.is_stated:
            return {}
        return {
            "delimiter": self.delimiter,
            "quote": self.quote,
            "decimal": self.decimal,
            "encoding": self.encoding,
            "header": self.header,
        }


@st.composite
def dialects(draw: st.DrawFn) -> Dialect:
    """Draw a dialect; one that leaves the choice to Covey is a plain one."""
    if draw(st.booleans()):
        return Dialect(is_stated=False)
    delimiter = draw(st.sampled_from(",;\t|"))
    return Dialect(
        delimiter,
        draw(st.sampled_from("\"'")),
        "." if delimiter == "," else draw(st.sampled_from(".,")),
        draw(st.sampled_from(("utf-8", "utf-8-sig", "cp1252", "utf-16"))),
        draw(st.sampled_from(("\n", "\r\n"))),
        header=draw(st.sampled_from(("yes", "yes", "no"))),
    )


def write_input(table: Drawn, kind: str, dialect: Dialect, folder: Path) -> Path:
    """Write a file; return its path."""
    path = folder / f"input.{kind}"
    if kind == "parquet":
        pq.write_table(arrow(table), path)
        return path
    rows = [[column.name for column in table.columns]] if dialect.header == "yes" else []
    rows += zip(*(_texts(column, dialect) for column in table.columns), strict=True)
    opened = gzip.open if kind == "csv.gz" else Path.open
    with opened(path, "wt", encoding=dialect.encoding, newline="") as file:
        writer = csv.writer(
            file,
            delimiter=dialect.delimiter,
            quotechar=dialect.quote,
            lineterminator=dialect.newline,
            # Before Python 3.13 a lone carriage return would stand without quotes.
            quoting=csv.QUOTE_ALL if _has_returns(table) else csv.QUOTE_MINIMAL,
        )
        writer.writerows(rows)
    return path


def _has_returns(table: Drawn) -> bool:
    return any("\r" in text for column in table.columns for text in column.texts)


def _texts(column: Any, dialect: Dialect) -> list[str]:
    is_number = column.role == "quasi" or column.kind in ("gaps", "integer", "infinite")
    if not is_number:
        return list(column.texts)
    return [text.replace(".", dialect.decimal) for text in column.texts]


def arrow(table: Drawn) -> pa.Table:
    """Return the table as pyarrow has it; columns of one name are for files alone."""
    return pa.table(
        [_arrow_column(column.values, column.kind) for column in table.columns],
        names=[column.name for column in table.columns],
    )


def _arrow_column(values: tuple[Any, ...], kind: str) -> pa.Array:
    if any(isinstance(value, str) for value in values):
        text = pa.array([None if value is None else str(value) for value in values], pa.string())
        return text.dictionary_encode() if kind == "category" else text
    if all(value is None for value in values):
        return pa.array(values, pa.float64())
    return pa.array(values, pa.float32()) if kind == "single" else pa.array(values)


def make_frame(table: Drawn, kind: str) -> Any:
    """Return the table as a frame, or as an array if all its columns are numbers."""
    whole = arrow(table)
    if kind == "pyarrow":
        return whole
    if kind == "polars":
        return pl.DataFrame(
            dict(zip(whole.column_names, map(pl.Series, whole.columns), strict=True))
        )
    if kind == "pandas":
        columns = {name: whole[name].to_pandas() for name in whole.column_names}
        return pd.DataFrame(columns)
    return np.column_stack([np.array(column.values, dtype=float) for column in table.columns])
