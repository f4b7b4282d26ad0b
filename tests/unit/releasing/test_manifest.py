from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from covey.core.bound import LossBound
from covey.core.scores import Scores
from covey.core.table import Dialect, Origin
from covey.core.version import __version__
from covey.releasing.manifest import Written, build_manifest, manifest_path, manifest_text
from covey.results import Release


def test_the_file_name_is_the_output_s_plus_a_suffix() -> None:
    assert manifest_path(Path("out/safe.csv")) == Path("out/safe.csv.manifest.json")


def test_what_it_says_before_a_file_is_written(release: Release) -> None:
    manifest = release.manifest
    created = dt.datetime.fromisoformat(manifest.pop("created"))
    assert created.tzinfo == dt.UTC
    assert created.microsecond == 0
    assert abs(dt.datetime.now(dt.UTC) - created) < dt.timedelta(minutes=1)
    assert manifest == {
        "covey": __version__,
        "input": {"name": "input.csv", "sha256": None, "n_records": 7, "n_columns": 3},
        "output": None,
        "method": "mdav",
        "options": {},
        "k": 3,
        "seed": 7,
        "n_records": 7,
        "n_groups": 2,
        "group_size": {"min": 3, "max": 4},
        "published": {
            "below_k": 7,  # every record has a code of its own
            "unique": 7,
            "columns": ["code"],
            "counted": "records",
            "roles": ["quasi", "other"],
            "records_below_k": 7,
        },
        "k_anonymous": {
            "holds": True,
            "smallest_class": 3,
            "quasi_identifiers": ["age", "income"],
        },
        "roles": release.plan.roles.to_dict(),
        "facts": {},
        "scores": {"IL": 5.25},
        "notes": {"IL": "On z-scores."},
        "plan": release.plan.to_dict(),
    }


def test_the_output_is_described(release: Release) -> None:
    written = Written("safe.csv", "ab" * 32, "csv", Dialect(";"), smallest_class=3, order="sorted")
    assert build_manifest(release, written)["output"] == {
        "name": "safe.csv",
        "sha256": "ab" * 32,
        "format": "csv",
        "dialect": {"delimiter": ";", "quote": '"', "decimal": ".", "encoding": "utf-8"},
        "order": "sorted",
    }


def test_it_states_what_was_counted_not_what_was_meant(make_release: Any) -> None:
    data = {"age": [1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0], "income": [1.0] * 7, "code": ["x"] * 7}
    evidence = build_manifest(make_release(data=data))["k_anonymous"]
    assert evidence["holds"] is False
    assert evidence["smallest_class"] == 1


def test_scores_that_json_lacks_become_null_with_a_note(make_release: Any) -> None:
    scores = Scores({"IL": 5.0, "M5": float("nan"), "G_IL": float("inf")}, {"G_IL": "Mine."})
    text = manifest_text(build_manifest(make_release(scores=scores)))
    manifest = json.loads(text, parse_constant=pytest.fail)
    assert manifest["scores"] == {"IL": 5.0, "M5": None, "G_IL": None}
    assert manifest["notes"] == {"M5": "Not defined on this table.", "G_IL": "Mine."}


def test_no_text_holds_nan() -> None:
    with pytest.raises(ValueError, match="JSON"):
        manifest_text({"scores": {"IL": float("nan")}})


def test_options_become_plain_json(make_release: Any) -> None:
    options = {
        "gamma": np.float64(1.1),
        "count": np.int64(3),
        "width": float("inf"),
        "names": ("a", "b"),
        "flag": True,
        "nothing": None,
    }
    manifest = build_manifest(make_release(options=options))
    plain = json.loads(manifest_text(manifest))
    assert plain["options"] == plain["plan"]["options"]
    assert plain["options"] == {
        "gamma": 1.1,
        "count": 3,
        "width": "inf",
        "names": ["a", "b"],
        "flag": True,
        "nothing": None,
    }


def test_no_path_of_the_machine_enters_it(make_release: Any, tmp_path: Path) -> None:
    release = make_release(origin=Origin("input.csv", path=tmp_path / "input.csv"))
    assert str(tmp_path) not in manifest_text(release.manifest)


def test_a_bound_is_told_where_there_is_one(release: Release) -> None:
    assert "bound" not in build_manifest(release)
    bound = LossBound("simple", 4.5, 3, is_solved=True)
    assert build_manifest(replace(release, bound=bound))["bound"] == bound.to_dict()
