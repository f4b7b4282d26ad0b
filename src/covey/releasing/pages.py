"""The templates of all pages, and what a page may run."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from covey.core.legible import legible
from covey.core.wording import measured

if TYPE_CHECKING:
    from jinja2 import Environment, Template

_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def page(name: str) -> Template:
    """Return the template of a page; what it prints is escaped unless marked as safe."""
    return _environment().get_template(name)


@cache
def source(name: str) -> str:
    """Return the text of a file beside the templates, as it is."""
    return (files("covey.releasing") / "templates" / name).read_text(encoding="utf-8")


def script_sources(element: str) -> str:
    """Return what a content security policy must allow for the scripts in an element.

    By hash: these very scripts run, and nothing that a name or a value may smuggle in.
    """
    hashes = [hashlib.sha256(text.encode()).digest() for text in _SCRIPT.findall(element)]
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in hashes)


@cache
def _environment() -> Environment:
    # Only who writes a page waits for the template engine to load.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("covey.releasing"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_legible,
    )
    environment.filters["measured"] = measured
    return environment


def _legible(value: Any) -> Any:
    """Write out what would turn or hide the text that follows it in a page."""
    # What is marked as safe, which is a type of its own, stays so.
    return type(value)(legible(value)) if isinstance(value, str) else value
