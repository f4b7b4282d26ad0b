"""Dates of every library and unit come back in the column's type and zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pandas as pd
import polars as pl
import pytest

import covey

BERLIN = ZoneInfo("Europe/Berlin")
TIMES = [datetime(1960, 5, 31, 12, 0, tzinfo=BERLIN), datetime(1960, 5, 31, 14, 0, tzinfo=BERLIN)]
MEAN = datetime(1960, 5, 31, 12, 0, tzinfo=UTC)  # 13:00 in Berlin, an hour ahead that year


@pytest.mark.parametrize("unit", ["ms", "us", "ns"])
@pytest.mark.parametrize("library", ["polars", "pandas", "pyarrow", "pandas with arrow"])
def test_the_mean_of_moments(unit, library):
    frame = pl.DataFrame({"t": pl.Series(TIMES * 2).dt.cast_time_unit(unit), "x": [1.0] * 4})
    made = {
        "polars": lambda: frame,
        "pandas": frame.to_pandas,
        "pyarrow": frame.to_arrow,
        "pandas with arrow": lambda: frame.to_arrow().to_pandas(types_mapper=pd.ArrowDtype),
    }[library]()
    released = covey.protect(made, k=4, method="mdav", roles={"quasi": ["t", "x"]}).data
    assert _type(released) == _type(made)
    assert list(pl.from_dataframe(released)["t"].dt.convert_time_zone("UTC")) == [MEAN] * 4


def _type(frame):
    return frame.schema.field("t").type if hasattr(frame, "column_names") else frame["t"].dtype
