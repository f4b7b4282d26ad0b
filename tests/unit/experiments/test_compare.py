import json
import math

import numpy as np
import polars as pl
import pytest

import covey
from covey.cli.flags import in_flags
from covey.core.errors import InputError, RequestError
from covey.core.progress import quiet, unwatched
from covey.core.request import ComparisonRequest
from covey.experiments import compare as module
from covey.experiments.compare import compare
from covey.measuring import MEASURES

SETTINGS = {"remember": True, "k": (3, 5), "methods": ("mdav", "iamat")}


def run(data, stages=unwatched, **settings):
    return compare(data, ComparisonRequest.of({**SETTINGS, **settings}), stages)


def test_every_setting_gets_what_protect_gives(sample):
    for found in run(sample).runs:
        release = covey.protect(sample, k=found.k, method=found.method)
        assert dict(found.scores) == dict(release.scores)
        assert found.n_groups == release.partition.n_groups
        assert (found.smallest, found.largest) == (
            release.partition.sizes.min(),
            release.partition.sizes.max(),
        )


def test_the_front_is_recomputed_from_the_table(sample):
    comparison = run(sample, k=(2, 3, 5, 10), methods=("mdav", "iamat", "vmdav", "dba2"))
    rows = comparison.rows()
    for row in rows:
        is_beaten = any(
            other["IL"] <= row["IL"]
            and other["DLD"] <= row["DLD"]
            and (other["IL"], other["DLD"]) != (row["IL"], row["DLD"])
            for other in rows
        )
        assert row["pareto"] is not is_beaten
    losses = [found.scores["IL"] for found in comparison.front]
    assert losses == sorted(losses)


def test_workers_change_nothing(sample):
    one, two = (run(sample, workers=n, remember=False).to_dict() for n in (1, 3))
    assert one == two


def test_what_was_tried_is_not_tried_again(sample):
    first = run(sample)
    heard = []
    again = run(sample, stages=heard.append)
    assert heard == []
    assert again.n_remembered == 4
    assert again.rows() == first.rows()


@pytest.mark.parametrize("sizes", ["3-5", ["3-5"], ["3 5"], "3,5", [], [1], ["3", "x"]])
def test_group_sizes_that_are_none_say_how_several_are_given(sizes):
    with pytest.raises(RequestError) as caught:
        ComparisonRequest.of({"k": sizes})
    assert "'k' must be whole numbers of at least 2" in str(caught.value)
    assert "Give several as in k=[3, 5]." in str(caught.value)
    assert caught.value.told(in_flags).endswith("Give several as in -k 3,5.")


def test_only_the_rest_is_tried(sample):
    run(sample, methods=("mdav",))
    heard = []

    def stages(stage):
        heard.append(stage)
        return quiet

    comparison = run(sample, stages)
    assert heard == ["Comparing 2 settings"]
    assert comparison.n_remembered == 2


