"""Sampling weights from the request to the written file, in memory and in blocks."""

import datetime
import json

import numpy as np
import polars as pl
import pytest

import covey
from covey.core.errors import InputError, RequestError, VerificationError
from covey.core.request import Request
from covey.pipeline import protect
from covey.releasing import verify

ROLES = {"quasi": ("age", "income"), "weight": "w"}


@pytest.fixture
def table():
    rng = np.random.default_rng(4)
    return pl.DataFrame(
        {
            "age": rng.integers(18, 90, 60),
            "income": rng.lognormal(8.0, 1.0, 60).round(2),
            "w": rng.uniform(5.0, 300.0, 60).round(1),
        }
    )


@pytest.fixture
def written(table, tmp_path):
    """Return what a file with the table is released as, with the manifest."""
    source = tmp_path / "in.csv"
    table.write_csv(source)

    def write(n_blocks=None, **settings):
        roles = settings.pop("roles", ROLES)
        request = Request.of({"k": 4, "roles": roles, "measures": "default", **settings})
        target = tmp_path / f"out-{n_blocks}-{settings.get('weight_release', 'mean')}.csv"
        with protect(source, request, n_blocks=n_blocks) as release:
            release.write(target, order="kept")
        verify(target)
        manifest = json.loads((tmp_path / f"{target.name}.manifest.json").read_text())
        return pl.read_csv(target), manifest

    return write


def by_hand(weights=(1, 3, 10, 10), **settings):
    """Return what is released of two groups of two."""
    table = pl.DataFrame(
        {
            "x": [0.0, 4.0, 100.0, 110.0],
            "day": [datetime.date(2020, 1, day) for day in (1, 5, 21, 31)],
            "w": weights,
        }
    )
    return covey.protect(table, k=2, method="mdav", **settings).data


def test_means_are_weighted_and_the_weight_is_the_plain_mean():
    """x: (1·0 + 3·4)/4 = 3 and 105; day: 1 + 4·3/4 = 4 and 26; w: 2 and 10."""
    roles = {"quasi": ["x", "day"], "weight": "w"}
    found = by_hand(roles=roles)
    assert found["x"].to_list() == [3.0, 3.0, 105.0, 105.0]
    assert [day.day for day in found["day"]] == [4, 4, 26, 26]
    assert found["w"].to_list() == [2.0, 2.0, 10.0, 10.0]


def test_weights_are_not_rounded_with_the_variables():
    """x: (1·0 + 2·4)/3 is 2.67, rounded 3; w: 1.5 is no whole number as 1 and 2 were."""
    roles = {"quasi": ["x"], "other": ["day"], "weight": "w"}
    found = by_hand((1, 2, 10, 10), roles=roles, round="auto")
    assert found["x"].to_list() == [3.0, 3.0, 105.0, 105.0]
    assert found["w"].to_list() == [1.5, 1.5, 10.0, 10.0]


@pytest.mark.parametrize("n_blocks", [None, 3])
@pytest.mark.parametrize("release", ["mean", "asis"])
def test_weighted_totals_stay_in_the_file(table, written, n_blocks, release):
    found, _ = written(n_blocks, weight_release=release)
    for name in ("age", "income"):
        before = float((table["w"] * table[name]).sum())
        assert float((found["w"] * found[name]).sum()) == pytest.approx(before, rel=1e-9)
        assert float(found[name].sum()) != pytest.approx(float(table[name].sum()), rel=1e-9)
    assert float(found["w"].sum()) == pytest.approx(float(table["w"].sum()), rel=1e-12)


@pytest.mark.parametrize("n_blocks", [None, 3])
def test_the_mean_weight_makes_nobody_stand_out(written, n_blocks):
    found, manifest = written(n_blocks)
    assert found.group_by(["age", "income", "w"]).len()["len"].min() >= 4
    assert manifest["published"]["below_k"] == 0


@pytest.mark.parametrize("n_blocks", [None, 3])
def test_the_weight_as_it_is_sets_records_apart(table, written, n_blocks):
    found, manifest = written(n_blocks, weight_release="asis")
    assert found["w"].to_list() == table["w"].to_list()
    assert manifest["published"]["columns"] == ["w"]
    assert manifest["published"]["below_k"] > 0


@pytest.mark.parametrize("n_blocks", [None, 3])
def test_a_weight_that_is_dropped_still_weighs(written, n_blocks):
    found, manifest = written(n_blocks, weight_release="drop")
    kept, _ = written(n_blocks)
    assert found.columns == ["age", "income"]
    assert found["income"].to_list() == kept["income"].to_list()
    assert manifest["roles"]["weight"] == ["w"]
    assert manifest["plan"]["weight_release"] == "drop"
    assert manifest["published"]["below_k"] == 0


