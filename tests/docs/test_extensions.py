"""The generated pages leave nothing out."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from typer.main import get_command

from covey.cli.app import app

ROOT = Path(__file__).parents[2]


def load(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def commands():
    return load("docs/_ext/covey_commands.py")


def test_the_command_line_reference_names_every_option(commands):
    group = get_command(app)
    page = commands.commands_page(group)
    sections = dict(zip(group.commands, page.split("\n## ")[1:], strict=True))
    for name, command in group.commands.items():
        for option in command.params:
            if option.param_type_name == "option" and option.name != "help":
                assert f"`{option.opts[0]}" in sections[name]


def test_arguments_have_a_name(commands):
    page = commands.commands_page(get_command(app))
    assert "    covey protect [IN] [OPTIONS]" in page
    assert "    covey methods [NAME] [OPTIONS]" in page


def test_a_default_is_said_once(commands):
    page = commands.commands_page(get_command(app))
    assert "(default: zscore)" in page
    assert "everywhere. (default: 0)" in page
    assert all(line.count("default:") <= 1 for line in page.splitlines())


def test_references_of_two_docstrings_do_not_collide():
    label = load("docs/_ext/covey_docstrings.py").label_references
    lines = ["As in [1]_.", ".. [1] A paper (2002), 14[1]."]
    label(None, "function", "covey.make", None, None, lines)
    assert lines == ["As in [#covey-make-1]_.", ".. [#covey-make-1] A paper (2002), 14[1]."]


def test_the_gallery_shows_every_script():
    order = load("docs/_ext/covey_gallery.py").ORDER
    assert sorted(f"plot_{name}" for name in order) == sorted(
        path.stem for path in (ROOT / "examples").glob("plot_*.py")
    )


def test_every_committed_picture_comes_from_the_gallery():
    pictures = load("examples/_pictures.py").PICTURES
    assert sorted(pictures) == sorted(path.stem for path in (ROOT / "docs/images").iterdir())


@pytest.mark.parametrize("name", load("examples/_pictures.py").PICTURES)
def test_a_committed_picture_shows_what_the_gallery_draws_now(name, tmp_path, monkeypatch):
    pictures = load("examples/_pictures.py")
    committed = (pictures.IMAGES / f"{name}.svg").read_text(encoding="utf-8")
    monkeypatch.syspath_prepend(pictures.EXAMPLES)  # as for a script that runs there
    pictures.save(name, tmp_path)
    drawn = (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
    number = re.compile(r"-?\d+\.\d+")
    assert number.sub("", drawn) == number.sub("", committed), "`make pictures` draws it anew"
    places = [[float(found) for found in number.findall(text)] for text in (drawn, committed)]
    assert places[0] == pytest.approx(places[1], abs=0.01)
