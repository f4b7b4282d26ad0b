from __future__ import annotations

from typing import Any

import narwhals as nw
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from covey.core.errors import GuaranteeError
from covey.core.roles import Roles
from covey.releasing.guarantee import check_columns, check_size, smallest_class

FRAMES = [pl.DataFrame, pd.DataFrame, pa.table, lambda data: nw.from_native(pl.DataFrame(data))]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(
    ("names", "expected"), [(["a"], 2), (["b"], 2), (["a", "b"], 1), (["c"], 5)]
)
def test_counts_equal_rows(frame: Any, names: list[str], expected: int) -> None:
    data = {"a": [1, 1, 1, 2, 2], "b": ["x", "x", "y", "y", "y"], "c": [0.5] * 5}
    assert smallest_class(frame(data), names) == expected


def test_missing_values_form_a_class_of_their_own() -> None:
    assert smallest_class(pl.DataFrame({"a": [None, None, None, 1.0, 1.0]}), ["a"]) == 2
    assert smallest_class(pl.DataFrame({"a": [None, 2.0, 2.0]}), ["a"]) == 1
    assert smallest_class(pl.DataFrame({"a": [float("nan")] * 3}), ["a"]) == 3
    assert smallest_class(pd.DataFrame({"a": [None, 2.0, 2.0]}), ["a"]) == 1


def test_numbers_that_differ_in_the_last_bit_differ() -> None:
    assert smallest_class(pl.DataFrame({"a": [0.1 + 0.2, 0.3, 0.3]}), ["a"]) == 1


@pytest.mark.parametrize("name", ["n", "len", "q0", "*", "^.*$", ""])
def test_odd_column_names_are_just_names(name: str) -> None:
    frame = pl.DataFrame({name: [1, 1, 2, 2, 2], "other": [1, 2, 3, 4, 5]})
    assert smallest_class(frame, [name]) == 2


def test_no_records_make_no_class() -> None:
    assert smallest_class(pl.DataFrame({"a": []}), ["a"]) == 0


def test_no_quasi_identifier_is_refused() -> None:
    with pytest.raises(GuaranteeError, match="no quasi-identifier"):
        smallest_class(pl.DataFrame({"a": [1, 1]}), [])


def test_check_passes_at_k_and_fails_above() -> None:
    check_size(2, k=2)
    with pytest.raises(GuaranteeError, match=r"A class of 2 records.*k=3"):
        check_size(2, k=3)
    with pytest.raises(GuaranteeError, match=r"^One record would stand out"):
        check_size(1, k=2)


@pytest.mark.parametrize("k", [1, 0, -1])
def test_a_k_that_promises_nothing_is_refused(k: int) -> None:
    with pytest.raises(GuaranteeError, match="promises nothing"):
        check_size(2, k)


def test_identifiers_and_columns_without_a_role_are_held_back() -> None:
    roles = Roles(("name",), ("age",), ("income",), ("code",))
    check_columns(["age", "income", "code"], roles)
    with pytest.raises(GuaranteeError, match="'name' is to be dropped and still"):
        check_columns(["name", "age"], roles)
    with pytest.raises(GuaranteeError, match="'extra' of the masked table has no role"):
        check_columns(["age", "extra"], roles)
