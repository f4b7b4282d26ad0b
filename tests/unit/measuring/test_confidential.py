"""How often the values of a confidential column occur, counted batch by batch."""

from __future__ import annotations

import json

import numpy as np
import pytest

from covey.measuring import MEASURES, Attribute, Evidence, Whole
from covey.measuring.confidential import Tally, keys_of_texts, tally


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
        whole = Whole(("k",), Evidence(key, key).whole.moments, tallies)
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
