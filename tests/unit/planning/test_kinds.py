"""What kind of variable each column is, and what may be said of it."""

from datetime import date, time, timedelta

import pandas as pd
import polars as pl
import pytest

from covey.core.errors import CoveyError
from covey.core.request import Request
from covey.pipeline.groups import RUNNABLE
from covey.planning import make_plan
from covey.reading import read
from covey.refining import REFINERS

DAY = 86_400_000_000.0

FRAME = pl.DataFrame(
    {
        "n": [1, 2, 3, 4],
        "t": ["a", "b", "a", "b"],
        "d": [date(2020, 1, day) for day in range(1, 5)],
        "b": [True, False, True, False],
        "o": pl.Series(["lo", "hi", "lo", "hi"], dtype=pl.Enum(["lo", "hi"])),
        "h": [time(1), time(2), time(3), time(4)],
        "s": [timedelta(hours=1)] * 4,
    }
)


def plan_of(columns, roles=None, frame=FRAME, **settings):
    quasi = list(columns)
    rest = [name for name in frame.columns if name not in quasi]
    roles = roles or {"quasi": quasi, "other": rest}
    given = {"k": 2, "method": "mdav", "roles": roles, "columns": columns, **settings}
    return make_plan(read(frame), Request.of(given), RUNNABLE)


@pytest.mark.parametrize(
    ("name", "kind", "aggregate"),
    [
        ("n", "numeric", "mean"),
        ("t", "nominal", "mode"),
        ("d", "date", "mean"),
        ("b", "boolean", "mode"),
        ("o", "nominal", "mode"),
    ],
)
def test_the_kind_is_that_of_the_values(name, kind, aggregate):
    found = plan_of({name: {}}).treatments[name]
    assert (found.kind, found.aggregate) == (kind, aggregate)


def test_a_type_may_order_its_categories():
    assert plan_of({"o": {"kind": "ordinal"}}).treatments["o"].levels == ("lo", "hi")
    assert plan_of({"o": {"levels": ["hi", "lo"]}}).treatments["o"].levels == ("hi", "lo")
    ordered = pd.DataFrame({"o": pd.Categorical([2, 1], categories=[2, 1], ordered=True)})
    plan = plan_of({"o": {"kind": "ordinal"}}, frame=ordered)
    assert plan.treatments["o"].levels == ("2", "1")


def test_limits_are_numbers_or_dates():
    plan = plan_of({"n": {"top": 3, "bottom": "1.5"}, "d": {"top": "1970-01-03", "bottom": None}})
    assert plan.treatments["n"].limits == (1.5, 3.0)
    assert plan.treatments["d"].limits == (None, 2 * DAY)
    before = plan_of({"d": {"bottom": date(1969, 12, 31)}}).treatments["d"]
    assert before.limits == (-DAY, None)
    assert before.to_dict()["bottom"] == "1969-12-31"


@pytest.mark.parametrize("zone", ["Europe/Berlin", "+01:00"])
def test_a_limit_without_a_zone_is_one_of_the_columns_own(zone):
    moments = pd.date_range("2020-01-01", periods=4, tz=zone)
    frame = pd.DataFrame({"d": moments})
    hour = DAY / 24
    # Midnight comes an hour earlier there than in UTC, in January.
    own = plan_of({"d": {"top": "1971-01-01"}}, frame=frame).treatments["d"]
    assert own.top == 365 * DAY - hour
    given = plan_of({"d": {"top": "1971-01-01T00:00:00+02:00"}}, frame=frame).treatments["d"]
    assert given.top == 365 * DAY - 2 * hour


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"t": {"top": 5}}, "Column 't' is nominal, and only numbers and dates"),
        ({"o": {"kind": "ordinal", "bottom": 5}}, "Column 'o' is ordinal, and only numbers"),
        ({"n": {"top": "2020-01-01"}}, "Column 'n' is numeric: its 'top' must be a number"),
        ({"d": {"top": 5}}, "Column 'd' is date: its 'top' must be a date such as 2024-05-31"),
        ({"d": {"top": "1970-01-01T02:00+02:00"}}, "Column 'd' holds dates without a time zone"),
        ({"t": {"kind": "ordinal"}}, "Column 't' holds text, which has no order of its own"),
        ({"t": {"kind": "date"}}, "Column 't' holds text, not dates"),
        ({"n": {"kind": "date"}}, "Column 'n' holds numbers, not dates"),
        ({"d": {"kind": "numeric"}}, "Column 'd' holds dates, not numbers"),
        ({"h": {}}, "Column 'h' holds values of another type.* times of day"),
        ({"s": {}}, "Column 's' holds values of another type.* durations"),
        ({"t": {"aggregate": "ancestor"}}, "Column 't' has no taxonomy in which"),
        ({"t": {"aggregate": "mean"}}, "Column 't' is nominal, and a group's value is its mode"),
        ({"d": {"aggregate": "mode"}}, "Column 'd' is date, .* its mean or median"),
        ({"t": {"taxonomy": {"a": "b", "b": "a"}}}, "taxonomy of column 't' has a cycle"),
    ],
)
def test_what_does_not_suit_the_values_is_refused(columns, message):
    with pytest.raises(CoveyError, match=message):
        plan_of(columns)


