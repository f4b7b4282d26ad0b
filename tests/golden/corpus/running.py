"""Running a case, and what is kept of its outcome."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from covey.core.errors import CoveyError
from covey.core.request import Request
from covey.pipeline import protect

from .cases import Case


def outcome(case: Case, folder: Path) -> dict[str, Any]:
    """Run a case and return what the corpus keeps of it; of a refusal, its sentence."""
    try:
        if case.suffix is None:
            return _of_frame(case)
        return _of_file(case, folder)
    except CoveyError as error:
        return {"refused": str(error).replace(str(folder), "")}


def _of_frame(case: Case) -> dict[str, Any]:
    release = protect(case.source, Request.of(case.settings))
    quasi = release.plan.roles.quasi
    partitions = getattr(release.partition, "partitions", [release.partition])
    labels = np.concatenate([part.labels for part in partitions]).astype("<i8")
    return {
        "groups": [int(part.n_groups) for part in partitions],
        "labels": hashlib.sha256(labels.tobytes()).hexdigest()[:16],
        "scores": {name: _plain(value) for name, value in release.scores.items()},
        "sums": _sums(release.data.get_column(name).to_numpy() for name in quasi),
    }


def _of_file(case: Case, folder: Path) -> dict[str, Any]:
    source, target = folder / f"in{case.suffix}", folder / f"out{case.suffix}"
    source.write_bytes(case.source)
    request = Request.of(case.settings)
    with protect(source, request, n_blocks=case.n_blocks) as release:
        release.write(target)
    manifest = json.loads(Path(f"{target}.manifest.json").read_text("utf-8"))
    columns = _columns(target, manifest["output"]["dialect"])
    quasi = manifest["k_anonymous"]["quasi_identifiers"]
    kept = {name: values for name, values in columns.items() if name not in quasi}
    return {
        "groups": manifest["n_groups"],
        "size": manifest["group_size"],
        "smallest": manifest["k_anonymous"]["smallest_class"],
        "scores": manifest["scores"],
        "names": list(columns),
        "kept": hashlib.sha256(json.dumps(kept).encode()).hexdigest()[:16],
        "sums": _sums(_numbers(columns[name], manifest["output"]["dialect"]) for name in quasi),
        "dialect": manifest["output"]["dialect"],
    }


def _columns(path: Path, dialect: dict[str, str] | None) -> dict[str, list[str | None]]:
    """Read a released file as text, by code that Covey does not use."""
    if dialect is None:
        frame = pl.read_parquet(path)
        texts = {name: map(str, frame.get_column(name).to_list()) for name in frame.columns}
        return {f"{name}": list(values) for name, values in texts.items()}
    with path.open(encoding=dialect["encoding"], newline="") as lines:
        names, *rows = csv.reader(lines, delimiter=dialect["delimiter"], quotechar=dialect["quote"])
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


def _numbers(texts: list[Any], dialect: dict[str, str] | None) -> np.ndarray:
    mark = "." if dialect is None else dialect["decimal"]
    return np.array([float(text.replace(mark, ".")) for text in texts])


def _sums(columns: Iterable[np.ndarray]) -> list[float]:
    """Return a weighted sum of each column: another order or another value gives another sum."""
    sums = []
    for column in columns:
        values = np.asarray(column, dtype=np.float64)
        largest = float(np.abs(values).max())
        weights = np.cos(np.arange(len(values)) + 1.0)
        exponent = 0 if largest == 0.0 else int(np.frexp(largest)[1])
        sums.append(float(weights @ np.ldexp(values, -exponent)))
        sums.append(float(exponent))
    return sums


def _plain(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
