"""Categories in a tree, by hand."""

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import covey
from covey.aggregating import fit
from covey.core.encoding import Treatment
from covey.core.errors import CoveyError
from covey.core.partition import Partition
from covey.core.profile import Profile
from covey.core.table import Origin, Table
from covey.core.taxonomy import Taxonomy

JOBS = {
    "cook": "food",
    "waiter": "food",
    "nurse": "health",
    "dentist": "health",
    "food": "any",
    "health": "any",
}
ALL = ["cook", "waiter", "nurse", "dentist"]


def encoder_of(values, parents=JOBS, frame=pl.DataFrame, **treatment):
    table = Table(nw.from_native(frame({"x": values}), eager_only=True), Origin("t"))
    tree = Taxonomy.of(parents.items(), "The tree")
    made = Treatment(**{"kind": "nominal", "taxonomy": tree, **treatment})
    profile = Profile.of(table, ["x"], categorical=["x"])
    return fit(profile, ["x"], {"x": made}).encoders[0], table


def squared(X, i, j):
    return np.square(X[i] - X[j]).sum()


def test_cousins_are_nearer_than_strangers_and_the_variance_is_one():
    encoder, table = encoder_of(ALL)
    X = encoder.encode(table)
    # Six nodes below the root. Each leaf has a share of 1/4, each branch of 1/2: the variance of
    # the indicators is 4 · 3/16 + 2 · 1/4 = 5/4. Siblings differ in two of them, others in four.
    assert X.shape == (4, 6)
    assert X.var(axis=0).sum() == pytest.approx(1.0)
    assert X.mean(axis=0) == pytest.approx(0.0)
    assert squared(X, 0, 1) == pytest.approx(2 / 1.25)
    assert squared(X, 0, 2) == pytest.approx(4 / 1.25)


@pytest.mark.parametrize("scaling", ["minmax", "none"])
def test_leaves_that_share_nothing_cost_one(scaling):
    encoder, table = encoder_of(ALL, scaling=scaling)
    X = encoder.encode(table)
    assert squared(X, 0, 2) == pytest.approx(1.0)
    assert squared(X, 0, 1) == pytest.approx(0.5)
    encoder, table = encoder_of(ALL, scaling=scaling, importance=3.0)
    assert squared(encoder.encode(table), 0, 3) == pytest.approx(3.0)
    assert encoder.blank == pytest.approx(encoder.encode(table).mean(axis=0))


def test_leaves_at_different_depths_that_share_nothing_cost_one_too():
    parents = {**JOBS, "artist": "any"}
    encoder, table = encoder_of([*ALL, "artist", "food"], parents, scaling="none")
    X = encoder.encode(table)
    # The artist's one node stands for two levels: (1 + 1 + 2) / (2 · 2). Food, which has leaves
    # below, is one level from each of them, and one + two from the artist.
    assert squared(X, 4, 0) == pytest.approx(1.0)
    assert squared(X, 5, 0) == pytest.approx(0.25)
    assert squared(X, 5, 4) == pytest.approx(0.75)


def test_branches_that_do_not_occur_take_no_room():
    parents = {**JOBS, "oak": "tree", "tree": "plant", "plant": "any"}
    encoder, table = encoder_of(ALL, parents, scaling="none")
    assert encoder.encode(table).shape == (4, 6)


def test_the_lowest_node_that_covers_all_members():
    values = ["cook", "waiter", "cook", "cook", "nurse", "waiter", "food", "cook"]
    encoder, table = encoder_of(values, aggregate="ancestor")
    found = encoder.decode(table, Partition([0, 0, 1, 1, 2, 2, 3, 3], k=2))
    assert found.to_list() == ["food"] * 2 + ["cook"] * 2 + ["*"] * 2 + ["food"] * 2


def test_the_mode_is_released_unless_the_ancestor_is_asked_for():
    encoder, table = encoder_of(["cook", "cook", "waiter", "nurse", "nurse"], aggregate="mode")
    found = encoder.decode(table, Partition([0, 0, 0, 1, 1], k=2))
    assert found.to_list() == ["cook"] * 3 + ["nurse"] * 2


