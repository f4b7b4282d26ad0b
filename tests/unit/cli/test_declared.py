"""Options that a command takes from a request."""

import pytest
from typer.main import get_command

from covey.cli.app import app
from covey.cli.columns import COLUMN_OPTIONS
from covey.cli.declared import settings_given
from covey.core import request as requests
from covey.core.declaring import settings_of, shown

COMMANDS = get_command(app).commands
TAKEN = {
    name: command.callback.takes
    for name, command in COMMANDS.items()
    if hasattr(command.callback, "takes")
}


@pytest.mark.parametrize("name", TAKEN)
def test_every_setting_of_the_request_is_an_option(name):
    request, without = TAKEN[name]
    options = {param.name: param for param in COMMANDS[name].params}
    for setting, field in settings_of(getattr(requests, request), "command", without).items():
        if setting == "columns":
            assert COLUMN_OPTIONS.keys() <= options.keys()
            continue
        parts = getattr(field.annotation, "model_fields", {setting: field})
        for part, declared in parts.items():
            assert options[part].help.startswith(shown(declared, "help"))
            assert (options[part].rich_help_panel or "") == shown(declared, "panel")


def test_commands_that_take_a_request():
    assert list(TAKEN) == ["protect", "compare", "advise", "inspect", "select", "measure"]


def test_flags_and_defaults():
    options = {param.name: param for param in COMMANDS["protect"].params}
    assert options["output"].opts == ["--output", "-o"]
    assert options["k"].opts == ["-k"]
    assert options["refine_options"].opts == ["--refine-option"]
    assert options["scaling"].metavar == "zscore|minmax|none"
    assert options["scaling"].help.endswith("(default: zscore)")
    assert options["force"].is_flag
    assert COMMANDS["protect"].params[0].name == "source"


def test_what_is_given_becomes_settings():
    given = {"k": "3", "quasi": ["a,b"], "options": ["gamma=1"], "force": False, "delimiter": "tab"}
    assert settings_given(requests.Request, {**given, "measures": "IL,DLD"}) == {
        "k": "3",
        "roles": {"quasi": ["a", "b"]},
        "options": {"gamma": "1"},
        "reading": {"delimiter": "\t"},
        "measures": ["IL", "DLD"],
    }


def test_options_of_several_methods_name_the_method():
    settings = settings_given(requests.ComparisonRequest, {"options": ["vmdav.gamma=1.1"]})
    assert settings == {"options": {"vmdav": {"gamma": "1.1"}}}
