"""`covey measure` on the output of any tool."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import covey as library


@pytest.fixture
def pair(tmp_path):
    """Write a table and what some other tool made of it; rows in another order, with an id."""
    rng = np.random.default_rng(0)
    frame = pl.DataFrame(
        {
            "id": np.arange(60),
            "a": rng.normal(size=60).round(3),
            "b": rng.normal(size=60).round(3),
            "c": rng.integers(0, 3, 60),
        }
    )
    masked = library.protect(frame.drop("id"), k=3, roles={"confidential": ["c"]}).data
    masked = masked.with_columns(frame["id"]).sample(fraction=1.0, shuffle=True, seed=1)
    frame.write_csv(tmp_path / "original.csv")
    masked.write_csv(tmp_path / "masked.csv")
    return tmp_path


def test_rows_are_aligned_by_a_column(covey, pair):
    keys = ("--keys", "a,b", "--measures", "IL,DLD", "--json")
    aligned = covey("measure", "original.csv", "masked.csv", "--id", "id", *keys).json["scores"]
    astray = covey("measure", "original.csv", "masked.csv", *keys).json["scores"]
    assert aligned["IL"] < 30.0 < astray["IL"]
    assert set(aligned) == {"IL", "DLD"}


@pytest.mark.parametrize("policy", ["pattern", "fill"])
def test_a_release_of_every_kind_loses_what_its_run_said(covey, tmp_path, policy):
    """Kinds, orders and codes are in the manifest beside the file."""
    rng = np.random.default_rng(5)
    frame = pl.DataFrame(
        {
            "income": np.where(rng.random(90) < 0.1, -9.0, rng.lognormal(size=90).round(2)),
            "age": [None if i % 11 == 0 else int(i % 60) for i in range(90)],
            "sex": rng.choice(["f", "m", "x"], 90),
            "school": rng.choice(["low", "mid", "high"], 90),
        }
    )
    frame.write_csv(tmp_path / "in.csv")
    columns = ("--ordinal", "school=low<mid<high", "--missing-codes", "income=-9")
    roles = ("--quasi", "income,age,sex,school", "--missing", policy)
    run = covey(
        "protect", "in.csv", "-o", "out.csv", "-k", "3", "--order", "kept", *columns, *roles,
        "--measures", "all", "--json",
    )  # fmt: skip
    assert run.code == 0, run.err
    found = covey("measure", "in.csv", "out.csv", "--json").json
    assert found["keys"] == ["income", "age", "sex", "school"]
    assert found["scores"] == pytest.approx(run.json["scores"], rel=1e-9, abs=1e-9)
    told = covey("measure", "in.csv", "out.csv", "--keys", "sex,school", "--json").json
    assert told["details"]["IL"]["school"] == pytest.approx(found["details"]["IL"]["school"])
    assert "left out: no key variable is a number" in told["notes"]["IL"]


@pytest.mark.smoke
def test_the_library_gives_the_same(covey, pair):
    printed = covey(
        "measure", "original.csv", "masked.csv", "--id", "id", "--keys", "a,b", "--json"
    ).json
    scores = library.measure(pair / "original.csv", pair / "masked.csv", ["a", "b"], id="id")
    assert printed["scores"] == pytest.approx(dict(scores))


def test_confidential_columns_bring_their_measures(covey, pair):
    arguments = ("--id", "id", "--keys", "a,b", "--confidential", "c", "--json")
    scores = covey("measure", "original.csv", "masked.csv", *arguments).json["scores"]
    assert {"L_distinct", "T", "CERTAIN"} <= set(scores)


@pytest.mark.smoke
def test_a_release_knows_its_keys(covey, pair):
    covey(
        "protect",
        "original.csv",
        "-o",
        "safe.csv",
        "-k",
        3,
        "--identifier",
        "id",
        "--confidential",
        "c",
        "--order",
        "kept",
    )
    got = covey("measure", "original.csv", "safe.csv", "--json").json
    by_name = covey(
        "measure", "original.csv", "safe.csv", "--keys", "a,b", "--confidential", "c", "--json"
    )
    assert got["scores"] == by_name.json["scores"]
    assert set(got["details"]["IL"]) == {"a", "b"}


def test_people_get_a_table(covey, pair):
    result = covey("measure", "original.csv", "masked.csv", "--id", "id", "--keys", "a,b")
    assert result.code == 0
    assert "Information loss" in result.out
    assert "DLD" in result.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("original.csv", "nowhere.csv"), "nowhere.csv"),
        (("original.csv", "masked.csv", "--keys", "z"), "No column of the original table 'z'"),
        (("original.csv", "masked.csv", "--id", "z"), "'z'"),
        (("original.csv", "masked.csv", "--measures", "ILL"), "No measure 'ILL'"),
        (("original.csv", "masked.csv", "--measures", "T"), "needs a confidential column"),
        (("original.csv", "masked.csv", "--loss-share", "2"), "'loss_share' must be"),
        (("original.csv", "short.csv"), "60 records and the masked table 2"),
        (("text.csv", "text.csv"), "no numeric column in common"),
        (
            ("original.csv", "ends.csv", "--keys", "a"),
            "'a' of the masked table has 1 value infinite",
        ),
        (("ends.csv", "original.csv", "--keys", "a"), "'a' of the original table has 1 value"),
    ],
)
def test_wrong_input_gets_a_sentence(covey, pair, arguments, message):
    (pair / "short.csv").write_text("a,b\n1,2\n3,4\n", encoding="utf-8")
    (pair / "text.csv").write_text("t\nx\ny\n", encoding="utf-8")
    (pair / "ends.csv").write_text("a\n" + "1\n" * 59 + "inf\n", encoding="utf-8")
    result = covey("measure", *arguments)
    assert result.code == 2, result.err
    assert message in result.err
    assert result.out == ""


def test_measures_lists_them_all(covey):
    from covey.measuring import MEASURES

    listed = covey("measures").out
    assert all(symbol in listed for symbol in MEASURES)
    described = covey("measures", "--json").json["measures"]
    assert [entry["symbol"] for entry in described] == list(MEASURES)
    assert "Formula" in covey("measures", "IL").out
    assert covey("measures", "il").out == covey("measures", "IL").out
    assert covey("measures", "ILL").code == 2


def test_the_columns_taken_are_named(covey, pair):
    tables = ("original.csv", "masked.csv", "--id", "id", "--measures", "IL")
    assert covey("measure", *tables).out.startswith("Compared: a, b, c\n")
    assert covey("measure", *tables, "--json").json["keys"] == ["a", "b", "c"]


def test_the_columns_left_out_are_named_with_the_reason(covey, tmp_path):
    (tmp_path / "a.csv").write_text("x,y,z,t\n1,2,3,a\n2,3,4,b\n8,9,9,c\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("x,y,Z,t\n1,lo,3,a\n1,lo,4,b\n8,hi,9,c\n", encoding="utf-8")
    shown = covey("measure", "a.csv", "b.csv", "--measures", "IL")
    assert shown.out.startswith("Compared: x\n")
    assert "Not compared, not numeric in the masked table: y\n" in shown.err
    assert "Not compared, only in the original table: z\n" in shown.err
    assert "Not compared, only in the masked table: Z\n" in shown.err
    assert "Not compared, not numeric in both tables: t\n" in shown.err
    assert covey("measure", "a.csv", "b.csv", "--measures", "IL", "--json").json["left_out"] == {
        "y": "not numeric in the masked table",
        "z": "only in the original table",
        "t": "not numeric in both tables",
        "Z": "only in the masked table",
    }
    chosen = covey("measure", "a.csv", "b.csv", "--measures", "IL", "--keys", "x", "--json")
    assert chosen.json["left_out"] == {}


def test_the_smallest_class_is_told(covey, pair):
    tables = ("original.csv", "masked.csv", "--id", "id", "--keys", "a,b", "--measures", "IL")
    assert "Smallest class: at least 3 records share each" in covey("measure", *tables).out
    assert covey("measure", *tables, "--json").json["smallest_class"] == 3
    same = ("original.csv", "original.csv", "--keys", "a,b", "--measures", "IL")
    assert "shares its values with no other" in covey("measure", *same).out
    assert covey("measure", *same, "--json").json["smallest_class"] == 1


def test_rows_that_hardly_belong_together_get_a_hint(covey, tmp_path):
    values = [1, 2, 3, 50, 60, 70]
    for name, rows in (("a.csv", values), ("b.csv", values[::-1])):
        lines = [f"{row},{row}" for row in rows]
        (tmp_path / name).write_text("\n".join(["key,x", *lines]) + "\n", encoding="utf-8")
    told = covey("measure", "a.csv", "b.csv", "--keys", "x", "--measures", "IL", "--json").json
    assert told["scores"]["IL"] > 100
    assert "may not belong together" in told["notes"]["IL"]
    shown = covey("measure", "a.csv", "b.csv", "--keys", "x", "--measures", "IL")
    assert "Align them by a column" in " ".join(shown.out.split())
    aligned = covey("measure", "a.csv", "b.csv", "--keys", "x", "--id", "key", "--json").json
    assert (aligned["scores"]["IL"], "IL" in aligned["notes"]) == (0.0, False)
