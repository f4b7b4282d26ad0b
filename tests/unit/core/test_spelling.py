"""Messages name Python's parameters in Python and flags on the command line."""

from __future__ import annotations

import ast
import pickle
import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import typer

import covey
from covey.cli.app import app
from covey.cli.flags import in_flags
from covey.core.errors import CoveyError, RequestError, UnknownNameError
from covey.core.request import Request
from covey.core.spelling import Setting, Step, in_python
from covey.measuring import MEASURES
from covey.results import Comparison

SOURCES = Path(covey.__file__).parent
FLAG = re.compile(r"(?<![\w-])(--[a-z]|-[ko]\b)")
X = np.arange(24.0).reshape(12, 2)
PEOPLE = pl.DataFrame({"age": range(12), "one": [1.0] * 12, "town": ["a", "b"] * 6})


def _sources():
    """Go through the modules that both interfaces use."""
    for path in sorted(SOURCES.rglob("*.py")):
        if path.relative_to(SOURCES).parts[0] != "cli":
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def _aside(tree):
    """Return the texts that are no part of a message: docstrings, and commands of a `Step`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        if isinstance(node, ast.keyword) and node.arg == "command":
            yield node.value


def test_no_text_outside_the_command_line_holds_a_flag():
    found = []
    for path, tree in _sources():
        aside = set(map(id, _aside(tree)))
        for node in ast.walk(tree):
            is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
            if is_text and id(node) not in aside and FLAG.search(node.value):
                found.append(f"{path.relative_to(SOURCES)}:{node.lineno}: {node.value}")
    assert not [line for line in found if "ulimit -" not in line]


def _settings():
    for path, tree in _sources():
        for node in ast.walk(tree):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if is_call and node.func.id == "Setting" and isinstance(node.args[0], ast.Constant):
                yield path, node.args[0].value


PARTED = ("roles", "reading", "columns")


def test_every_setting_that_a_message_names_is_an_option():
    commands = typer.main.get_command(app).commands.values()
    options = {name for command in commands for param in command.params for name in param.opts}
    names = [(path.name, name) for path, name in _settings() if name not in PARTED]
    assert len(names) > 20
    assert [pair for pair in names if in_flags(Setting(pair[1])) not in options] == []


CALLS = {
    "no k": lambda: Request.of({}),
    "two at once": lambda: Request.of({"metric": "chi2", "seed": "x"}),
    "select": lambda: covey.protect(X, metric="chi2"),
    "not k-anonymous": lambda: covey.protect(X, method="individual-ranking"),
    "partition": lambda: covey.partition(X, method="individual-ranking"),
    "confidential": lambda: covey.protect(X, method="hm-pfsom"),
    "refine": lambda: covey.protect(X, method="mdav", refine_options={"largest": 5}),
    "demand": lambda: covey.protect(X, refine="search", refine_options={"distinct": 2}),
    "bound": lambda: covey.protect(np.ones((2001, 1)), bound="relaxed"),
    "no role": lambda: covey.protect(PEOPLE),
    "no quasi": lambda: covey.protect(PEOPLE, roles={"quasi": [], "other": PEOPLE.columns}),
    "constant": lambda: covey.select(PEOPLE, count=1, roles={"quasi": ["age", "one"]}),
    "measure": lambda: covey.protect(X, measures=["L"]),
    "model": lambda: covey.protect(X, measures=["REG"]),
    "keys": lambda: covey.measure(X, X, keys=[]),
    "no keys": lambda: covey.measure(PEOPLE[["town"]], PEOPLE[["town"]]),
    "methods": lambda: covey.compare(X, methods=[]),
    "limits": lambda: covey.advise(covey.compare(X, k=3, methods=["mdav"])),
    "comparison": lambda: Comparison.from_dict({}, measures=MEASURES),
    "exists": lambda: covey.protect(X, method="mdav").write(SOURCES / "api.py"),
    "public": lambda: covey.protect(X, method="mdav").report(
        "r.html", comparison=covey.compare(X, k=3, methods=["mdav"])
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_errors_of_python_hold_no_flag(name):
    with pytest.raises(CoveyError) as caught:
        CALLS[name]()
    assert not FLAG.search(str(caught.value))


@pytest.mark.parametrize(
    ("name", "python", "flag"),
    [
        ("no k", "10: k=3.", "10: -k 3."),
        ("select", "with select=3, or", "with --select 3, or"),
        ("not k-anonymous", "allow_not_k_anonymous=True", "--allow-not-k-anonymous"),
        ("no quasi", "roles={'quasi': ['A', 'B']}", "--quasi A,B"),
        ("no role", "'identifier' (dropped), 'quasi'", "--identifier (dropped), --quasi"),
        ("constant", "instance roles={'other': ['one']}.", "instance --other one."),
        ("model", "model='y ~ a + b'", '--model "y ~ a + b"'),
        ("keys", "keys=['A', 'B']", "--keys A,B"),
        ("limits", "max_risk=10, max_loss=5", "--max-risk 10, --max-loss 5"),
        ("comparison", "covey.compare(data, k=[3, 5, 10])", "covey compare IN -k 3,5,10"),
    ],
)
def test_each_interface_has_its_own_words(name, python, flag):
    with pytest.raises(CoveyError) as caught:
        CALLS[name]()
    assert python in str(caught.value)
    assert flag in caught.value.told(in_flags)


@pytest.mark.parametrize("kind", [RequestError, UnknownNameError])
def test_an_error_keeps_its_parts_on_the_way_to_another_process(kind):
    error = kind("Take ", Setting("effort", 2), " or ", Step(call="a()", command="a"), ".")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 (our own)
    assert str(again) == "Take effort=2 or a()."
    assert again.told(in_flags) == "Take --effort 2 or a."


def test_options_that_are_given_again_for_each_value():
    setting = Setting("refine_options", {"largest": 5, "distinct": 2})
    assert in_flags(setting) == "--refine-option largest=5 --refine-option distinct=2"
    assert in_python(setting) == "refine_options={'largest': 5, 'distinct': 2}"
