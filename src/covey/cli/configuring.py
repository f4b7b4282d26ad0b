"""Configuration files: one for all commands, each of which takes what it has a use for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.core.errors import RequestError

if TYPE_CHECKING:
    from pydantic import BaseModel

Config = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="TOML or YAML with the same settings; options win."),
]

_REQUESTS = (
    "Request",
    "ComparisonRequest",
    "SelectionRequest",
    "MeasureRequest",
    "InspectionRequest",
)


def configured(config: Path | None) -> dict[str, Any]:
    """Return the settings of a file; refuse those that no command knows."""
    if config is None:
        return {}
    from covey.core import request as requests
    from covey.core.registry import unknown
    from covey.reading.config import read_config

    settings = read_config(config)
    fields = (getattr(requests, name).model_fields for name in _REQUESTS)
    known = list(dict.fromkeys(name for names in fields for name in names))
    for name in settings:
        if name not in known:
            raise unknown("setting", name, known)
    return settings


def of_use(settings: Mapping[str, Any], model: type[BaseModel]) -> dict[str, Any]:
    """Return those settings of a file that a request has; others are for other commands.

    Options of several methods stand in tables of their own, those of one method do not.
    """
    kept = {name: value for name, value in settings.items() if name in model.model_fields}
    if isinstance(kept.get("options"), Mapping):
        is_by_method = "methods" in model.model_fields
        kept["options"] = {
            name: value
            for name, value in kept["options"].items()
            if isinstance(value, Mapping) == is_by_method
        }
    return kept


def file_of(given: Path | None, settings: Mapping[str, Any], name: str, what: str) -> Path:
    """Return the file that was named as an argument, or by a setting of the configuration."""
    found = settings.get(name) if given is None else given
    if isinstance(found, str | Path):
        return Path(found)
    raise RequestError(f"Say which file {what}, or name it in the configuration as '{name}'.")
