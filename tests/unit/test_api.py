import pickle

import numpy as np
import pandas as pd
import pytest

import covey
from covey.core.errors import LongRunWarning, RequestError
from covey.core.request import Request
from covey.refining import REFINERS

FRAME = pd.DataFrame(
    {
        "name": [f"p{i}" for i in range(12)],
        "age": np.arange(20.5, 32.5),
        "income": np.linspace(10.0, 99.0, 12) ** 2,
        "illness": list("abcabcabcabc"),
    },
    index=pd.Index(range(100, 112), name="row"),
)
ROLES = {"identifier": ["name"], "confidential": ["illness"]}


@pytest.mark.smoke
def test_a_frame_comes_back_as_it_came():
    before = FRAME.copy(deep=True)
    release = covey.protect(FRAME, k=3, roles=ROLES)
    assert list(release.data.columns) == ["age", "income", "illness"]
    pd.testing.assert_index_equal(release.data.index, pd.RangeIndex(12), exact=True)
    assert release.data["illness"].tolist() == FRAME["illness"].tolist()
    pd.testing.assert_frame_equal(FRAME, before)


def test_what_a_release_holds():
    release = covey.protect(FRAME, k=3, roles=ROLES, method="vmdav", gamma=0.5)
    assert release.partition.sizes.min() >= 3
    assert release.plan.options == {"gamma": 0.5}
    assert release.manifest["k"] == 3
    assert release.manifest["output"] is None
    assert {"IL", "DLD", "L_distinct"} <= set(release.scores)
    assert "p0" not in repr(release)


@pytest.mark.smoke
def test_a_path_works_too(tmp_path):
    FRAME.to_csv(tmp_path / "in.csv", index=False)
    release = covey.protect(tmp_path / "in.csv", k=3, roles=ROLES)
    release.write(tmp_path / "out.csv", report=tmp_path / "report.html")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "in.csv",
        "out.csv",
        "out.csv.manifest.json",
        "report.html",
    ]


def test_partition_takes_a_matrix_as_it_is():
    X = np.random.default_rng(0).normal(size=(50, 3))
    found = covey.partition(X, k=4, method="mdav")
    assert (found.k, len(found.labels)) == (4, 50)
    wide = covey.partition(X * [1.0, 1.0, 1e6], k=4, method="mdav")
    assert wide.labels.tolist() != found.labels.tolist()


def test_auto_is_a_method_here_too():
    X = np.random.default_rng(0).normal(size=(20, 2))
    chosen = covey.partition(X, k=3)
    start = covey.partition(X, k=3, method="iamat")
    assert chosen.labels.tolist() == REFINERS["search"](X, start).labels.tolist()
    assert covey.partition(X, k=3, effort=0).sizes.min() >= 3


def test_unknown_names_are_refused():
    with pytest.raises(RequestError, match="No method 'mdva'"):
        covey.partition(np.zeros((4, 1)), k=2, method="mdva")
    with pytest.raises(RequestError, match=r"No setting 'roles\.quais'"):
        covey.protect(FRAME, k=3, roles={"quais": ["age"]})
    with pytest.raises(AttributeError, match="no attribute 'protct'"):
        covey.protct  # noqa: B018


def test_the_public_names_are_all_there():
    for name in covey.__all__:
        assert getattr(covey, name) is not None
    assert covey.methods()["auto"].name == "auto"


def test_a_long_run_says_so_before_it_starts(monkeypatch):
    monkeypatch.setenv("COVEY_DEBUG", "1")  # lets the warning pass, which is an error in tests
    X = np.zeros((20_000, 3))
    with pytest.raises(LongRunWarning, match=r"'md' will take about .* on 20,000 records"):
        covey.protect(X, k=3, method="md")


@pytest.mark.smoke
def test_a_method_without_a_partition_is_refused_and_works_where_allowed():
    X = np.random.default_rng(0).normal(size=(30, 2))
    with pytest.raises(RequestError, match="treats each variable by itself"):
        covey.partition(X, k=3, method="individual-ranking")
    release = covey.protect(X, k=3, method="individual-ranking", allow_not_k_anonymous=True)
    assert release.manifest["k_anonymous"]["holds"] is False
    assert release.partition.labels.shape == (30, 2)


@pytest.mark.smoke
def test_a_release_survives_a_pickle():
    release = covey.protect(FRAME, k=3, roles=ROLES)
    again = pickle.loads(pickle.dumps(release))  # noqa: S301 (our own bytes)
    assert dict(again.scores) == dict(release.scores)
    assert again.partition.labels.tolist() == release.partition.labels.tolist()
    pd.testing.assert_frame_equal(again.data, release.data)


