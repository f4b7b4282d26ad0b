"""Separate sets of variables, from the request to the file and its verification."""

import json

import numpy as np
import polars as pl
import pytest

import covey
from covey.core.errors import RequestError, VerificationError
from covey.core.request import Request
from covey.pipeline import protect
from covey.releasing import verify

QUASI = ["a", "b", "c", "d"]


@pytest.fixture
def table():
    rng = np.random.default_rng(8)
    n = 80
    values = {name: rng.normal(size=n).round(3) for name in QUASI}
    region = rng.choice(["north", "south"], n)
    return pl.DataFrame({**values, "region": region, "company": rng.integers(0, 40, n)})


ROLES = {"quasi": QUASI, "other": ["region", "company"]}


@pytest.fixture
def written(table, tmp_path):
    """Return a file that was released, in the order of the input, with its manifest."""
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    table.write_csv(source)

    def write(n_blocks=None, **settings):
        request = Request.of({"k": 4, "roles": ROLES, "measures": ["IL"], **settings})
        with protect(source, request, n_blocks=n_blocks) as release:
            release.write(target, order="kept", force=True)
        return pl.read_csv(target), json.loads((tmp_path / "out.csv.manifest.json").read_text())

    return write


def smallest(frame, names):
    return frame.group_by(names).len()["len"].min()


def test_two_sets_by_hand():
    """x groups records 1, 2 and 3, 4; y groups 1, 3 and 2, 4: no whole record has a twin."""
    table = pl.DataFrame({"x": [0.0, 2.0, 10.0, 12.0], "y": [0.0, 50.0, 4.0, 58.0]})
    release = covey.protect(table, k=2, separate=[["x"], ["y"]], method="mdav")
    assert release.data["x"].to_list() == [1.0, 1.0, 11.0, 11.0]
    assert release.data["y"].to_list() == [2.0, 54.0, 2.0, 54.0]
    assert release.partition.labels.tolist() == [[0, 1], [0, 0], [1, 1], [1, 0]]
    evidence = release.manifest["k_anonymous"]
    assert (evidence["holds"], evidence["smallest_class"]) == (False, 1)
    assert evidence["separate"] == [
        {"quasi_identifiers": ["x"], "smallest_class": 2, "holds": True},
        {"quasi_identifiers": ["y"], "smallest_class": 2, "holds": True},
    ]
    assert release.manifest["n_groups"] == 4
    assert release.manifest["group_size"] == {"min": 2, "max": 2}


def test_each_set_is_what_it_is_alone(table):
    """Grouping a set beside others gives what protecting it alone gives."""
    both = covey.protect(table, k=4, roles=ROLES, separate=[["a", "c"], ["b", "d"]]).data
    for names in (["a", "c"], ["b", "d"]):
        alone = covey.protect(table.select(names), k=4).data
        assert both.select(names).equals(alone)


@pytest.mark.parametrize("n_blocks", [None, 3])
def test_the_file_keeps_k_on_each_set(written, tmp_path, n_blocks):
    found, manifest = written(n_blocks, separate=[["a", "b"], ["c"]])
    sets = [["a", "b"], ["c"], ["d"]]  # what is in none is one more
    counts = [smallest(found, names) for names in sets]
    assert min(counts) >= 4
    assert smallest(found, QUASI) < 4
    evidence = manifest["k_anonymous"]
    assert [one["quasi_identifiers"] for one in evidence["separate"]] == sets
    assert [one["smallest_class"] for one in evidence["separate"]] == counts
    assert not evidence["holds"]
    assert not manifest["plan"]["is_k_anonymous"]
    assert manifest["plan"]["separate"] == sets
    [note] = [note for note in manifest["plan"]["notes"] if "sets" in note]
    assert note == (
        "Quasi-identifiers were grouped in 3 sets, each by itself: 'a', 'b'; 'c'; 'd'. Those of "
        "the last set were named in none. In each set every record shares its values with at least "
        "3 others; whole records are not k-anonymous."
    )
    verified = verify(tmp_path / "out.csv")
    assert [one.smallest_class for one in verified.separate] == counts
    assert manifest["published"]["below_k"] > 0


@pytest.mark.parametrize("n_blocks", [None, 2])
@pytest.mark.parametrize("unit_mode", ["apart", "together"])
def test_units_and_strata_hold_in_each_set(table, written, n_blocks, unit_mode):
    """Groups of at least k companies, none across regions, for every set."""
    region = (table["company"] % 2).replace_strict({0: "north", 1: "south"}, return_dtype=pl.String)
    strata = {"unit": "company", "strata": ["region"], "quasi": QUASI}
    fitting = table.with_columns(region=region)
    release = covey.protect(
        fitting, k=3, roles=strata, separate=[["a", "b"], ["c", "d"]], unit_mode=unit_mode
    )
    found = release.data.with_columns(company=table["company"])
    for names in (["a", "b"], ["c", "d"]):
        classes = found.group_by(names).agg(
            pl.col("company").n_unique(), pl.col("region").n_unique()
        )
        assert classes["company"].min() >= 3
        assert classes["region"].max() == 1
    assert release.manifest["group_units"]["min"] >= 3
    if unit_mode == "apart":
        _, manifest = written(n_blocks, roles=strata, separate=[["a", "b"]], k=3)
        assert manifest["group_units"]["min"] >= 3


