"""Covey: publish microdata safely by microaggregation."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from covey.core.version import __version__

if TYPE_CHECKING:
    from covey import datasets
    from covey.api import (
        advise,
        compare,
        inspect,
        measure,
        measures,
        methods,
        partition,
        protect,
        select,
    )
    from covey.estimator import Microaggregator

# Nothing heavy is imported before it is used: `covey --help` and `import covey` are instant.
_FUNCTIONS = (
    "advise",
    "compare",
    "inspect",
    "measure",
    "measures",
    "methods",
    "partition",
    "protect",
    "select",
)
_HOMES = {"Microaggregator": "covey.estimator", **dict.fromkeys(_FUNCTIONS, "covey.api")}

__all__ = [
    "Microaggregator",
    "__version__",
    "advise",
    "compare",
    "datasets",
    "inspect",
    "measure",
    "measures",
    "methods",
    "partition",
    "protect",
    "select",
]


def __getattr__(name: str) -> Any:
    if name == "datasets":
        return import_module("covey.datasets")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'covey' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
