import narwhals as nw
import polars as pl
import pytest

from covey.core.errors import InputError, RequestError
from covey.core.request import Request
from covey.core.table import Origin, Table
from covey.partitioning import ALGORITHMS
from covey.planning import make_plan


def table(**columns):
    return Table(nw.from_native(pl.DataFrame(columns), eager_only=True), Origin("test"))


def plan(of, **settings):
    return make_plan(of, Request.of({"k": 2, **settings}), ALGORITHMS)


NUMBERS = table(a=[1, 2, 3, 4], b=[1.0, 1.0, 2.0, 2.0])


def test_auto_says_what_it_chose_and_why():
    made = plan(NUMBERS)
    assert (made.method, made.requested_method) == ("mdav-generic", "auto")
    assert "auto chose mdav-generic" in made.notes[0]


def test_every_default_is_decided():
    made = plan(NUMBERS, method="vmdav").to_dict()
    assert made["options"] == {"gamma": 0.2}
    assert made["roles"]["quasi"] == ["a", "b"]
    assert made["notes"] == []


def test_constant_columns_are_noted():
    assert "'c' is constant" in plan(table(a=[1, 2, 3], c=[5, 5, 5]), method="mdav").notes[0]


@pytest.mark.parametrize(
    ("of", "settings", "error", "message"),
    [
        (NUMBERS, {"k": 5}, RequestError, "'k' must be at most 4, the number of records"),
        (NUMBERS, {"method": "mdva"}, RequestError, "No method 'mdva'. Did you mean 'mdav'"),
        (NUMBERS, {"method": "mdav", "options": {"gamma": 1}}, RequestError, "no option 'gamma'"),
        (NUMBERS, {"refine": "magic"}, RequestError, "No refinement 'magic'"),
        (table(a=[1]), {}, InputError, "The table has 1 record; at least two"),
        (
            table(a=[1, None, 3]),
            {},
            InputError,
            "Column 'a' has 1 value missing, the first in record 2",
        ),
        (
            table(a=[1.0, float("inf"), 3.0]),
            {},
            InputError,
            "Column 'a' has 1 value infinite, the first in record 2",
        ),
        (
            table(a=[1, 2], t=["x", "y"]),
            {"roles": {"quasi": ["t"], "other": ["a"]}},
            InputError,
            "Column 't' holds text, not numbers",
        ),
    ],
)
def test_what_cannot_be_done_is_refused(of, settings, error, message):
    with pytest.raises(error, match=message):
        plan(of, **settings)
