"""What all tests share: the reference data where present, and how hard properties are tried."""

from __future__ import annotations

import hashlib
import importlib.util
import os
from pathlib import Path
from typing import Any, NamedTuple


def _digest_of_kernels() -> str:
    """Return a digest of the kernels that the tests will import, of a checkout or installed."""
    package = importlib.util.find_spec("covey").submodule_search_locations[0]
    sources = sorted(Path(package, "kernels").glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


# numba looks only at the file of the outermost function when it decides whether its cache is old,
# and would run yesterday's inner kernels. A folder for each state of the sources rules that out.
CACHE = Path(__file__).parents[1] / ".pytest_cache" / f"numba-{_digest_of_kernels()}"
os.environ.setdefault("NUMBA_CACHE_DIR", str(CACHE))

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, settings

IS_COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"

# Uncompiled kernels are a hundred times slower; the first compiled call takes seconds.
settings.register_profile("compiled", deadline=None, max_examples=60)
settings.register_profile(
    "uncompiled",
    deadline=None,
    max_examples=12,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("compiled" if IS_COMPILED else "uncompiled")

NOT_QUASI = {"eia": ("UTILNAME", "STATE", "YEAR", "MONTH")}


@pytest.fixture(scope="session")
def reference_folder() -> Path:
    folder = os.environ.get("COVEY_DATA")
    if not folder or not Path(folder).is_dir():
        pytest.skip("set COVEY_DATA to the folder with tarragona.csv, census.csv and eia.csv")
    return Path(folder)


@pytest.fixture(scope="session")
def reference_matrix(reference_folder):
    """Load the benchmark columns of a reference set, as z-scores."""

    def load(name: str) -> np.ndarray:
        frame = pl.read_csv(reference_folder / f"{name}.csv").drop(NOT_QUASI.get(name, ()))
        X = frame.to_numpy().astype(np.float64)
        return (X - X.mean(axis=0)) / X.std(axis=0)

    return load


class Written(NamedTuple):
    """What came of a run that wrote its release."""

    plan: Any
    scores: Any
    manifest: dict[str, Any]


@pytest.fixture(scope="session")
def protect_file():
    """Return a function that protects a file as the command does; in blocks, where they are set."""
    from covey.core.progress import unwatched
    from covey.pipeline import protect
    from covey.releasing.publisher import write_release

    def run(path, output, request, stages=unwatched, *, n_blocks=None):
        request = request.model_copy(update={"output": output})
        with protect(path, request, stages, n_blocks=n_blocks) as release:
            manifest = write_release(
                release,
                output,
                report=None,
                audience="public",
                comparison=None,
                order=None,
                force=request.force,
                stages=stages,
            )
        return Written(release.plan, release.scores, manifest)

    return run
