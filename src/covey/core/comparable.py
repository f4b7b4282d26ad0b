"""Columns as polars holds them, to compare and count values: equal ones stay equal."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np

from covey.core.category import category_of
from covey.core.errors import InputError


def comparable(column: nw.Series[Any], name: str) -> Any:
    """Return a column as one of polars; refuse values that no column of one type holds.

    Of pandas, categories are texts and moments those of UTC: polars knows neither categories that
    are numbers nor time zones such as +05:30.
    """
    native = column.to_native()
    if has_categories(column):
        categories = native.cat.categories
        if len(set(map(category_of, categories))) < len(categories):  # such as 1 and the text 1
            raise _several_types(name)
        column = category_texts(column)
    elif getattr(getattr(native, "dtype", None), "tz", None) is not None:
        column = nw.from_native(native.dt.tz_convert("UTC"), series_only=True)
    try:
        return column.to_polars()
    except MemoryError:
        raise
    except Exception:  # of pyarrow or of polars; it quotes a value
        raise _several_types(name) from None


def _several_types(name: str) -> InputError:
    return InputError(
        f"Column '{name}' holds values of several types, or of one that cannot be compared. "
        "Convert it to numbers, text or dates first, or give it the role identifier."
    )


def has_categories(column: nw.Series[Any]) -> bool:
    """Whether a column is a categorical of pandas, whose categories may be of any type."""
    native = column.to_native()
    return hasattr(native, "cat") and hasattr(native, "iloc") and hasattr(native.cat, "codes")


def category_texts(column: nw.Series[Any]) -> nw.Series[Any]:
    """Return a categorical of pandas as text.

    A cast would write 1 as 1.0 wherever another record has no value.

    Examples
    --------
    >>> import pandas as pd
    >>> column = nw.from_native(pd.Series([1, 2, None], dtype="category"), series_only=True)
    >>> category_texts(column).drop_nulls().to_list()
    ['1', '2']
    """
    native = column.to_native()
    texts = np.array([*map(category_of, native.cat.categories), None], dtype=object)
    backend = nw.get_native_namespace(column)
    # Code -1 stands for no value, and takes the last text.
    listed = texts[native.cat.codes.to_numpy()].tolist()
    return nw.new_series(column.name, listed, nw.String, backend=backend)
