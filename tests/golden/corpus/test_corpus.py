"""What is released stays what it was, whatever happens to the inside."""

from __future__ import annotations

import json
import warnings
from typing import Any

import pytest

from .record import RECORDED, all_cases
from .running import outcome

CASES = all_cases()
KEPT = json.loads(RECORDED.read_text(encoding="utf-8"))
SLICES = 24
"""Few tests of many cases each: a test for each would take longer to collect than to run."""


@pytest.mark.parametrize("number", range(SLICES))
def test_releases_are_those_that_were_recorded(number, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        differing = {}
        for at, case in enumerate(CASES[number::SLICES]):
            folder = tmp_path / str(at)
            folder.mkdir()
            found = json.loads(json.dumps(outcome(case, folder)))
            if not _agree(found, KEPT.get(case.name)):
                differing[case.name] = (found, KEPT.get(case.name))
    assert differing == {}


def test_the_record_holds_every_case_and_no_other():
    added = "record what was added: python -m tests.golden.corpus.record"
    assert list(KEPT) == [case.name for case in CASES], added


def test_a_figure_that_differs_is_seen():
    assert _agree({"a": [1.0, 2.0]}, {"a": [1.0 + 1e-12, 2.0]})
    assert not _agree({"a": [1.0, 2.0]}, {"a": [1.0 + 1e-6, 2.0]})
    assert not _agree({"a": "x"}, {"a": "y"})
    assert not _agree({"a": 1}, {"a": 1, "b": 2})


def _agree(found: Any, kept: Any) -> bool:
    if isinstance(kept, dict):
        return found.keys() == kept.keys() and all(_agree(found[at], kept[at]) for at in kept)
    if isinstance(kept, list):
        return len(found) == len(kept) and all(map(_agree, found, kept))
    if isinstance(kept, float) and isinstance(found, int | float):
        return bool(found == pytest.approx(kept, rel=1e-9, abs=1e-9))
    return bool(found == kept)