@pytest.mark.parametrize("k", [3, np.int64(3), "3"])
def test_k_may_be_any_whole_number(k):
    assert covey.protect(FRAME, k=k, roles=ROLES).plan.k == 3


@pytest.mark.parametrize("k", ["1_0", "٣", "3.0", 3.0, None])
def test_k_must_be_one(k):
    with pytest.raises(RequestError, match="'k' must be a whole number"):
        covey.protect(FRAME, k=k, roles=ROLES)


def test_an_error_about_roles_shows_no_values():
    with pytest.raises(RequestError) as caught:
        covey.protect(FRAME, k=3, roles={"other": FRAME["income"]})
    assert "9801" not in str(caught.value)


def test_reading_can_be_told_how_a_file_is_written(tmp_path):
    rows = "".join(f"{i},5;{i},25\n" for i in range(9))
    (tmp_path / "in.csv").write_text("a;b\n" + rows, encoding="utf-8")
    release = covey.protect(tmp_path / "in.csv", k=3, reading={"delimiter": ";", "decimal": ","})
    assert release.plan.roles.quasi == ("a", "b")
    with pytest.raises(RequestError, match=r"'reading\.delimiter' must be one character"):
        covey.protect(tmp_path / "in.csv", k=3, reading={"delimiter": ";;"})


def test_the_registry_is_a_mapping():
    assert covey.methods().get("nothing") is None
    assert ["mdav"] not in covey.methods()


def test_a_model_is_measured_wherever_it_is_given():
    release = covey.protect(FRAME, k=3, roles=ROLES, model="income ~ age")
    assert 0.0 <= release.scores["REG"] <= 100.0
    assert "age: overlap" in release.scores.details["REG"]
    with pytest.raises(RequestError, match="~"):
        covey.protect(FRAME, k=3, roles=ROLES, model="income ~")


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"scaling": "minmax"},
        {"scaling": "none"},
        {"select": 1, "metric": "correlation"},
        {"round": "auto"},
        {"refine": "search", "effort": 0},
    ],
)
def test_a_bound_is_below_the_loss_however_records_were_grouped(settings):
    data = np.random.default_rng(4).normal(size=(60, 3)).round(1) * [1.0, 10.0, 100.0]
    release = covey.protect(data, k=4, method="mdav", bound="relaxed", **settings)
    simple = covey.protect(data, k=4, method="mdav", bound="simple", **settings).bound
    assert 0.0 < simple.percent < release.bound.percent <= release.scores["IL"]
    assert release.manifest["bound"]["IL"] == release.bound.percent


def test_without_a_refinement_a_bound_must_be_asked_for():
    data = np.random.default_rng(4).normal(size=(30, 2))
    assert covey.protect(data, k=3, method="mdav").bound is None
    refined = covey.protect(data, k=3, method="mdav", refine="search", effort=0)
    assert refined.bound.kind == "simple"
    silent = covey.protect(data, k=3, method="mdav", refine="search", effort=0, bound="none")
    assert silent.bound is None
    assert "bound" not in silent.manifest


def test_whole_numbers_written_as_decimals_are_rounded_to_whole_numbers(tmp_path, protect_file):
    lines = [f"{i * i % 17}.0,{i % 7}.3e+07,{i}.50,{i % 3}.0" for i in range(24)]
    path = tmp_path / "in.csv"
    path.write_text("\n".join(["a,b,c,d", *lines, ""]), encoding="utf-8")
    settings = {
        "k": 3,
        "method": "mdav",
        "round": "auto",
        "roles": {"quasi": ["a", "b", "c"], "other": ["d"]},
    }
    covey.protect(path, **settings).write(tmp_path / "out.csv")
    protect_file(path, tmp_path / "streamed.csv", Request.of(settings), n_blocks=1)
    for name in ("out.csv", "streamed.csv"):
        rows = [row.split(",") for row in (tmp_path / name).read_text(encoding="utf-8").split()[1:]]
        for column in (0, 1):
            assert all(row[column].isdigit() for row in rows)
        assert any("." in row[2] for row in rows)
        # Released as it is: as it was written.
        assert sorted(row[3] for row in rows) == sorted(line.split(",")[3] for line in lines)


@pytest.mark.parametrize("call", [covey.protect, covey.compare, covey.select])
@pytest.mark.parametrize("roles", [["age"], "age", 3, np.array(["age", "income"]), FRAME])
def test_roles_of_another_type_are_refused_in_words(call, roles):
    with pytest.raises(RequestError, match=r"'roles' must map role names .* to lists of columns"):
        call(FRAME, k=3, roles=roles)


