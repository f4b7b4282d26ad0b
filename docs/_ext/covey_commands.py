"""Write the reference of the command line from the commands, before the site is built."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from typer.main import get_command

from covey.cli.app import app as covey_app

INTRODUCTION = """# Command line

Each entry is made from what the command declares of itself; `covey COMMAND --help` shows the same.
Exit codes: 0 done; 2 the request, the input or the place of the output is wrong, or the run was
stopped; 1 anything else. With `--json`, standard output holds one JSON object and nothing else.
"""


def write_commands(app: Any) -> None:
    """Write the page with every command."""
    page = Path(app.srcdir) / "reference" / "commands.md"
    page.write_text(commands_page(get_command(covey_app)), encoding="utf-8")


def commands_page(group: Any) -> str:
    """Return the page: one section for each command of the group."""
    sections = [command_section(name, command) for name, command in group.commands.items()]
    return "\n".join([INTRODUCTION, *sections])


def command_section(name: str, command: Any) -> str:
    """Return what a command is for, how it is called, and its options by panel."""
    shown = [param for param in command.params if not param.hidden and param.name != "help"]
    arguments = [param for param in shown if param.param_type_name == "argument"]
    options = [param for param in shown if param.param_type_name == "option"]
    words = [f"covey {name}", *(_bracketed(argument) for argument in arguments)]
    call = " ".join([*words, "[OPTIONS]"] if options else words)
    lines = [f"## `covey {name}`", "", _escaped(command.help or ""), "", f"    {call}", ""]
    for title, rows in _panels(arguments, options).items():
        lines += [f"| {title} | |", "| --- | --- |", *rows, ""]
    return "\n".join(lines)


def _panels(arguments: list[Any], options: list[Any]) -> dict[str, list[str]]:
    panels: dict[str, list[str]] = {}
    for argument in arguments:
        row = f"| `{_word(argument)}` | {_escaped(argument.help or '')} |"
        panels.setdefault("Arguments", []).append(row)
    for option in options:
        title = getattr(option, "rich_help_panel", None) or "Options"
        panels.setdefault(title, []).append(_option_row(option))
    return panels


def _option_row(option: Any) -> str:
    value = "" if option.is_flag else f" {option.metavar or option.name.upper()}"
    names = ", ".join(f"`{name}`" for name in option.opts[:-1])
    last = f"`{option.opts[-1]}{value}`"
    called = ", ".join(filter(None, [names, last]))
    return f"| {_in_cell(called)} | {_escaped(_with_default(option))} |"


def _with_default(option: Any) -> str:
    """Return the help; an option that has a default of its own and does not say so gets it said."""
    text, default = option.help or "", option.default
    if option.is_flag or default is None or "(default:" in text:
        return text
    return f"{text} (default: {default})"


def _bracketed(argument: Any) -> str:
    return _word(argument) if argument.required else f"[{_word(argument)}]"


def _word(argument: Any) -> str:
    """Return what stands for the argument, without the brackets that typer may have put there."""
    return re.sub(r"[\[\]]", "", argument.metavar or argument.name.upper())


def _in_cell(text: str) -> str:
    return text.replace("|", r"\|")


def _escaped(text: str) -> str:
    """Return prose that Markdown shows as it stands."""
    plain = " ".join(text.split()) if "\n\n" not in text else text
    return _in_cell(re.sub(r"([\[\]<>*_])", r"\\\1", plain))


def setup(app: Any) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("builder-inited", write_commands)
    return {"parallel_read_safe": True}
