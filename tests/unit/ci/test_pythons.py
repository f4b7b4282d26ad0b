"""Interpreters are found where they are, and believed only if they answer."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def pythons():
    spec = importlib.util.spec_from_file_location("pythons", ROOT / ".ci/pythons.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Write programs into a folder that is the whole PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PYENV_ROOT", raising=False)

    def write(name: str, script: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    return write


def test_the_supported_ones_are_those_of_the_classifiers(pythons):
    found = pythons.supported(ROOT / "pyproject.toml")
    assert found[:3] == ["3.11", "3.12", "3.13"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"Python {found[0]} to {found[-1]}" in readme


def test_the_running_one_is_found_first(pythons, place):
    assert pythons.find(pythons.own()) == Path(sys.executable)


def test_one_on_the_path_is_found_if_it_answers(pythons, place):
    path = place("python3.99", "echo 3.99")
    assert pythons.find("3.99") == path


@pytest.mark.parametrize("script", ["exit 127", "echo 3.98", "echo 3.99t"])
def test_shims_and_other_versions_are_not_taken(pythons, place, script):
    place("python3.99", script)
    assert pythons.find("3.99") is None


def test_a_shim_does_not_hide_what_its_manager_has(pythons, place, tmp_path):
    place("python3.99", "exit 127")
    place("pyenv", f"echo {tmp_path}/managed")
    path = place("managed/versions/3.99.1/bin/python", "echo 3.99")
    assert pythons.find("3.99") == path
