"""Results on standard output, notes on standard error, readable in a narrow window."""

from __future__ import annotations

import os
import pty
import re
import struct
import subprocess
import sys
import termios
from fcntl import ioctl
from pathlib import Path

import pytest

from covey.experiments.reproduce import TABLES
from covey.measuring import MEASURES
from covey.pipeline import METHODS
from covey.refining import REFINERS

COMMAND = Path(sys.executable).with_name("covey")
ROLES = ("--identifier", "id", "--confidential", "illness", "--other", "region")
WIDTHS = (60, 80, 120)


@pytest.fixture
def terminal(tmp_path):
    """Run `covey` in a terminal of a given width; return the lines that it shows."""

    def run(width, *arguments):
        ours, theirs = pty.openpty()
        ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
        settings = {**os.environ, "NO_COLOR": "1", "TERM": "xterm"}
        settings.update(COVEY_CACHE=str(tmp_path / "cache"), COLUMNS=str(width))
        words = [COMMAND, *map(str, arguments)]
        done = subprocess.Popen(
            words, cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs, env=settings
        )
        os.close(theirs)
        shown = b"".join(iter(lambda: _read(ours), b""))
        os.close(ours)
        assert done.wait(timeout=120) == 0, shown
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode("utf-8")).splitlines()

    return run


def _read(descriptor):
    try:
        return os.read(descriptor, 65536)
    except OSError:  # what Linux says when the other end is closed
        return b""


def test_the_result_goes_on_in_a_pipe_and_notes_do_not(covey, people):
    made = covey("protect", people, "-o", "safe.csv", "-k", 4, *ROLES, "--report", "r.html")
    assert "Group size" in made.out
    assert "safe.csv.manifest.json" in made.out
    assert "Note: auto chose" in made.err
    assert "Note:" not in made.out
    assert "Group size" not in made.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("verify", "safe.csv"), "unchanged since its release"),
        (("simulate", "normal", "-o", "n.csv", "--records", "20"), "20 records"),
        (("measure", "people.csv", "people.csv"), "Information loss"),
        (("compare", "people.csv", "-k", "3,4", "--methods", "mdav", *ROLES), "on the front"),
        (("advise", "people.csv", "--max-risk", "99", "-k", "3", *ROLES), "covey protect"),
        (("select", "people.csv", "--count", "1", *ROLES, "--svg", "t.svg"), "t.svg"),
    ],
)
def test_every_command_prints_its_result_on_standard_output(covey, people, arguments, words):
    if arguments[0] == "verify":
        made = covey("protect", people, "-o", "safe.csv", "-k", 4, *ROLES, "--quiet")
        assert (made.code, made.out, made.err) == (0, "", "")
    done = covey(*arguments)
    assert done.code == 0, done.err
    assert words in done.out
    assert words not in done.err


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("methods", [*METHODS, *REFINERS]),
        ("measures", list(MEASURES)),
        ("datasets", ["clinic", "tarragona", "census", "eia"]),
        ("reproduce --list", list(TABLES)),
    ],
)
def test_lists_are_readable(terminal, width, command, names):
    lines = terminal(width, *command.split())
    for name in names:
        found = [line for line in lines if re.match(rf" ?{re.escape(name)}( |$)", line)]
        assert found, f"{name} is not whole"
    words = [line for line in lines if not re.search(r"[/~]\w", line)]  # a path is never cut
    assert max(map(len, words)) <= width
    assert not [line for line in lines if "…" in line]
    # Columns that are too narrow make the list long.
    assert len(lines) * width < 480 * len(names)


@pytest.mark.parametrize("width", WIDTHS)
def test_results_are_readable(terminal, people, width):
    wide = terminal(width, "protect", people, "-o", "safe.csv", "-k", 4, *ROLES)
    assert any(re.match(r"Group size +4 to \d+  k = 4, kept", line) for line in wide)
    tried = ("-k", "3,4", "--methods", "mdav-centroid,iamat", *ROLES)
    lines = terminal(width, "compare", people, *tried)
    assert any(re.search(r"mdav-centroid +3 +\d+ +3", line) for line in lines)
    advised = terminal(width, "advise", people, "--max-risk", "99", *tried)
    assert any(re.match(r"Use (mdav-centroid|iamat) with k = [34]\.$", line) for line in advised)
    for line in [*wide, *lines]:
        assert len(line) <= width
        assert "…" not in line


@pytest.mark.parametrize("name", REFINERS)
def test_a_refinement_has_a_page(covey, name):
    shown = covey("methods", name)
    assert shown.code == 0
    assert f"{name}  (refinement)" in shown.out
    assert REFINERS[name].summary in shown.out
    for option in REFINERS[name].options:
        assert f"--refine-option {option.name}=" in shown.out
    described = covey("methods", name, "--json").json
    assert [each["name"] for each in described["refinements"]] == [name]
    assert len(described["methods"]) == (name in METHODS)


def test_a_name_that_is_neither_is_refused_with_the_nearest(covey):
    refused = covey("methods", "serach")
    assert refused.code == 2
    assert "No method or refinement 'serach'. Did you mean 'search'?" in refused.err
