import datetime as dt

import narwhals as nw
import pandas as pd
import polars as pl
import pytest

from covey.core.table import Origin, Table
from covey.planning.inspecting import inspect_source
from covey.reading import read

N = 240
AGES = [18 + i * 11 % 70 for i in range(N)]


def inspected(**columns):
    table = Table(nw.from_native(pl.DataFrame(columns), eager_only=True), Origin("test"))
    return inspect_source(table)


def finding(values, name="x", **others):
    return next(one for one in inspected(**{name: values, **others}).columns if one.name == name)


def proposed(values, name="x", **others):
    found = finding(values, name, **others)
    return found.role, found.kind


@pytest.mark.parametrize(
    ("name", "values", "role", "kind"),
    [
        ("id", range(N), "identifier", None),
        ("income", [1_000 + 37 * i for i in range(N)], "quasi", "numeric"),
        ("age", AGES, "quasi", "numeric"),
        ("height", [150.5 + i % 50 for i in range(N)], "quasi", "numeric"),
        ("sex", ["m", "f"] * (N // 2), "quasi", "nominal"),
        ("grade", [i % 5 for i in range(N)], "quasi", "nominal"),
        ("married", [i % 3 == 0 for i in range(N)], "quasi", "boolean"),
        ("since", [dt.date(2020, 1, 1 + i % 28) for i in range(N)], "quasi", "date"),
        ("since", [f"2020-01-{1 + i % 28:02d}" for i in range(N)], "quasi", "date"),
        ("remark", [f"text {i}" for i in range(N)], "identifier", None),
        ("remark", [f"text {i // 2 * 2 % 200}" for i in range(N)], "quasi", "nominal"),
        ("nothing", [None] * N, "identifier", None),
        ("full_name", ["Ann", "Bob"] * (N // 2), "identifier", None),
        ("UTILNAME", ["Ann", "Bob"] * (N // 2), "identifier", None),
        ("household", [i // 3 for i in range(N)], "unit", None),
        ("patient_id", [f"p{i // 4}" for i in range(N)], "unit", None),
        ("UTILITYID", [i % 20 * 500 for i in range(N)], "unit", None),
        ("household_size", [20 + i // 4 for i in range(N)], "quasi", "numeric"),
        ("PAID", [i // 4 * 10 for i in range(N)], "quasi", "numeric"),
        ("country_code", [i % 30 * 7 for i in range(N)], "quasi", "nominal"),
        ("w", [1 + i % 4 for i in range(N)], "weight", None),
        ("weight", [0.5 + i % 40 for i in range(N)], "weight", None),
        ("weight_kg", [50.5 + i % 40 for i in range(N)], "quasi", "numeric"),
        ("weight", [-0.5 + i % 40 for i in range(N)], "quasi", "numeric"),
        ("stratum", [i % 4 for i in range(N)], "strata", None),
        ("stratum", [i % 11 for i in range(N)], "quasi", "nominal"),  # 21 or 22 records each
        ("times", [dt.time(i % 24) for i in range(N)], "identifier", None),
        ("flat", [7] * N, "quasi", "numeric"),
    ],
)
def test_what_a_column_may_be(name, values, role, kind):
    assert proposed(list(values), name) == (role, kind)


@pytest.mark.parametrize(
    ("name", "values", "role", "is_open"),
    [
        ("intnum", [i % 60 * 3 for i in range(N)], "quasi", True),
        ("schidkn", [i % 70 * 3 for i in range(N)], "quasi", True),
        ("persnr", [i * 7 for i in range(N)], "identifier", True),
        ("c1", [i * 7 for i in range(N)], "identifier", True),
        ("c1", [i * 7 % 350 for i in range(N)], "quasi", False),
        ("turnover", [i * 7 for i in range(N)], "quasi", True),
        ("turnover", [i * 7 for i in range(99)], "quasi", False),  # few may differ by chance
        ("turnover", [None, *(i * 7 for i in range(1, N))], "quasi", False),
        ("turnover", [i * 0.75 for i in range(N)], "quasi", False),
        ("numchildren", [i % 60 * 3 for i in range(N)], "quasi", False),
        ("width", [i % 60 * 3 for i in range(N)], "quasi", False),
        ("accidents", [i % 60 * 3 for i in range(N)], "quasi", False),
        ("bidnum", [i % 5 for i in range(N)], "quasi", False),  # few codes have a question already
    ],
)
def test_numbers_that_may_be_names_are_asked_about(name, values, role, is_open):
    found = finding(values, name)
    assert found.role == role
    asked = {"quasi": "Does it name somebody or something?", "identifier": "If it is an amount"}
    assert found.to_decide.startswith(asked[role]) == is_open


@pytest.mark.parametrize(
    ("name", "is_hint"),
    [
        *((name, True) for name in ("vote", "smokes", "everSmoked", "alcohol", "died", "deny")),
        *((name, True) for name in ("status", "arrests", "abuse", "religious")),
        *((name, False) for name in ("income", "age", "devoted", "height")),
    ],
)
def test_what_may_be_confidential_by_its_name(name, is_hint):
    assert finding(AGES, name).may_be_confidential == is_hint


def test_nothing_is_proposed_to_be_released_as_it_is_but_strata():
    found = inspected(
        id=range(N), age=AGES, illness=["flu", "none"] * (N // 2), note=["x"] * N, f=[True] * N
    )
    assert found.named("other") == found.named("confidential") == ()
    assert [one.name for one in found.columns if one.may_be_confidential] == ["illness"]


def test_a_weight_beside_a_height_is_that_of_a_body():
    heights = [150.5 + i % 50 for i in range(N)]
    assert proposed([50.5 + i % 40 for i in range(N)], "weight", height=heights)[0] == "quasi"


def test_there_is_one_unit_and_one_weight():
    found = inspected(
        household=[i // 6 for i in range(N)],
        person=[i // 2 for i in range(N)],
        weight=[1.5 + i % 20 for i in range(N)],
        wgt=[2.5 + i % 20 for i in range(N)],
    )
    assert [one.role for one in found.columns] == ["unit", "identifier", "weight", "quasi"]
    assert "rather than 'household'" in found.columns[1].to_decide


@pytest.mark.parametrize(
    ("codes", "values", "expected"),
    [
        ([-9] * 12, range(20, 200), ("-9",)),
        ([-9] * 9, range(20, 200), ()),  # too rare to be named
        ([999] * 12, range(20, 200), ("999",)),  # 999 > 199 + 179 / 2
        ([99] * 12, range(20, 96), ()),  # near the others
        ([-9] * 12, range(-50, 150), ()),  # among the others
        ([-8, -9] * 12, range(20, 200), ("-9", "-8")),
        ([1234] * 12, range(20, 200), ()),  # nobody writes it for a gap
    ],
)
def test_numbers_that_may_stand_for_a_gap(codes, values, expected):
    found = finding([*codes, *values, *([25, 26, 27] * 100)][:400], "amount")
    assert found.missing_codes == expected


def test_levels_are_named_only_if_many_records_have_each():
    assert finding(["a", "b", "c"] * 80, "t").levels == ("a", "b", "c")
    assert finding(["a", "b"] * 119 + ["rare", "rare"], "t").levels == ()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([10, 1, 2], ("1", "2", "10")),
        (["10", "1", "2"], ("1", "2", "10")),
        (["10-14", "5-9", "0-4"], ("0-4", "5-9", "10-14")),
        (["1.25", "-3", "1.5"], ("-3", "1.25", "1.5")),
        (["65+", "b", "18-64"], ("18-64", "65+", "b")),
    ],
)
def test_levels_with_numbers_are_in_the_order_of_these(values, expected):
    assert finding(values * 80, "t").levels == expected


@pytest.mark.parametrize(
    "column",
    [
        pd.Categorical([1, 2] * 20),
        pd.cut([1.0, 3.0] * 20, [0, 2, 4]),
        pl.Series(["a", "b"] * 20, dtype=pl.Enum(["a", "b", "c"])),
        pd.to_datetime(["2024-05-31T05:30:00+05:30", "2024-06-30T05:30:00+05:30"] * 20),
    ],
)
def test_categories_of_any_type_and_moments_of_an_offset_are_looked_at(column):
    frame = pl.DataFrame({"x": column}) if isinstance(column, pl.Series) else {"x": column}
    frame = pd.DataFrame(frame) if isinstance(frame, dict) else frame
    [found] = inspect_source(read(frame)).columns
    assert (found.role, found.n_values) == ("quasi", 2)


def test_what_is_missing_and_how_many_values_there_are():
    found = finding([None, *AGES[1:]], "age")
    assert (found.n_gaps, found.n_values) == (1, 70)
    assert finding([i * 3 for i in range(5_000)], "x").n_values is None


def test_how_many_records_are_alone_on_the_keys():
    # Eight records have a twin in both keys, two are alone in age or sex.
    found = inspected(
        id=range(10), age=[31.5] * 4 + [47.5] * 4 + [31.5, 80.5], sex=["m"] * 4 + ["f"] * 6
    )
    assert found.keys == ("age", "sex")
    assert (found.alone.n_records, found.alone.share) == (2, 0.2)
    assert not found.alone.is_estimate


def test_keys_that_units_share():
    households = [i // 4 for i in range(N)]
    found = inspected(household=households, income=[1_000.5 + 10 * h for h in households], age=AGES)
    assert found.whole == ("income",)