@pytest.mark.parametrize("call", [covey.protect, covey.compare, covey.select, covey.measure])
def test_what_is_said_of_files_is_refused_in_words_if_of_another_type(call):
    arguments = (FRAME, FRAME) if call is covey.measure else (FRAME,)
    with pytest.raises(RequestError, match=r"'reading' must map names .* Got str\.") as caught:
        call(*arguments, reading="yes")
    assert "reading={'decimal': ','}" in str(caught.value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"refine_options": "x"}, r"'refine_options' must be settings with names\. Got 'x'"),
        ({"refine_options": [1]}, "'refine_options' must be settings with names"),
        ({"options": {"size": 2}}, "no option 'options'.* Give each option by its own name"),
        ({"measures": 3}, r"^'measures' must be all, default or a list of names\. Got 3\.$"),
        ({"round": FRAME}, r"Got a DataFrame\.$"),
        ({"roles": {1: ["age"]}}, r"'roles\.1' must be a text\. Got int\."),
    ],
)
def test_settings_of_another_type_are_refused_in_words(settings, message):
    with pytest.raises(RequestError, match=message):
        covey.protect(FRAME, k=3, **{"roles": ROLES, **settings})


def test_options_of_compared_methods_have_names():
    with pytest.raises(RequestError, match="'options' must be settings with names"):
        covey.compare(FRAME, k=3, roles=ROLES, options=["gamma"])


@pytest.mark.parametrize("role", ["identifier", "quasi", "confidential", "other"])
@pytest.mark.parametrize("call", [covey.protect, covey.select])
def test_a_role_that_is_no_setting_points_to_roles(call, role):
    with pytest.raises(RequestError) as caught:
        call(FRAME[["age", "income"]], k=3, **{role: ["age"]})
    assert f"Columns get their roles by roles={{'{role}': ['A', 'B']}}." in str(caught.value)


def test_auto_has_two_options_in_a_partition():
    with pytest.raises(RequestError, match="'auto' has no option 'gamma'"):
        covey.partition(np.arange(12.0).reshape(6, 2), k=3, gamma=1.0)


@pytest.mark.parametrize("call", [covey.protect, covey.compare, covey.measure])
def test_a_model_that_no_measure_looks_at_is_refused(call):
    numbers = FRAME[["age", "income"]]
    arguments = (numbers, numbers) if call is covey.measure else (numbers, 3)
    with pytest.raises(RequestError, match=r"Add REG to them: measures=\['REG'\], or leave out"):
        call(*arguments, measures=["IL", "DLD"], model="income ~ age")


def test_a_model_for_an_axis_of_a_comparison_is_looked_at():
    numbers = FRAME[["age", "income"]]
    found = covey.compare(numbers, 3, ["mdav"], loss="REG", measures=["IL"], model="income ~ age")
    assert "REG" in found.runs[0].scores


def _written_with(**settings):
    def write(release, path):
        release.write(path, **settings)

    return write


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda release, path: covey.advise(FRAME, max_risk=50), "'comparison' must be what"),
        (lambda release, path: covey.advise(None, max_risk=50), "Got NoneType. Call covey.compare"),
        (lambda release, path: release.write(None), "'path' must be the name of a file"),
        (lambda release, path: release.report(3), "'path' must be .* Got int"),
        (_written_with(report=3), "'report' must be the name of a file"),
        (_written_with(report="r.html", comparison=3), "'comparison' must be what"),
        (_written_with(force="no"), "'force' must be True or False. Got 'no'"),
    ],
)
def test_what_is_no_file_no_comparison_and_no_answer_is_refused(tmp_path, call, words):
    release = covey.protect(FRAME, k=3, method="mdav", roles=ROLES)
    path = tmp_path / "safe.csv"
    path.write_text("former")
    with pytest.raises(RequestError, match=words):
        call(release, path)
    assert path.read_text() == "former"
    assert [file.name for file in tmp_path.iterdir()] == ["safe.csv"]


def test_maps_and_drawings_name_files_and_answers_too(tmp_path):
    numbers = FRAME[["age", "income"]]
    comparison = covey.compare(numbers, k=[3], methods=["mdav"])
    selection = covey.select(numbers, count=1)
    for write in (comparison.report, selection.write):
        with pytest.raises(RequestError, match="'path' must be the name of a file"):
            write(None)
        with pytest.raises(RequestError, match="'force' must be True or False"):
            write(tmp_path / "drawn", force="no")
    assert list(tmp_path.iterdir()) == []
