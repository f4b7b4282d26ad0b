"""The wheel is tried with everything in it, by tests that touch every part."""

from __future__ import annotations

import importlib.util
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def smoke():
    sys.path.insert(0, str(ROOT / ".ci"))
    spec = importlib.util.spec_from_file_location("smoke", ROOT / ".ci/smoke.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["smoke"] = module  # where dataclasses look for it
    spec.loader.exec_module(module)
    sys.path.remove(str(ROOT / ".ci"))
    del sys.modules["smoke"]
    return module


def test_a_file_that_was_left_out_is_named(smoke, tmp_path):
    for name in ("covey/a.py", "covey/a.md", "covey/__pycache__/a.pyc"):
        (tmp_path / "src" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "src" / name).touch()
    with zipfile.ZipFile(tmp_path / "covey.whl", "w") as wheel:
        wheel.writestr("covey/a.py", "")
    assert smoke.missing_from(tmp_path / "covey.whl", tmp_path / "src") == ["covey/a.md"]


def test_the_smoke_set_touches_every_part(smoke):
    tests = [path for path in ROOT.glob("tests/**/test_*.py") if smoke.has_smoke_tests(path)]
    names = {path.stem for path in tests}
    commands = {"test_protect", "test_verify", "test_measure", "test_compare", "test_select"}
    assert commands <= {path.stem for path in tests if path.parent.name == "flow"}
    assert {"test_methods", "test_measures", "test_read_frames", "test_api"} <= names
    assert {"contract", "engines", "reading"} <= {path.parent.name for path in tests}


def test_what_the_demo_runs_is_what_make_runs(smoke):
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\ndemo:")[2]
    for program, *arguments in smoke.DEMO[:1]:
        assert f"$(BIN)/{program} {' '.join(arguments)}" in recipe