@pytest.mark.parametrize(
    ("setting", "value"),
    [("top", 3), ("bottom", 3), ("importance", 2), ("aggregate", "mode"), ("taxonomy", {"a": "b"})],
)
def test_settings_of_a_column_that_is_not_masked_are_refused(setting, value):
    roles = {"quasi": ["n"], "other": ["t", "d", "b", "o", "h", "s"]}
    with pytest.raises(CoveyError, match=f"'t' is no quasi-identifier, and '{setting}' has no"):
        plan_of({"t": {setting: value}}, roles)


def test_the_kinds_of_confidential_columns_are_in_the_plan():
    roles = {"quasi": ["d"], "confidential": ["n", "t", "b"], "other": ["o", "h", "s"]}
    plan = plan_of({"n": {"kind": "nominal"}, "t": {"kind": "numeric"}}, roles)
    # Text that is declared as numbers stays categories.
    assert plan.watched_kinds == {"n": "nominal", "t": "nominal", "b": "boolean"}


def test_a_code_that_is_nominal_is_no_number_to_a_method():
    roles = {"quasi": ["d"], "confidential": ["n"], "other": ["t", "b", "o", "h", "s"]}
    assert plan_of({}, roles, method="hm-pfsom").method == "hm-pfsom"
    with pytest.raises(CoveyError, match="needs at least one numeric confidential attribute"):
        plan_of({"n": {"kind": "nominal"}}, roles, method="hm-pfsom")


def test_text_that_looks_like_numbers_is_categories_only_if_said_so(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x\n" + "1\n2\n3\n4\n5\nn/k\n", encoding="utf-8")
    table = read(path)
    with pytest.raises(CoveyError, match=r"1 of 6 values are not numbers.*'kind': 'nominal'"):
        make_plan(table, Request.of({"k": 2, "roles": {"quasi": ["x"]}}), RUNNABLE, REFINERS)
    told = Request.of({"k": 2, "columns": {"x": {"kind": "nominal"}}})
    assert make_plan(table, told, RUNNABLE, REFINERS).treatments["x"].kind == "nominal"


@pytest.mark.parametrize("role", ["unit", "strata"])
@pytest.mark.parametrize("values", [[1, "a", 2, "b"], [[1], [1], [2], [2]]])
def test_units_and_strata_of_several_types_or_lists_are_refused(role, values):
    frame = pd.DataFrame({"n": [1, 2, 3, 4], "u": pd.Series(values, dtype=object)})
    roles = {"quasi": ["n"], role: "u" if role == "unit" else ["u"]}
    with pytest.raises(CoveyError, match=r"Column 'u' holds values of another type.*: convert it"):
        plan_of({}, roles=roles, frame=frame)


def test_units_may_be_of_an_unusual_type_that_can_be_compared():
    frame = FRAME.select("n", u=pl.Series([b"a", b"a", b"b", None]))
    assert plan_of({}, roles={"quasi": ["n"], "unit": "u"}, frame=frame).roles.unit == ("u",)


def test_a_column_without_a_type_holds_no_values():
    frame = FRAME.select("n", e=pl.Series([None] * 4))
    with pytest.raises(CoveyError, match=r"Column 'e' holds no values. Leave it out"):
        plan_of({"n": {}, "e": {}}, frame=frame)


def test_dates_that_are_objects_are_to_be_converted():
    frame = pd.DataFrame({"e": [date(2020, 1, 1), None, date(2020, 1, 2), date(2020, 1, 3)]})
    with pytest.raises(CoveyError, match=r"holds dates as objects; convert it with pd.to_datetime"):
        plan_of({"e": {}}, frame=frame)
