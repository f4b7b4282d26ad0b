import narwhals as nw
import numpy as np
import polars as pl

from covey.aggregating import aggregate
from covey.core.partition import Partition
from covey.core.plan import Plan
from covey.core.roles import Roles
from covey.core.table import Origin, Table

FRAME = pl.DataFrame(
    {
        "name": ["a", "b", "c", "d"],
        "age": pl.Series([30, 33, 40, 44], dtype=pl.Int16),
        "weight": [70.5, 71.0, 80.25, 81.0],
        "share": [1 / 3, 2 / 3, 1 / 7, 2 / 7],
        "illness": ["x", "y", "x", "y"],
    }
)
ROLES = Roles(identifier=("name",), quasi=("age", "weight", "share"), confidential=("illness",))


def masked(rounding):
    plan = Plan(2, "mdav", "mdav", {}, ROLES, "zscore", round=rounding)
    table = Table(nw.from_native(FRAME, eager_only=True), Origin("test"))
    return aggregate(table, Partition([0, 0, 1, 1], k=2), plan).to_native()


def test_identifiers_go_the_rest_stays_in_order():
    released = masked("none")
    assert released.columns == ["age", "weight", "share", "illness"]
    assert released["illness"].to_list() == ["x", "y", "x", "y"]
    assert released["age"].to_list() == [31.5, 31.5, 42.0, 42.0]


def test_rounding_brings_back_type_and_decimals():
    released = masked("auto")
    assert released["age"].dtype == pl.Int16
    assert released["age"].to_list() == [32, 32, 42, 42]
    assert released["weight"].to_list() == [70.75, 70.75, 80.62, 80.62]
    np.testing.assert_allclose(released["share"].to_list(), [0.5, 0.5, 3 / 14, 3 / 14])
