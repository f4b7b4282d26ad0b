"""Help is there, at once, and the surface is what scripts call."""

import subprocess
import sys

import pytest
from typer.main import get_command

from covey.cli.app import app


def test_help_imports_nothing_heavy():
    """The promise is 0.3 s; what makes it true is that none of these is imported."""
    code = (
        "import sys; from covey.cli.app import app\n"
        "heavy = {'numpy', 'numba', 'polars', 'pandas', 'scipy', 'sklearn', 'pydantic'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.smoke
@pytest.mark.parametrize("command", get_command(app).commands)
def test_every_command_has_help(covey, command):
    result = covey(command, "--help")
    assert result.code == 0
    assert "Usage:" in result.out


def test_version(covey):
    from covey import __version__

    assert covey("--version").out.strip() == f"covey {__version__}"


@pytest.mark.smoke
def test_methods_lists_them_all(covey):
    from covey.partitioning import ALGORITHMS, COLUMNWISE

    names = ["auto", *ALGORITHMS, *COLUMNWISE]
    listed = covey("methods").out
    for name in names:
        assert name in listed
    described = covey("methods", "--json").json["methods"]
    assert [method["name"] for method in described] == names
    card = covey("methods", "vmdav").out
    assert "gamma" in card
    assert "Solanas" in card


def test_completion_knows_the_methods(covey):
    env = {
        "_COVEY_COMPLETE": "complete_bash",
        "COMP_WORDS": "covey protect --method md",
        "COMP_CWORD": "3",
    }
    done = covey(env=env)
    assert "mdav-generic" in done.out.split()