def test_an_interrupted_comparison_keeps_what_it_has(sample, monkeypatch):
    protect = module.protect_table
    tried = []

    def interrupted(table, request, stages, **settings):
        tried.append(request)
        if len(tried) == 3:
            raise KeyboardInterrupt
        return protect(table, request, stages, **settings)

    monkeypatch.setattr(module, "protect_table", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(sample, workers=1)
    assert run(sample).n_remembered == 2


@pytest.mark.parametrize(
    "change", [{"seed": 1}, {"scaling": "minmax"}, {"measures": "all"}, {"effort": 2.0}]
)
def test_other_settings_are_not_taken_for_the_same(sample, change):
    run(sample)
    assert run(sample, **change).n_remembered == 0


def test_other_data_are_not_taken_for_the_same(sample):
    run(sample)
    assert run(sample.reverse()).n_remembered == 0


def test_who_remembers_nothing_leaves_nothing(sample, cache):
    run(sample, remember=False)
    assert not cache.exists()


@pytest.mark.parametrize(
    "content", [b'{"method": "mdav"}', b"", b"{", b"[1, 2]", b"\xff\xfe"], ids=repr
)
def test_a_damaged_memory_costs_time_and_no_answer(sample, cache, content):
    first = run(sample)
    for path in (cache / "runs").iterdir():
        path.write_bytes(content)
    again = run(sample)
    assert again.n_remembered == 0
    assert again.rows() == first.rows()


@pytest.mark.parametrize("change", [{"scores": {"IL": 1.0}}, {"k": 4}, {"method": "vmdav"}])
def test_a_memory_of_something_else_is_not_believed(sample, cache, change):
    first = run(sample)
    for path in (cache / "runs").iterdir():
        path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    again = run(sample)
    assert again.n_remembered == 0
    assert again.rows() == first.rows()


def test_a_method_may_be_refined(sample):
    plain, refined = run(sample, k=(3,), methods=("mdav", "mdav+dba2")).runs
    assert (refined.name, refined.method, refined.refine) == ("mdav+dba2", "mdav", "dba2")
    assert refined.scores["IL"] <= plain.scores["IL"]


def test_auto_and_its_choice_with_more_effort_are_shown_once(sample, monkeypatch):
    monkeypatch.setattr("covey.planning.choice.SEARCHED_FULLY", 100)
    comparison = run(sample, k=(3,), methods=("auto", "iamat+search"))
    (found,) = comparison.runs
    assert found.effort == 0.1
    assert any("'auto' stands for iamat+search" in note for note in comparison.notes)


def test_auto_and_its_choice_are_one_setting(sample):
    comparison = run(sample, k=(3,), methods=("auto", "iamat+search"))
    assert len(comparison.runs) == 1


def test_options_reach_their_method(sample):
    comparison = run(sample, methods=("vmdav", "mdav"), k=(3,), options={"vmdav": {"gamma": 1.5}})
    assert comparison.runs[0].options["gamma"] == 1.5


def test_axes_are_measured_even_if_not_asked_for(sample):
    comparison = run(sample, loss="W1", risk="RLD", measures=("IL",))
    assert set(comparison.runs[0].scores) == {"IL", "W1", "RLD"}
    assert (comparison.loss.symbol, comparison.risk.symbol) == ("W1", "RLD")


def test_sizes_and_methods_have_defaults(sample):
    comparison = run(sample, k=None, methods=None)
    assert {found.k for found in comparison.runs} == {3, 4, 5, 7, 10, 15, 20, 30}
    names = {found.name for found in comparison.runs}
    assert len(names) == 7
    assert "iamat+search" in names


def test_methods_that_a_large_table_cannot_afford_are_left_out_and_named():
    from covey.experiments.usual import usual_methods
    from covey.pipeline import METHODS

    names, notes = usual_methods(METHODS, 1_000_000, 10, [3])
    assert names == ["auto"]
    assert "'dba2'" in notes[0]


def test_json_brings_it_back(sample):
    first = run(sample)
    again = type(first).from_dict(first.to_dict(), measures=MEASURES)
    assert again.to_dict() == first.to_dict()


@pytest.mark.parametrize("broken", [{}, {"runs": 3}, {"input": None}])
def test_anything_else_is_no_comparison(sample, broken):
    first = run(sample)
    with pytest.raises(InputError, match="no comparison"):
        type(first).from_dict(broken, measures=MEASURES)


def test_a_constant_table_has_no_undefined_front():
    comparison = run(pl.DataFrame({"a": [1.0] * 12}))
    assert all(math.isfinite(found.scores["IL"]) for found in comparison.runs)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"methods": ()}, "No method is left"),
        ({"methods": ("mdva",)}, "Did you mean 'mdav'"),
        ({"methods": ("mdav+dba3",)}, "No refinement 'dba3'"),
        ({"methods": ("individual-ranking",)}, "does not give k-anonymity"),
        ({"methods": ("hm-pfsom",)}, "confidential"),
        ({"k": (3, 61)}, "'k' must be"),
        ({"k": (1,)}, "'k' must be"),
        ({"k": ()}, "'k' must be"),
        ({"k": "three"}, "'k' must be"),
        ({"loss": "DLD"}, "'loss' must be a measure of loss"),
        ({"risk": "IL"}, "'risk' must be a measure of risk"),
        ({"risk": "T"}, "confidential"),
        ({"measures": ("XX",)}, "No measure 'XX'"),
        ({"options": {"vmdav": {"gamma": 1}}}, "which is not compared"),
        ({"options": {"mdav": {"gamma": 1}}}, "has no option 'gamma'"),
        ({"workers": 0}, "workers"),
    ],
)
def test_wrong_requests_are_refused_before_anything_runs(sample, settings, message):
    heard = []
    with pytest.raises(RequestError, match=message):
        run(sample, heard.append, **settings)
    assert heard == []


def test_a_table_in_memory_is_compared_by_its_content(sample):
    run(sample)
    assert run(sample.to_pandas()).n_remembered == 4
    assert run(np.ascontiguousarray(sample.to_numpy())).n_remembered == 0  # other names


@pytest.fixture
def survey():
    rng = np.random.default_rng(0)
    return pl.DataFrame(
        {
            "who": np.arange(60) // 3,
            "age": rng.normal(size=60),
            "sex": rng.choice(["f", "m"], 60),
            "region": ["n"] * 42 + ["s"] * 18,
        }
    )


MIXED = {"roles": {"unit": "who", "strata": ["region"]}, "columns": {"sex": {"kind": "nominal"}}}


def test_usual_sizes_are_those_that_units_and_strata_have_room_for(survey):
    # 20 units have room for two groups of up to 10; the smaller stratum has six of them.
    found = run(survey, **{**MIXED, "k": None, "methods": ("mdav",)})
    assert [one.k for one in found.runs] == [3, 4, 5]
    merged = {**MIXED, "small_strata": "merge", "k": None, "methods": ("mdav",)}
    assert [one.k for one in run(survey, **merged).runs] == [3, 4, 5, 7, 10]


def test_kinds_units_and_strata_are_those_of_protect(survey):
    comparison = run(survey, **{**MIXED, "k": (3,), "methods": ("auto",)})
    release = covey.protect(survey, k=3, effort=0.1, **MIXED)
    assert comparison.runs[0].scores["IL"] == release.scores["IL"]
    assert comparison.subject.n_units == 20
    assert comparison.to_dict()["input"]["n_units"] == 20
    again = run(survey, **{**MIXED, "k": (3,), "methods": ("auto",)})
    assert again.n_remembered == 1
    apart = {**MIXED, "columns": {"sex": {"kind": "nominal", "importance": 2.0}}}
    assert run(survey, **{**apart, "k": (3,), "methods": ("auto",)}).n_remembered == 0
