"""Classes of strata and patterns, counted batch by batch."""

from __future__ import annotations

import polars as pl
import pytest

from covey.core import classes
from covey.core.classes import CensusTaker, Classes
from covey.core.errors import InputError, RequestError
from covey.core.markers import Markers
from covey.reading import read

MARKERS = (Markers("a"), Markers("b", ("-9",)))


def taken(frames, **settings):
    of = Classes(k=3, markers=MARKERS, has_patterns=True, **settings)
    taker, start, seen = CensusTaker(of), 0, {}
    for frame in frames:
        table = read(frame)
        marks = {one.name: one.of(table) for one in MARKERS}
        for name in of.strata:
            seen.setdefault(name, {}).update(dict.fromkeys(table.column(name).drop_nulls()))
        taker.add(table, marks, seen, start)
        start += table.n_records
    return taker.census()


def test_each_pattern_of_markers_in_each_stratum_is_a_class():
    frame = pl.DataFrame(
        {"a": [1, None, 3, None], "b": [-9, 2, 2, 2], "s": ["n", "n", None, "n"]}, strict=False
    )
    census = taken([frame], strata=("s",))
    found = {key: count.n_records for key, count in census.counts.items()}
    assert found == {(1, 0, 2): 1, (1, 1, 0): 2, (0, 0, 0): 1}


def test_records_of_a_whole_unit_share_a_pattern_with_gaps_where_they_differ():
    # Unit x lacks b in one of two records, in the next batch; y has all.
    one = pl.DataFrame({"a": [1, 2], "b": [5, 6], "u": ["x", "y"]})
    two = pl.DataFrame({"a": [1, 2], "b": [-9, 6], "u": ["x", "y"]})
    census = taken([one, two], unit=("u",), is_whole=True)
    found = {key: (count.n_records, count.n_units) for key, count in census.counts.items()}
    assert found == {(0, 1): (2, 1), (0, 0): (2, 1)}
    assert census.n_split == 2


def test_what_is_a_gap_already_does_not_count_as_split():
    # Unit x has b in one record of three, y in two of three, over two batches; z lacks it in both.
    one = pl.DataFrame({"a": [1, 1, 2, 2, 3], "b": [5, None, 6, 6, None], "u": list("xxyyz")})
    two = pl.DataFrame(
        {"a": [1, 2, 3], "b": pl.Series([None] * 3, dtype=pl.Int64), "u": list("xyz")}
    )
    census = taken([one, two], unit=("u",), is_whole=True)
    assert {key: count.n_units for key, count in census.counts.items()} == {(0, 1): 3}
    assert census.n_split == 1 + 2


def test_a_whole_unit_in_two_strata_is_refused():
    frame = pl.DataFrame({"a": [1, 2], "b": [5, 6], "u": ["x", "x"], "s": ["n", "w"]})
    with pytest.raises(RequestError, match="1 unit has records in several strata"):
        taken([frame], unit=("u",), strata=("s",), is_whole=True)
    assert len(taken([frame], unit=("u",), strata=("s",)).counts) == 2


def test_a_record_without_a_unit_is_refused_with_its_number_in_the_table():
    one = pl.DataFrame({"a": [1, 2], "b": [5, 6], "u": ["x", "y"]})
    two = pl.DataFrame({"a": [1], "b": [5], "u": pl.Series([None], dtype=pl.String)})
    with pytest.raises(InputError, match="1 record has none, the first of them record 3"):
        taken([one, two], unit=("u",))


def test_too_many_classes_are_refused_and_fill_is_named(monkeypatch):
    monkeypatch.setattr(classes, "MOST_CLASSES", 1)
    with pytest.raises(RequestError, match="missing='fill'"):
        taken([pl.DataFrame({"a": [1, None], "b": [1, 2]})])