def test_the_loss_of_an_ancestor_is_that_of_the_node_released():
    encoder, table = encoder_of(ALL, aggregate="ancestor")
    groups = Partition([0, 0, 1, 1], k=2)
    masked = table.with_values({"x": encoder.decode(table, groups)})
    before, after = encoder.standard(table), encoder.standard(masked)
    # Each record keeps its branch and loses its leaf: one indicator of variance 5/4 in all, of
    # four records, whose total is 4.
    assert np.square(before - after).sum() == pytest.approx(4 / 1.25)
    assert np.square(before).sum() == pytest.approx(4.0)
    whole = table.with_values({"x": encoder.decode(table, Partition([0] * 4, k=2))})
    # Of everything, no node is set: each loses two indicators.
    assert np.square(before - encoder.standard(whole)).sum() == pytest.approx(8 / 1.25)
    assert encoder.codes(table).tolist() == [0, 3, 2, 1]  # equally frequent: by name
    assert (encoder.codes(whole) >= 4).all()


@pytest.mark.parametrize(
    ("frame", "values", "kind"),
    [
        (pl.DataFrame, pl.Series(ALL, dtype=pl.Enum(ALL)), nw.String),
        (pl.DataFrame, pl.Series(ALL, dtype=pl.Categorical), nw.Categorical),
        (pd.DataFrame, pd.Categorical(ALL), nw.Categorical),
        (pd.DataFrame, pd.Categorical(ALL, ordered=True), nw.String),
        (pa.table, ALL, nw.String),
    ],
)
def test_ancestors_are_text_and_categories_stay_categories(frame, values, kind):
    encoder, table = encoder_of(values, frame=frame, aggregate="ancestor")
    masked = table.with_values({"x": encoder.decode(table, Partition([0, 0, 1, 1], k=2))})
    assert masked.column("x").dtype == kind
    assert masked.categories("x").to_list() == ["food", "food", "health", "health"]


def test_numbers_may_be_nodes():
    encoder, table = encoder_of(
        [11, 12, 21, 21], {"11": "1", "12": "1", "21": "2", "1": "0", "2": "0"}, aggregate="mode"
    )
    found = encoder.decode(table, Partition([0, 0, 1, 1], k=2))
    assert found.to_list() == [11, 11, 21, 21]


def test_a_value_outside_the_tree_is_counted_and_not_shown():
    with pytest.raises(CoveyError, match=r"holds 2 values that are not .* 3 records") as told:
        encoder_of([*ALL, "secret", "secret", "hidden"])
    assert "secret" not in str(told.value)


def test_a_constant_takes_no_part_in_distances():
    encoder, table = encoder_of(["cook"] * 3)
    assert not encoder.encode(table).any()


def test_more_categories_than_without_a_tree():
    parents = {f"c{i}": f"g{i % 50}" for i in range(5_001)}
    parents |= {f"g{i}": "all" for i in range(50)}
    encoder, _ = encoder_of([f"c{i}" for i in range(5_000)], parents)
    assert encoder.width == 5_050
    with pytest.raises(CoveyError, match="more than 5,000 categories, too many for a taxonomy"):
        encoder_of([f"c{i}" for i in range(5_001)], parents)


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"a": pd.array(["cook", "nurse"], dtype="string")}),
        pa.table({"a": pa.array(["cook", "nurse"], type=pa.large_string())}),
    ],
)
def test_ancestors_are_of_the_type_of_text_that_the_column_has(frame):
    columns = {"a": {"taxonomy": {"cook": "any", "nurse": "any"}, "aggregate": "ancestor"}}
    data = covey.protect(frame, k=2, columns=columns, roles={"quasi": ["a"]}, method="mdav").data
    types = [getattr(one["a"], "dtype", None) or one["a"].type for one in (frame, data)]
    assert types[0] == types[1]
    assert nw.from_native(data["a"], series_only=True).to_list() == ["*", "*"]