def test_a_file_with_a_weight_that_was_dropped_is_not_verified(written, tmp_path):
    written(weight_release="asis")
    path = tmp_path / "out-None-asis.csv.manifest.json"
    manifest = json.loads(path.read_text())
    manifest["plan"]["weight_release"] = "drop"
    path.write_text(json.dumps(manifest))
    with pytest.raises(VerificationError, match="holds 'w', which was to be dropped"):
        verify(tmp_path / "out-None-asis.csv")
    del manifest["plan"]["weight_release"]
    path.write_text(json.dumps(manifest))
    with pytest.raises(VerificationError, match="'weight_release' must be a text"):
        verify(tmp_path / "out-None-asis.csv")


def test_groups_do_not_depend_on_weights(table, written):
    """Neither do distances nor the loss of equal weights."""
    weighted = covey.protect(table, k=4, roles=ROLES)
    plain = covey.protect(table, k=4, roles={"quasi": ["age", "income"], "other": ["w"]})
    even = covey.protect(table.with_columns(w=pl.lit(7.5)), k=4, roles=ROLES)
    assert weighted.partition.labels.tolist() == plain.partition.labels.tolist()
    assert even.data["income"].to_list() == plain.data["income"].to_list()
    assert even.scores["IL"] == plain.scores["IL"] <= weighted.scores["IL"]


def test_the_risks_in_the_population_join_the_usual_ones(table, written):
    _, manifest = written()
    _, in_blocks = written(3)
    symbols = {"PROS", "JOUR", "MARK", "REID"}
    assert symbols <= set(manifest["scores"])
    assert symbols <= set(in_blocks["scores"])
    plain = covey.protect(table, k=4, roles={"quasi": ["age", "income"], "other": ["w"]})
    assert not symbols & set(plain.scores)
    assert covey.protect(table.drop("w"), k=4, measures=["PROS"]).scores["PROS"] == 25.0
    with pytest.raises(RequestError, match="'JOUR' needs a sampling weight: name its column"):
        covey.protect(table.drop("w"), k=4, measures=["JOUR"])


@pytest.mark.parametrize("n_blocks", [None, 3])
def test_weights_that_are_none_are_counted(table, tmp_path, n_blocks):
    weights = table["w"].to_list()
    weights[6], weights[9], weights[20], weights[21] = 0.0, -2.0, None, float("inf")
    source = tmp_path / "in.parquet"
    table.with_columns(w=pl.Series(weights)).write_parquet(source)
    with pytest.raises(InputError) as caught:
        protect(source, Request(k=4, roles=ROLES), n_blocks=n_blocks)
    assert str(caught.value) == (
        "Column 'w' holds the sampling weights and has 1 value missing, the first in record 21; 1 "
        "value infinite, the first in record 22; 2 values zero or negative, the first in record 7. "
        "Every weight must be a number above 0: correct them, or leave such records out."
    )


def test_weights_that_are_text_are_refused(tmp_path):
    (tmp_path / "in.csv").write_text("x,w\n" + "1,2\n" * 6 + "2,high\n", encoding="utf-8")
    with pytest.raises(InputError, match="'w' holds text, not numbers: 1 of 7 values are not") as e:
        covey.protect(tmp_path / "in.csv", k=3, roles={"quasi": ["x"], "weight": "w"})
    assert "the first in record 7. Only numeric columns can be sampling weights" in str(e.value)
    assert "high" not in str(e.value)


def test_a_method_without_groups_of_records_has_no_mean_weight(table):
    settings = {"k": 4, "roles": ROLES, "method": "individual-ranking"}
    with pytest.raises(RequestError, match=r"no groups of whole records.*'asis'.*'drop'"):
        covey.protect(table, allow_not_k_anonymous=True, **settings)
    found = covey.protect(table, allow_not_k_anonymous=True, weight_release="asis", **settings).data
    before, after = ((t["w"] * t["income"]).sum() for t in (table, found))
    assert after == pytest.approx(before, rel=1e-9)


def test_one_column_is_the_weight(table):
    with pytest.raises(RequestError, match="'weight' is for one column, and 'age', 'income' have"):
        covey.protect(table.rename({"w": "x"}), k=4, roles={"quasi": ["x"], "weight": "[ai]*"})


def test_variables_are_chosen_by_weighted_means(table):
    chosen = covey.select(table, count=1, k=4, roles=ROLES)
    plain = covey.select(table, count=1, k=4, roles={"quasi": ["age", "income"]})
    assert {one.variables for one in chosen.candidates} == {("age",), ("income",)}
    assert chosen.loss > plain.loss
