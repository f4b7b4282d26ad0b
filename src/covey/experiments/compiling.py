"""Compiling all kernels ahead, by a run of everything on a small table."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from covey.core.errors import RequestError
from covey.core.progress import Progress, quiet
from covey.core.request import Request
from covey.kernels import mdav
from covey.kernels.compiling import cache_of, hearing_of_compilation
from covey.pipeline import RUNNABLE, protect
from covey.refining import REFINERS

_ROLES = {"quasi": ["x0", "x1", "x2"], "confidential": ["x3"]}
_UNITS = {"quasi": ["x0", "x1", "x2"], "unit": "x3"}
_ONE = {"quasi": ["x0"], "other": ["x1", "x2", "x3"]}
_SIZES = (90, 91, 97)
"""Numbers of records that leave none, one and several over when groups of five are formed."""


@dataclass(frozen=True, slots=True)
class Compilation:
    """How many kernels were not in the cache, and the cache; None if no folder can be written."""

    n_compiled: int
    folder: Path | None


def compile_kernels(progress: Progress = quiet) -> Compilation:
    """Compile what is not compiled yet, by each method, each refinement and all measures."""
    compiled: list[bool] = []
    jobs = _jobs()
    with hearing_of_compilation(compiled.append), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number, (name, run) in enumerate(jobs.items()):
            progress(number / len(jobs), name)
            run()
    progress(1.0)
    return Compilation(len(compiled), cache_of(mdav.rounds_of_nearest))


def _jobs() -> dict[str, Callable[[], Any]]:
    jobs: dict[str, Callable[[], Any]] = {
        "measures": partial(_protect, method="mdav", measures="all"),
        "one variable": partial(_protect, method="optimal-1d", roles=_ONE),
    }
    for name, method in RUNNABLE.items():
        for n in _SIZES:
            jobs[f"{name}, {n}"] = partial(_protect, n, method=name)
        for option in method.options:
            for choice in option.choices:
                given = {option.name: choice}
                jobs[f"{name}, {option.name}={choice}"] = partial(
                    _protect, method=name, options=given
                )
        if method.knows_units:
            jobs[f"{name}, units"] = partial(_protect, method=name, k=2, roles=_UNITS)
    jobs["iamat, units and size=variable"] = partial(
        _protect, method="iamat", k=2, roles=_UNITS, options={"size": "variable"}
    )
    jobs["blocks, cut"] = partial(_protect, 2_000, method="blocks", options={"size": 1_000})
    for name in REFINERS:
        jobs[f"refinement {name}"] = partial(_refine, name)
        jobs[f"refinement {name}, units"] = partial(_refine, name, k=2, roles=_UNITS)
    for demand in ({"distinct": 2}, {"closeness": 1.0}):
        jobs[f"search, {next(iter(demand))}"] = partial(_refine, "search", demand)
    return jobs


def _protect(n: int = 90, **settings: Any) -> None:
    X = np.random.default_rng(0).normal(size=(n, 4))
    X[:, 3] = np.arange(n) % 5
    usual = {"k": 5, "roles": _ROLES, "allow_not_k_anonymous": True, "effort": 0.1}
    protect(X, Request.of({**usual, **settings}))


def _refine(name: str, options: dict[str, Any] | None = None, **settings: Any) -> None:
    """Run a refinement, which may need a package that is not installed."""
    with suppress(RequestError):
        _protect(method="iamat", refine=name, refine_options=options or {}, **settings)
