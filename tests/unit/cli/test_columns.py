"""Settings of single columns on the command line."""

import shlex

import pytest

from covey.cli.columns import columns_given
from covey.cli.configuring import configured
from covey.cli.declared import settings_given
from covey.cli.flags import in_flags
from covey.core.errors import RequestError
from covey.core.request import Request
from covey.core.spelling import Setting

GIVEN = {
    "nominal": ["sex,job", '"a, b"'],
    "ordinal": ["grade=low < mid<high"],
    "missing_codes": ["income=-9,999"],
    "importance": ["sex=2"],
    "aggregate": ["income=median"],
}


def test_each_column_gets_what_is_said_of_it():
    assert columns_given(GIVEN) == {
        "sex": {"kind": "nominal", "importance": "2"},
        "job": {"kind": "nominal"},
        "a, b": {"kind": "nominal"},
        "grade": {"kind": "ordinal", "levels": ["low", "mid", "high"]},
        "income": {"missing_codes": ["-9", "999"], "aggregate": "median"},
    }


def test_they_become_settings_and_win_over_a_file(tmp_path):
    config = tmp_path / "covey.toml"
    config.write_text("k = 3\n[columns.sex]\nimportance = 5\n[columns.age]\ntop = 90\n")
    request = Request.of(settings_given(Request, GIVEN, configured(config)))
    assert request.columns["sex"].kind == "nominal"
    assert request.columns["sex"].importance == 2
    assert request.columns["age"].top == 90
    assert request.columns["income"].missing_codes == ("-9", "999")


@pytest.mark.parametrize("flag", ["ordinal", "importance", "missing_codes"])
def test_a_column_without_a_value_is_refused(flag):
    with pytest.raises(RequestError, match=f"'--{flag.replace('_', '-')}' takes .* a column and"):
        columns_given({flag: ["sex"]})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"kind": "nominal", "levels": ["a"]}, "'levels' are"),
        ({"levels": ["a", "b", "a"]}, "named twice"),
        ({"top": 1, "bottom": 2}, "'top' must not be below"),
        ({"importance": 0}, "importance"),
        ({"kind": "colour"}, "kind"),
    ],
)
def test_settings_that_do_not_fit_are_refused(settings, message):
    with pytest.raises(RequestError, match=message):
        Request.of({"k": 3, "columns": {"a": settings}})


def test_quotes_protect_signs_in_levels_and_names():
    given = columns_given(
        {"ordinal": ['age="<18"<18 to 64, all<"65+ ""old"""'], "top": ['"a=b"=5', "c = 2024-05-31"]}
    )
    assert given["age"]["levels"] == ["<18", "18 to 64, all", '65+ "old"']
    assert given["a=b"] == {"top": "5"}
    assert given["c"] == {"top": "2024-05-31"}
    told = in_flags(Setting("columns", {"a=b": {"levels": ["<18", "x y"]}}))
    assert shlex.split(told) == ["--ordinal", '"a=b"="<18"<x y']
    assert columns_given({"ordinal": shlex.split(told)[1:]})["a=b"]["levels"] == ["<18", "x y"]


def test_a_level_that_begins_with_the_sign_needs_quotes():
    with pytest.raises(RequestError, match=r"Column 'age': A level .* is empty"):
        Request.of({"k": 3, "columns": columns_given({"ordinal": ["age=<18<18-64"]})})
