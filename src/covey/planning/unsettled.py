"""What a user must say of columns before anything is published: all of it in one message."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence

from covey.core.errors import RequestError
from covey.core.source import Source
from covey.core.spelling import Part, Setting, Step
from covey.core.wording import few
from covey.planning.codes import Suspicion

_SHOWN = 20
"""Column names in one message; wide tables have thousands."""

_EXPLAINED = 8
"""Columns of which a message says how to settle each."""

_EXAMPLE = {"quasi": ["A", "B"]}


def unsettled(
    source: Source, without: Sequence[str], codes: Mapping[str, Suspicion]
) -> RequestError:
    """Return the error that names every column without a role, and every one like a code."""
    return RequestError(*_of_codes(codes), *_of_missing(source, without), *_ending(source))


def _of_codes(codes: Mapping[str, Suspicion]) -> list[Part]:
    if not codes:
        return []
    looks = (
        "Column {} looks like a code, and codes are"
        if len(codes) == 1
        else ("Columns {} look like codes, and these are")
    )
    told: list[Part] = [
        looks.format(few([f"'{name}' ({one.reason})" for name, one in codes.items()], _SHOWN)),
        " not averaged by default. Say what they are: "
        if len(codes) > 1
        else " not averaged by default. Say what it is: ",
    ]
    for one in list(codes.values())[:_EXPLAINED]:
        told += [*one.remedies, "; "]
    more = "and so on; " if len(codes) > _EXPLAINED else ""
    return [*told, f"{more}or name all quasi-identifiers, ", Setting("roles", _EXAMPLE), ". "]


def _of_missing(source: Source, without: Sequence[str]) -> list[Part]:
    if not without:
        return []
    described = [f"'{name}' ({_in_words(source.kind(name))})" for name in without]
    subject = "Column" if len(without) == 1 else "Columns"
    verb = "has" if len(without) == 1 else "have"
    hints = "".join(f" Column '{n}': {source.hints[n]}." for n in without if n in source.hints)
    missing = f"{subject} {few(described, _SHOWN)} {verb} no role, and nothing is published"
    return [
        f"{missing} by default.{hints} Choose for each: ",
        Setting("identifier"),
        " (dropped), ",
        Setting("quasi"),
        " (microaggregated), ",
        Setting("confidential"),
        " or ",
        Setting("other"),
        " (both released as they are). ",
    ]


def _in_words(kind: str) -> str:
    """Return the kind of a column; one is called like a role."""
    return "values of another type" if kind == "other" else kind


def _ending(source: Source) -> list[Part]:
    path = source.origin.path
    if path is None:
        return ["For a proposal of a role for each: ", Step("covey.inspect(data)", "covey inspect")]
    near = os.path.relpath(path)
    name = str(path) if near.startswith("..") else near
    draft = (Setting("output", "covey.toml"),)
    step = Step(f"covey.inspect({name!r})", f"covey inspect {shlex.quote(name)}", draft)
    return ["For a proposal of a role for each: ", step]
