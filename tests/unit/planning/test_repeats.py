import narwhals as nw
import polars as pl
import pytest

from covey.core.table import Origin, Table
from covey.planning.repeats import Repeats, pieces_of


def known(names, most_cells=4_000_000, n_batches=1, **columns):
    repeats = Repeats(columns, most_cells=most_cells)
    rows = -(-len(names) // n_batches)
    for start in range(0, len(names), rows):
        part = slice(start, start + rows)
        repeats.add(
            pl.Series(names[part], strict=False),
            {c: pl.Series(v[part]) for c, v in columns.items()},
        )
    return repeats


@pytest.mark.parametrize("n_batches", [1, 2, 5])
def test_names_that_occur_again_are_seen_across_batches(n_batches):
    assert known(["a", "b", "c", "d", "a"], n_batches=n_batches).is_repeated
    assert not known(["a", "b", "c", "d", "e"], n_batches=n_batches).is_repeated


@pytest.mark.parametrize("n_batches", [1, 3, 6])
def test_what_is_the_same_within_each_name_is_told_from_what_is_not(n_batches):
    found = known(
        ["a", "a", "b", "b", "c", "a"],
        n_batches=n_batches,
        whole=[5, 5, 7, 7, 5, 5],
        split=[5, 5, 7, 8, 5, 5],  # differs within b
        flat=[1, 1, 1, 1, 1, 1],  # the same for all says nothing about names
        late=[5, 5, 7, 7, 5, 6],  # differs in the last record of a
    )
    assert found.constant == ("whole",)


def test_gaps_of_names_and_values_are_passed_over():
    found = known(["a", None, "a", None, "b"], x=[1.0, 2.0, None, 3.0, 4.0])
    assert found.is_repeated
    assert found.constant == ("x",)
    assert known([None, None, "b"]).is_repeated is False


def test_names_that_never_repeat_tell_nothing():
    assert known(["a", "b", "c"], x=[1, 2, 3]).constant == ()


def test_of_many_names_a_part_is_kept_with_all_its_records():
    names = [str(i) for i in range(5_000)] * 2
    found = known(names, most_cells=3_600, n_batches=7, x=names, y=[str(i) for i in range(10_000)])
    assert found.is_repeated
    assert found.constant == ("x",)
    assert len(found._known) <= 200


def test_a_few_records_come_first():
    frame = pl.DataFrame({"a": [1.0, float("nan"), *range(2_000)], "b": ["x"] * 2_002})
    table = Table(nw.from_native(frame, eager_only=True), Origin("test"))
    first, rest = pieces_of(table, ["a", "b", "a"])
    assert (len(first["a"]), len(rest["a"])) == (1_000, 1_002)
    assert first["a"][1] is None