def test_weighted_totals_stay_with_the_weights_as_they_are(table):
    weighted = table.with_columns(w=1.0 + pl.int_range(pl.len()) % 5)
    settings = {"k": 4, "roles": {**ROLES, "weight": "w"}, "separate": [["a", "b"], ["c", "d"]]}
    with pytest.raises(RequestError, match="no groups of whole records"):
        covey.protect(weighted, **settings)
    found = covey.protect(weighted, weight_release="asis", **settings).data
    for name in QUASI:
        before, after = ((t["w"] * t[name]).sum() for t in (weighted, found))
        assert after == pytest.approx(before, rel=1e-9)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"separate": [["a", "region"]]},
            "'separate' names 'region', which is no quasi-identifier",
        ),
        ({"separate": [["a"], ["a", "b"]]}, "'separate' names 'a' twice"),
        ({"separate": [["a", "a"]]}, "'separate' names 'a' twice"),
        ({"separate": [QUASI]}, "The only separate set holds all quasi-identifiers"),
        ({"separate": [["a"], []]}, "A separate set of variables is empty"),
        ({"separate": [["a"]], "select": 2}, "'select' looks at groups of whole records"),
        ({"separate": [["a"]], "bound": "simple"}, "'bound' looks at groups of whole records"),
        (
            {"separate": [["a"]], "method": "individual-ranking"},
            "'individual-ranking' groups each variable by itself already",
        ),
        ({"separate": [["a"]], "k": 99}, "'k' must be"),
    ],
)
def test_wrong_requests_get_a_sentence(table, settings, message):
    with pytest.raises(RequestError, match=message):
        covey.protect(table, **{"k": 4, "roles": ROLES, **settings})


def test_strict_refuses_them(written):
    message = "80 records would stand in classes below k .* whole records are not k-anonymous"
    with pytest.raises(RequestError, match=message):
        written(separate=[["a"]], strict=True)


def rewrite(tmp_path, change):
    path = tmp_path / "out.csv.manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: m["plan"].update(separate=[]), "separate sets are not those of its plan"),
        (lambda m: m["k_anonymous"].pop("separate"), "separate sets are not those of its plan"),
        (
            lambda m: m["k_anonymous"]["separate"][0].update(smallest_class=3),
            "the class of a set does not fit",
        ),
        (
            lambda m: m["k_anonymous"]["separate"][0].update(smallest_class=70),
            "was edited: the smallest class on the separate set 'a', 'b'",
        ),
        (lambda m: m["k_anonymous"].update(separate=[7]), "must be a list of objects"),
    ],
)
def test_edited_manifests_are_found_out(written, tmp_path, change, message):
    written(separate=[["a", "b"], ["c", "d"]])
    rewrite(tmp_path, change)
    with pytest.raises(VerificationError, match=message):
        verify(tmp_path / "out.csv")


def test_a_manifest_that_names_other_sets_is_found_out(written, tmp_path):
    """Both copies name a set that was never grouped by itself: the file does not keep it."""
    written(separate=[["a", "b"], ["c", "d"]])
    others = [["a", "c"], ["b", "d"]]

    def change(manifest):
        manifest["plan"]["separate"] = others
        for one, names in zip(manifest["k_anonymous"]["separate"], others, strict=True):
            one["quasi_identifiers"] = names

    rewrite(tmp_path, change)
    with pytest.raises(VerificationError, match="does not keep its promise on the separate set"):
        verify(tmp_path / "out.csv")


def test_names_that_a_spreadsheet_would_run(tmp_path):
    rng = np.random.default_rng(1)
    table = pl.DataFrame(rng.normal(size=(20, 3)), schema=["=a", "b", "c"], orient="row")
    release = covey.protect(table, k=3, separate=[["=a", "b"]], formulas="escape")
    release.write(tmp_path / "out.csv")
    assert verify(tmp_path / "out.csv").separate[0].names == ("'=a", "b")


def test_cells_of_strata_are_blanked_where_any_set_mixes_them():
    """Two records of the south join the north; x puts them with record 1, y with record 4."""
    table = pl.DataFrame(
        {
            "region": ["north"] * 6 + ["south"] * 2,
            "x": [0.0, 50.0, 51.0, 52.0, 80.0, 81.0, 1.0, 2.0],
            "y": [50.0, 51.0, 80.0, 0.0, 81.0, 52.0, 1.0, 2.0],
        }
    )
    found = covey.protect(
        table,
        k=3,
        method="mdav",
        roles={"quasi": ["x", "y"], "strata": ["region"]},
        separate=[["x"], ["y"]],
        small_strata="merge",
    ).data
    assert found["x"].to_list()[0] == found["x"].to_list()[6] == found["x"].to_list()[7] == 1.0
    assert found["y"].to_list()[3] == found["y"].to_list()[6] == found["y"].to_list()[7] == 1.0
    kept = [value is not None for value in found["region"].to_list()]
    assert kept == [False, True, True, False, True, True, False, False]


@pytest.mark.parametrize("audience", ["public", "internal"])
def test_reports_say_what_is_promised(table, tmp_path, audience):
    release = covey.protect(table, k=4, roles=ROLES, separate=[["a", "b"], ["c", "d"]])
    release.report(tmp_path / "report.html", audience=audience)
    page = " ".join((tmp_path / "report.html").read_text(encoding="utf-8").split())
    lead = (
        "In each of 2 separate sets of variables every record shares its values with at least 3 "
        "other records; whole records are not k-anonymous."
    )
    assert f'<p class="lead">{lead}</p>' in page
    assert "variable by variable" not in page
    assert "In each quasi-identifier by itself" not in page
    assert "Some are smaller than" not in page
