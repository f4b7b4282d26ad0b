"""Faults that were found on real files, in Covey and in sdcMicro: each as a test.

A file is protected as people do it and read back with the csv module; what is counted is counted
here. Rows keep the input's order, so that the respondent of each is known.
"""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from covey.datasets import make_business, make_survey

REVENUES = ("RESREVENUE", "COMREVENUE", "INDREVENUE", "TOTREVENUE")


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def units_of_classes(rows, names, units) -> list[int]:
    """Return the number of respondents in each class of equal rows."""
    found = defaultdict(set)
    for row, unit in zip(rows, units, strict=True):
        found[tuple(row[name] for name in names)].add(unit)
    return [len(members) for members in found.values()]


@pytest.fixture
def survey(tmp_path):
    path = tmp_path / "survey.csv"
    make_survey(120).write_csv(path)
    return path


@pytest.fixture
def business(tmp_path):
    path = tmp_path / "business.csv"
    make_business(40, 6).drop_nulls().write_csv(path)
    return path


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a small CSV file of columns."""

    def write(columns, name="in.csv"):
        path = tmp_path / name
        with path.open("w", encoding="utf-8", newline="") as file:
            rows = zip(*columns.values(), strict=True)
            csv.writer(file).writerows([list(columns), *rows])
        return path

    return write


def spread(n, step=7):
    return [20 + (step * i) % 50 for i in range(n)]


# k counted rows, not respondents.


def test_groups_of_one_company(covey, business, tmp_path):
    """Of the months of a company the next of kin are its own other months."""
    numbers = ("employees", "revenue", "wages", "sales")
    roles = ("--quasi", ",".join(numbers), "--identifier", "name,state,sector,month")
    companies = [row["company"] for row in read(business)]
    arguments = ("protect", business, "-k", 3, *roles, "--order", "kept", "--effort", 0.1, "--json")
    by_rows = covey(*arguments, "-o", "rows.csv", "--identifier", "company")
    assert by_rows.code == 0, by_rows.err
    assert min(units_of_classes(read(tmp_path / "rows.csv"), numbers, companies)) == 1
    by_units = covey(*arguments, "-o", "units.csv", "--unit", "company")
    assert by_units.code == 0, by_units.err
    assert min(units_of_classes(read(tmp_path / "units.csv"), numbers, companies)) >= 3
    assert by_units.json["group_units"]["min"] >= 3
    assert by_units.json["scores"]["IL"] > by_rows.json["scores"]["IL"]


def test_an_identifier_that_repeats_gets_a_warning(covey, business):
    numbers = "employees,revenue,wages,sales"
    roles = ("--quasi", numbers, "--identifier", "company,name,state,sector,month")
    result = covey("protect", business, "-o", "rows.csv", "-k", 3, *roles, "--effort", 0)
    assert "'company'" in result.err
    assert "k counts records" in result.err
    assert "make it the unit" in result.err


def test_companies_of_the_reference_set(covey, reference_folder, tmp_path):
    lines = (reference_folder / "eia.csv").read_text(encoding="utf-8").splitlines()[:700]
    (tmp_path / "eia.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    companies = [row["UTILITYID"] for row in read(tmp_path / "eia.csv")]
    arguments = ("eia.csv", "-o", "safe.csv", "-k", 3, "--quasi", ",".join(REVENUES))
    roles = ("--unit", "UTILITYID", "--identifier", "rest", "--order", "kept", "--effort", 0.1)
    result = covey("protect", *arguments, *roles)
    assert result.code == 0, result.err
    assert min(units_of_classes(read(tmp_path / "safe.csv"), REVENUES, companies)) >= 3


# What is published beside the masked columns sets records apart.


def test_other_columns_that_make_records_unique(covey, survey, tmp_path):
    arguments = ("protect", survey, "-k", 5, "--quasi", "age,household_income", "--effort", 0.1)
    roles = ("--unit", "household", "--other", "region,sex,activity", "--identifier", "rest")
    result = covey(*arguments, *roles, "-o", "safe.csv", "--order", "kept", "--json")
    assert result.code == 0, result.err
    households = [row["household"] for row in read(survey)]
    rows = read(tmp_path / "safe.csv")
    everything = ("age", "household_income", "region", "sex", "activity")
    classes = defaultdict(list)
    for row, household in zip(rows, households, strict=True):
        classes[tuple(row[name] for name in everything)].append(household)
    below = sum(len(members) for members in classes.values() if len(set(members)) < 5)
    unique = sum(len(members) == 1 for members in classes.values())
    assert result.json["published"]["below_k"] == below > 0
    assert result.json["published"]["unique"] == unique > 0
    assert set(result.json["published"]["columns"]) == {"region", "sex", "activity"}
    told = covey(*arguments, *roles, "-o", "again.csv", "--report", "report.html")
    said = (told.out + told.err).lower()
    assert "safe file" not in said
    assert f"{below:,}" in said
    strict = covey(*arguments, *roles, "-o", "strict.csv", "--strict")
    assert strict.code == 2
    assert f"{below:,} records would stand in classes below k" in strict.err
    assert not (tmp_path / "strict.csv").exists()


# Codes are not averaged.


def test_integer_codes_are_not_averaged_silently(covey, write, tmp_path):
    n = 60
    path = write({"age": spread(n), "pay": spread(n, 11), "race": [1 + i % 5 for i in range(n)]})
    result = covey("protect", path, "-o", "safe.csv", "-k", 3)
    assert result.code == 2
    assert "'race'" in result.err
    assert "--nominal" in result.err
    assert "'age'" not in result.err
    assert not (tmp_path / "safe.csv").exists()


def test_nobody_gets_a_code_that_nobody_of_the_group_has(covey, write, tmp_path):
    n = 60
    race = [1 if i % 4 else 5 for i in range(n)]
    path = write({"age": spread(n), "race": race})
    result = covey("protect", path, "-o", "safe.csv", "-k", 3, "--nominal", "race", "--quasi",
                   "age,race", "--order", "kept")  # fmt: skip
    assert result.code == 0, result.err
    rows = read(tmp_path / "safe.csv")
    members = defaultdict(set)
    for row, own in zip(rows, race, strict=True):
        members[row["age"], row["race"]].add(str(own))
    assert all(released in own for (_, released), own in members.items())


def test_weights_are_no_variable_to_mask(covey, write, tmp_path):
    """A column of weights is not taken silently; named, it plays no part in distances."""
    n = 60
    path = write({"age": spread(n), "weight": [(30, 120, 100)[i % 3] for i in range(n)]})
    silent = covey("protect", path, "-o", "safe.csv", "-k", 3)
    assert silent.code == 2
    assert "'weight'" in silent.err
    assert "--weight" in silent.err
    said = covey("protect", path, "-o", "safe.csv", "-k", 3, "--quasi", "age", "--weight", "weight",
                 "--weight-release", "asis", "--order", "kept")  # fmt: skip
    assert said.code == 0, said.err
    before, after = read(path), read(tmp_path / "safe.csv")
    assert [float(row["weight"]) for row in after] == [float(row["weight"]) for row in before]


# A missing value stops nothing.


def test_missing_values_stop_nothing(covey, survey, tmp_path):
    arguments = ("protect", survey, "-o", "safe.csv", "-k", 3, "--effort", 0.1, "--order", "kept")
    roles = ("--quasi", "age,education,income", "--unit", "household", "--identifier", "rest")
    kinds = ("--ordinal", "education=none<primary<secondary<tertiary")
    result = covey(*arguments, *roles, *kinds, "--missing-codes", "income=-9", "--json")
    assert result.code == 0, result.err
    before, after = read(survey), read(tmp_path / "safe.csv")
    for name in ("education", "income"):
        for old, new in zip(before, after, strict=True):
            if old[name] == "":
                assert new[name] == ""
    refused = [
        new["income"] for old, new in zip(before, after, strict=True) if old["income"] == "-9"
    ]
    assert set(map(float, filter(None, refused))) == {-9.0}


# Values of the household fall apart.


def test_household_income_falls_apart_or_stays_whole(covey, survey, tmp_path):
    arguments = ("protect", survey, "-k", 3, "--effort", 0.1, "--order", "kept")
    roles = ("--quasi", "age,household_income", "--unit", "household", "--identifier", "rest")
    apart = covey(*arguments, *roles, "-o", "apart.csv")
    assert apart.code == 0, apart.err
    assert "'household_income'" in apart.err
    assert "the unit mode 'together' keeps it whole" in apart.err
    together = covey(*arguments, *roles, "-o", "together.csv", "--unit-mode", "together")
    assert together.code == 0, together.err
    assert "'household_income'" not in together.err
    households = [row["household"] for row in read(survey)]
    for name, is_whole in (("apart.csv", False), ("together.csv", True)):
        incomes = defaultdict(set)
        for row, household in zip(read(tmp_path / name), households, strict=True):
            incomes[household].add(row["household_income"])
        assert all(len(found) == 1 for found in incomes.values()) is is_whole


# Weighted totals, and weights that are ignored.


def test_weighted_totals_do_not_change(covey, survey, tmp_path):
    arguments = ("protect", survey, "-k", 3, "--effort", 0.1, "--order", "kept")
    roles = ("--quasi", "age,household_income", "--unit", "household", "--identifier", "rest")
    result = covey(*arguments, *roles, "-o", "safe.csv", "--weight", "weight")
    assert result.code == 0, result.err
    before, after = read(survey), read(tmp_path / "safe.csv")
    for name in ("age", "household_income"):
        total = sum(float(row["weight"]) * float(row[name]) for row in before)
        kept = sum(float(row["weight"]) * float(row[name]) for row in after)
        assert kept == pytest.approx(total, rel=1e-9)
        plain = [sum(float(row[name]) for row in rows) for rows in (before, after)]
        assert plain[0] != pytest.approx(plain[1], rel=1e-6)
    assert sum(float(row["weight"]) for row in after) == pytest.approx(
        sum(float(row["weight"]) for row in before), rel=1e-9
    )


# sdcMicro: −999 means missing, whatever the data mean by it.


def test_a_number_is_missing_only_where_that_is_said(covey, write, tmp_path):
    path = write({"x": [-999, -998, -997, 1, 2, 3]})
    result = covey("protect", path, "-o", "safe.csv", "-k", 3, "--quasi", "x", "--order", "kept")
    assert result.code == 0, result.err
    assert [float(row["x"]) for row in read(tmp_path / "safe.csv")] == [-998.0] * 3 + [2.0] * 3
    path = write({"x": [-999, -999, -999, 1, 2, 3]}, "coded.csv")
    said = covey("protect", path, "-o", "coded.safe.csv", "-k", 3, "--quasi", "x", "--order",
                 "kept", "--missing-codes", "x=-999")  # fmt: skip
    assert said.code == 0, said.err
    assert [float(row["x"]) for row in read(tmp_path / "coded.safe.csv")] == [-999.0] * 3 + [
        2.0
    ] * 3


# sdcMicro: a stratum smaller than k is released silently.


def test_a_stratum_under_k_is_refused_or_joined(covey, write, tmp_path):
    region = ["north"] * 10 + ["south"] * 9 + ["west"] * 2
    path = write({"age": spread(21), "region": region})
    arguments = ("protect", path, "-k", 3, "--quasi", "age", "--strata", "region")
    refused = covey(*arguments, "-o", "safe.csv")
    assert refused.code == 2
    assert "1 " in refused.err
    assert "--small-strata merge" in refused.err
    assert "west" not in refused.err
    assert not (tmp_path / "safe.csv").exists()
    joined = covey(*arguments, "-o", "safe.csv", "--small-strata", "merge", "--order", "kept")
    assert joined.code == 0, joined.err
    classes = Counter((row["age"], row["region"]) for row in read(tmp_path / "safe.csv"))
    assert min(classes.values()) >= 3
    assert all(row["region"] == "" for row in read(tmp_path / "safe.csv")[19:])


# sdcMicro: output of the Gower distance that is not k-anonymous.


@pytest.mark.parametrize("scaling", ["minmax", "zscore"])
def test_mixed_tables_are_k_anonymous_on_all_variables(covey, survey, tmp_path, scaling):
    quasi = ("age", "sex", "activity", "household_income")
    arguments = ("protect", survey, "-o", "safe.csv", "-k", 4, "--quasi", ",".join(quasi))
    roles = ("--nominal", "sex,activity", "--identifier", "rest", "--scaling", scaling)
    result = covey(*arguments, *roles, "--effort", 0.1)
    assert result.code == 0, result.err
    classes = Counter(tuple(row[name] for name in quasi) for row in read(tmp_path / "safe.csv"))
    assert min(classes.values()) >= 4


# What else real files hold.


def test_a_unit_in_two_strata(covey, write, tmp_path):
    n = 24
    unit = [f"u{i % 8}" for i in range(n)]
    region = ["north" if i < 12 else "south" for i in range(n)]
    path = write({"age": spread(n), "unit": unit, "region": region})
    roles = ("--quasi", "age", "--unit", "unit", "--strata", "region")
    arguments = ("protect", path, "-k", 3, *roles, "--order", "kept")
    apart = covey(*arguments, "-o", "apart.csv")
    assert apart.code == 0, apart.err
    rows = read(tmp_path / "apart.csv")
    assert min(units_of_classes(rows, ("age", "region"), unit)) >= 3
    together = covey(*arguments, "-o", "together.csv", "--unit-mode", "together")
    assert together.code == 2
    assert "8 units" in together.err
    assert "u1" not in together.err
    assert not (tmp_path / "together.csv").exists()


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([("baker", "crafts"), ("crafts", "any")], "'job'"),
        ([("baker", "x"), ("x", "y"), ("y", "x"), ("clerk", "x"), ("smith", "x")], "cycle"),
    ],
)
def test_a_taxonomy_with_an_unknown_value_or_a_cycle(covey, write, tmp_path, pairs, message):
    path = write({"age": spread(12), "job": ["baker", "clerk", "smith"] * 4})
    write({"child": [c for c, _ in pairs], "parent": [p for _, p in pairs]}, "jobs.csv")
    arguments = ("protect", path, "-o", "safe.csv", "-k", 3, "--quasi", "age,job")
    result = covey(*arguments, "--taxonomy", "job=jobs.csv")
    assert result.code == 2
    assert message in result.err
    assert "clerk" not in result.err
    assert not (tmp_path / "safe.csv").exists()


@pytest.mark.parametrize("weight", [0, -1, ""])
def test_a_weight_that_is_none(covey, write, tmp_path, weight):
    path = write({"age": spread(12), "w": [weight, *[10] * 11]})
    result = covey("protect", path, "-o", "safe.csv", "-k", 3, "--quasi", "age", "--weight", "w")
    assert result.code == 2
    assert "'w'" in result.err
    assert "1 value" in result.err
    assert not (tmp_path / "safe.csv").exists()


def test_text_among_numbers(covey, write, tmp_path):
    path = write({"age": [*spread(11), "unknown"], "x": spread(12)})
    arguments = ("protect", path, "-o", "safe.csv", "-k", 3, "--quasi", "age,x")
    refused = covey(*arguments)
    assert refused.code == 2
    assert "'age'" in refused.err
    assert "unknown" not in refused.err
    said = covey(*arguments, "--nominal", "age")
    assert said.code == 0, said.err


def test_dates_before_1900(covey, write, tmp_path):
    born = ["1850-01-01", "1850-01-02", "1850-01-03", "1999-12-30", "1999-12-31", "2000-01-01"]
    path = write({"born": born})
    result = covey("protect", path, "-o", "safe.csv", "-k", 3, "--kind", "born=date", "--order",
                   "kept")  # fmt: skip
    assert result.code == 0, result.err
    assert [row["born"] for row in read(tmp_path / "safe.csv")] == ["1850-01-02"] * 3 + [
        "1999-12-31"
    ] * 3


def test_a_category_with_100_000_levels(covey, write, tmp_path):
    n = 100_000
    path = write({"name": [f"n{i}" for i in range(n)], "age": spread(n)})
    result = covey("protect", path, "-o", "safe.csv", "-k", 3, "--nominal", "name", "--quasi",
                   "name,age")  # fmt: skip
    assert result.code == 2
    assert "'name'" in result.err
    assert "1,000 categories" in result.err
    for remedy in ("--taxonomy", "ecode", "--identifier"):
        assert remedy in result.err
    assert not (tmp_path / "safe.csv").exists()


def test_every_record_has_a_pattern_of_its_own(covey, write, tmp_path):
    """Of 15 records with 4 variables, each lacks another set of them; none can keep its pattern."""
    patterns = range(1, 16)
    columns = {f"v{j}": [10 * i + j if i >> j & 1 else "" for i in patterns] for j in range(4)}
    path = write(columns)
    arguments = ("protect", path, "-k", 3, "--quasi", "v0,v1,v2,v3", "--order", "kept")
    result = covey(*arguments, "-o", "safe.csv")
    assert result.code == 0, result.err
    assert "'fill'" in result.err
    rows = read(tmp_path / "safe.csv")
    assert min(Counter(tuple(row.values()) for row in rows).values()) >= 3
    for name, values in columns.items():
        for before, row in zip(values, rows, strict=True):
            assert before != "" or row[name] == ""
    filled = covey(*arguments, "-o", "filled.csv", "--missing", "fill")
    assert filled.code == 0, filled.err
    rows = read(tmp_path / "filled.csv")
    assert min(Counter(tuple(row.values()) for row in rows).values()) >= 3


def test_a_unit_with_most_of_the_records(covey, write, tmp_path):
    unit = ["large"] * 90 + [f"u{i}" for i in range(10)]
    path = write({"age": spread(100), "unit": unit})
    arguments = ("protect", path, "-k", 3, "--quasi", "age", "--unit", "unit", "--order", "kept")
    for mode in ("apart", "together"):
        result = covey(*arguments, "-o", f"{mode}.csv", "--unit-mode", mode)
        assert result.code == 0, result.err
        rows = read(tmp_path / f"{mode}.csv")
        assert min(units_of_classes(rows, ("age",), unit)) >= 3
    assert len({row["age"] for row in rows[:90]}) == 1
