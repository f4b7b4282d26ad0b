"""Confidential columns as arrays, and how often their values occur, counted batch by batch."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import covey
from covey.core.errors import RequestError
from covey.measuring import MEASURES, Attribute, Evidence, Whole
from covey.measuring.confidential import Tally, attributes_of, keys_of_texts, tally
from covey.reading import read


@pytest.mark.parametrize("is_numeric", [True, False])
def test_more_values_than_are_counted_one_by_one(is_numeric):
    """Half of the records hold one value, the others one of 6,000, of which 1,000 are counted."""
    rng = np.random.default_rng(5)
    n = 40_000
    values = np.where(rng.random(n) < 0.5, 0.0, rng.integers(0, 6_000, n)).astype(float)
    key = np.sort(rng.normal(size=(n // 5, 1)), axis=0).repeat(5, axis=0)
    column = Attribute("x", values, is_numeric)
    few = Tally("x", is_numeric, room=1_000, seed=2)
    for rows in np.array_split(np.arange(n), 7):
        few.add(Attribute("x", values[rows], is_numeric))
    assert not few.is_exact
    assert len(few.values) <= 1_000 == len(few.sample)
    kept = Tally.from_dict(json.loads(json.dumps(few.to_dict(), allow_nan=False)))
    measured = []
    for tallies in (tally([column]), (kept,)):
        whole = Whole(("k",), Evidence(key, key).whole.moments, len(key), tallies)
        evidence = Evidence(key, key, attributes=(column,), within=whole)
        measured.append(MEASURES["T"].compute(evidence))
    exact, found = measured
    assert exact.margin == 0.0
    assert abs(found.value - exact.value) <= found.margin < 0.2
    assert "'x' has more distinct values than are counted one by one" in found.note


def test_a_tally_is_the_same_in_one_batch_and_in_many():
    values = np.array([3.0, np.nan, -np.inf, 3.0, 7.0, 0.0, -0.0])
    one, many = Tally("x", is_numeric=True), Tally("x", is_numeric=True)
    one.add(Attribute("x", values, is_numeric=True))
    for value in values:
        many.add(Attribute("x", np.array([value]), is_numeric=True))
    for found in (one, many, Tally.from_dict(json.loads(json.dumps(many.to_dict())))):
        assert found.values.tolist() == [-np.inf, 0.0, 3.0, 7.0]
        assert found.counts.tolist() == [1, 2, 2, 1]
        assert (found.n_records, found.n_missing, found.finite.count) == (7, 1, 5)
        assert found.margin == 0.0


def test_a_missing_category_is_no_text():
    keys = keys_of_texts(["", "None", "a", None])
    assert len(set(keys.tolist())) == 4
    assert keys_of_texts(["a"])[0] == keys[2]


def test_categories_are_the_same_in_all_batches():
    """The first batch holds a and b, the second b and c: only their numbers differ."""
    found = Tally("x", is_numeric=False)
    for texts in (["a", "b"], ["b", "c"]):
        codes = np.array([0.0, 1.0, 1.0])
        found.add(Attribute("x", codes, is_numeric=False, keys=keys_of_texts(texts)))
    counts, n = found.counts_of(keys_of_texts(["a", "b", "c", "d"]))
    assert (counts.tolist(), n) == ([1, 3, 2, 0], 6)
    assert found.concentration() == pytest.approx((1 + 9 + 4) / 36)


COLUMNS = {
    "income": [3.5, None, 1.25, 3.5],
    "children": [2, 0, None, 2],
    "illness": ["gout", "flu", None, "flu"],
    "smokes": [True, None, False, True],
    "admitted": [date(2024, 5, 1), date(2023, 1, 9), None, date(2024, 5, 1)],
}
EXPECTED = {
    "income": [3.5, np.nan, 1.25, 3.5],
    "children": [2, 0, np.nan, 2],
    "illness": [1, 0, 2, 0],
    "smokes": [1, 2, 0, 1],
    "admitted": [1, 0, 2, 1],
}


def nullable_pandas():
    return pl.DataFrame(COLUMNS).to_pandas(use_pyarrow_extension_array=True)


FRAMES = {
    "pandas": lambda: pd.DataFrame(COLUMNS),
    "pandas, nullable": lambda: pd.DataFrame(COLUMNS).convert_dtypes(),
    "pandas on arrow": nullable_pandas,
    "polars": lambda: pl.DataFrame(COLUMNS),
    "pyarrow": lambda: pa.table(COLUMNS),
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_every_kind_of_frame(frame):
    found = attributes_of(read(frame()), COLUMNS)
    assert [attribute.name for attribute in found] == list(COLUMNS)
    assert [attribute.is_numeric for attribute in found] == [True, True, False, False, False]
    for attribute in found:
        assert attribute.values.dtype == np.float64
        np.testing.assert_array_equal(attribute.values, EXPECTED[attribute.name])


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_codes_do_not_depend_on_the_row_order(frame):
    found = attributes_of(read(frame()), COLUMNS)
    native = frame()
    order = [3, 1, 0, 2]
    if isinstance(native, pd.DataFrame):
        other = native.iloc[order]
    else:
        other = native[order] if isinstance(native, pl.DataFrame) else native.take(order)
    for one, two in zip(found, attributes_of(read(other), COLUMNS), strict=True):
        np.testing.assert_array_equal(one.values[order], two.values)


def test_other_types():
    frame = pl.DataFrame(
        {
            "share": [Decimal("0.5"), None, Decimal("0.25")],
            "grade": pl.Series(["b", None, "a"], dtype=pl.Categorical),
            "codes": [[1, 2], None, [1, 2]],
        }
    )
    share, grade, codes = attributes_of(read(frame), frame.columns)
    np.testing.assert_array_equal(share.values, [0.5, np.nan, 0.25])
    assert grade.values.tolist() == [1, 2, 0]
    assert codes.values.tolist() == [0, 1, 0]


def test_the_word_none_is_not_a_missing_value():
    (found,) = attributes_of(read(pl.DataFrame({"x": ["None", None, "nan"]})), ["x"])
    assert found.values.tolist() == [0, 2, 1]


def test_arrays_and_infinite_numbers():
    (found,) = attributes_of(read(np.array([[1.0, np.inf], [2.0, np.nan]])), ["x1"])
    np.testing.assert_array_equal(found.values, [np.inf, np.nan])


def test_columns_without_values():
    frame = pl.DataFrame({"a": [None, None], "b": pl.Series([None, None], dtype=pl.Float64)})
    a, b = attributes_of(read(frame), ["a", "b"])
    assert (a.is_numeric, a.values.tolist()) == (False, [0, 0])
    assert b.is_numeric
    assert np.isnan(b.values).all()


def test_the_table_is_not_changed():
    frame = pd.DataFrame(COLUMNS)
    before = frame.copy(deep=True)
    (found,) = attributes_of(read(frame), ["income"])
    found.values[:] = 0.0
    pd.testing.assert_frame_equal(frame, before)


def test_a_name_given_twice_counts_once():
    found = attributes_of(read(pl.DataFrame(COLUMNS)), ["income", "income"])
    assert len(found) == 1


def test_unknown_names():
    with pytest.raises(RequestError, match=r"No column 'incom'\. Did you mean 'income'\?"):
        attributes_of(read(pl.DataFrame(COLUMNS)), ["incom"])


def test_numbers_that_are_declared_as_categories_are_categories():
    """T of codes 1, 2, 9 is that of the texts, whatever numbers stand for them."""
    frame = pl.DataFrame({"x": [1.0, 2.0, 10.0, 11.0, 20.0, 21.0], "code": [1, 2, 1, 9, 1, 9]})
    declared = {"code": {"kind": "nominal"}}
    settings = {"k": 2, "roles": {"confidential": ["code"], "quasi": ["x"]}, "method": "mdav"}
    found = covey.protect(frame, columns=declared, **settings)
    texts = covey.protect(frame.with_columns(pl.col("code").cast(pl.String)), **settings)
    plain = covey.protect(frame, **settings)
    # The table has 3, 1 and 2 of six; a pair of 1 and 9 is 1/6 off, one of 1 and 2 is 1/3.
    assert found.scores["T"] == texts.scores["T"] == pytest.approx(1 / 3)
    assert plain.scores["T"] != found.scores["T"]
    assert found.scores["L_distinct"] == 2.0
