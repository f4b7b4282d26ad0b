"""Numbered references of docstrings that stand on one page: each keeps its own."""

from __future__ import annotations

import re
from typing import Any


def label_references(
    _app: Any, _kind: str, name: str, _thing: Any, _options: Any, lines: list[str]
) -> None:
    """Turn the footnote 1 of a docstring into one that is numbered on the page it appears on."""
    owner = name.replace(".", "-")
    lines[:] = [re.sub(r"\[(\d+)\](?=_|\s)", rf"[#{owner}-\1]", line) for line in lines]


def setup(app: Any) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("autodoc-process-docstring", label_references)
    return {"parallel_read_safe": True}
