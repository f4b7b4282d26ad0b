"""The draft of a configuration file: an inspection as commented TOML."""

from __future__ import annotations

import json
import os.path
import shlex
from collections.abc import Iterator
from pathlib import Path

from covey.core.errors import OutputError
from covey.core.inspection import Finding, Inspected
from covey.core.legible import legible
from covey.core.spelling import Step
from covey.core.wording import NBSP, counted, percent
from covey.releasing.atomic import write_texts

DECIDE = "DECIDE"
"""Marks what a person must say."""

_ROLES = {
    "identifier": "Dropped from the release.",
    "unit": "Names the respondent: dropped, and every group holds at least k of them.",
    "strata": "Released as they are; no group has members in two.",
    "weight": "Sampling weight: means are weighted, and the mean of each group is released.",
    "quasi": "Keys, which others may know: replaced by values of groups.",
}
_USUAL = Path("covey.toml")
_USE = Step(
    call="covey.protect(data, k=5, roles=…, columns=…)",
    command="covey protect --config {} -o safe.csv -k 5",
)
"""What a draft is for."""
_SINGLE = ("unit", "weight")


def draft_toml(found: Inspected, path: Path | None = None) -> str:
    """Return the settings that are proposed, each with its reason.

    With the path of the draft, the input is named as seen from its folder.
    """
    folder = None if path is None else path.absolute().parent
    use = command_with(Path((path or _USUAL).name))
    lines = [*_heading(found, use), *_input(found, folder), "", "[roles]"]
    for role, meaning in _ROLES.items():
        columns = [one for one in found.columns if one.role == role]
        if columns:
            lines += [f"# {meaning}", *_role(role, columns)]
    lines += _left_to_people(found)
    for column in found.columns:
        lines += _settings(column)
    return "\n".join(lines) + "\n"


def command_with(draft: Path) -> str:
    """Return a command that takes a draft."""
    return _USE.command.format(shlex.quote(str(draft)))


def _heading(found: Inspected, use: str) -> Iterator[str]:
    size = f"{counted(found.n_records, 'record')}, {counted(len(found.columns), 'column')}"
    yield f"# Drafted by 'covey inspect' from {_comment(found.origin.name)}: {size}."
    yield f"# Every line is a proposal. Those marked {DECIDE} need the word of a person who knows"
    yield "# the data, before anything is published. Then, for instance:"
    yield f"#     {_comment(use)}"
    if found.alone is not None:
        yield f"# {alone_in_words(found)}"
    yield ""


def alone_in_words(found: Inspected) -> str:
    """Return how unique the records are on the proposed keys."""
    alone = found.alone
    if alone is None:
        return "No column is proposed as a key."
    about = "About " if alone.is_estimate else ""
    verb = "is" if alone.n_records == 1 else "are"
    share = percent(100.0 * alone.share).replace(NBSP, " ")
    return (
        f"{about}{counted(alone.n_records, 'record')} of {found.n_records:,} ({share}) {verb} "
        f"alone on the {counted(len(found.keys), 'proposed key')}: nobody else has the same values."
    )


def _input(found: Inspected, folder: Path | None) -> Iterator[str]:
    path = found.origin.path
    if path is not None:
        near = path if folder is None else Path(os.path.relpath(path, folder))
        yield f"input = {_text(near.as_posix())}"
    given = {} if found.reading is None else found.reading.model_dump(exclude_none=True)
    if given:
        yield from ("", "[reading]", *(f"{name} = {_text(said)}" for name, said in given.items()))


def _role(role: str, columns: list[Finding]) -> Iterator[str]:
    if role in _SINGLE:
        yield f"{role} = {_text(columns[0].name)}  # {_why(columns[0])}"
        return
    yield f"{role} = ["
    for column in columns:
        yield f"    {_text(column.name)},  # {_why(column)}"
    yield "]"


def _why(column: Finding) -> str:
    decide = f" {DECIDE}: {column.to_decide}" if column.to_decide else ""
    return _comment(f"{column.reason}.{decide}")


def _left_to_people(found: Inspected) -> Iterator[str]:
    yield f"# {DECIDE}: what must not be learned about anybody, and what nobody could know already,"
    yield "# is confidential: released as it is. Move such columns here from quasi."
    maybe = [_text(one.name) for one in found.columns if one.may_be_confidential]
    told = f"perhaps {', '.join(maybe)}" if maybe else f"{DECIDE}: none was recognised by its name"
    yield f"confidential = []  # {told}"
    yield f"# {DECIDE}: what tells nothing about anybody is other: released as it is."
    yield "other = []"
    if found.whole:
        yield ""
        yield f"# The same in all records of each unit: {', '.join(map(_text, found.whole))}."
        yield '# unit_mode = "together" (above [roles]) would keep them so.'


def _settings(column: Finding) -> Iterator[str]:
    is_as_read = column.content in ("integer", "decimal", "date") and column.kind != "nominal"
    if column.kind is None or (is_as_read and not column.missing_codes):
        return
    yield ""
    yield f"[columns.{_text(column.name)}]"
    yield from _kind(column)
    if column.missing_codes:
        codes = ", ".join(map(_text, column.missing_codes))
        yield f"missing_codes = [{codes}]  # {DECIDE}: far from all other values. Is nothing known?"


def _kind(column: Finding) -> Iterator[str]:
    """Yield the kind; where there may be an order, so that it can be said by changing one line."""
    if len(column.levels) <= 2:
        yield f"kind = {_text(str(column.kind))}"
    elif column.content == "text":  # categories without an order, unless levels are given
        yield f"# {DECIDE}: if these have an order, bring them into it, the lowest first, and take"
        yield "# away the # before levels. As it is, they are categories without an order."
        yield f"# levels = [{', '.join(map(_text, column.levels))}]"
    else:
        yield f'kind = "nominal"  # {DECIDE}: if a higher number means more, "ordinal".'


def _comment(text: str) -> str:
    """Return a text that stays within its line."""
    return legible(text, kept="").replace("\x7f", "\\x7f")


def _text(value: str) -> str:
    """Return a text as TOML writes it."""
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def write_draft(found: Inspected, path: Path, *, force: bool = False) -> Path:
    """Write the draft of a configuration file."""
    check_draft_name(path)
    text = draft_toml(found, path)
    write_texts({path: text}, force=force, inputs=found.origin.files)
    return path


def check_draft_name(path: Path) -> None:
    """Refuse a name that no configuration file has."""
    if path.suffix.lower() != ".toml":
        raise OutputError(f"The draft is a TOML file, whose name ends in .toml. Got '{path.name}'.")
