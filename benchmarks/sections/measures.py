"""Every measure on a million records: time, memory, and how sure the answer is.

``python -m benchmarks.sections.measures`` is the process that computes; it prints a line a row.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.memory import grown
from benchmarks.record import Row
from benchmarks.session import Session
from benchmarks.tables import Section

if TYPE_CHECKING:
    from covey.measuring import Evidence

N_RECORDS, N_VARIABLES, K = 1_000_000, 10, 3
N_CUTS = 10
"""Halvings until the blocks are small enough for MDAV."""


def measure(session: Session) -> Iterator[Row]:
    """Yield each measure in turn, on evidence that they share as in a release."""
    session.say(f"all measures, normal {N_RECORDS:,} x {N_VARIABLES}")
    output, failure = session.ask([sys.executable, "-m", __name__])
    if failure:
        yield {"measure": "all", "note": failure}
    for line in output.splitlines():
        yield json.loads(line)


def masked_normal() -> tuple[np.ndarray, np.ndarray]:
    """Return normal data, and the same masked by MDAV in 1,024 blocks."""
    import covey

    X = np.random.default_rng(0).normal(size=(N_RECORDS, N_VARIABLES))
    blocks = [np.arange(N_RECORDS)]
    for cut in range(N_CUTS):
        halves = []
        for rows in blocks:
            order = np.argsort(X[rows, cut % N_VARIABLES], kind="stable")
            halves += [rows[order[: len(rows) // 2]], rows[order[len(rows) // 2 :]]]
        blocks = halves
    Y = np.empty_like(X)
    for rows in blocks:
        labels = covey.partition(X[rows], k=K, method="mdav-generic").labels
        sizes = np.bincount(labels)
        means = np.column_stack([np.bincount(labels, column) / sizes for column in X[rows].T])
        Y[rows] = means[labels]
    return X, Y


def evidence(X: np.ndarray, Y: np.ndarray) -> Evidence:
    """Return original and masked data with a confidential number and a confidential category."""
    from covey.measuring import Attribute, Evidence

    rng = np.random.default_rng(1)
    attributes = (
        Attribute("income", rng.lognormal(size=len(X)), is_numeric=True),
        Attribute("diagnosis", rng.integers(0, 50, size=len(X)).astype(float), is_numeric=False),
    )
    return Evidence(X, Y, attributes=attributes)


def rows() -> Iterator[Row]:
    """Compute every measure; what one leaves behind the next may use."""
    from covey.measuring import MEASURES

    measures = [measure for measure in MEASURES.values() if measure.needs != "model"]
    small = np.random.default_rng(0).normal(size=(120, N_VARIABLES))
    for item in measures:
        item.compute(evidence(small, small.round()))  # compile
    found = evidence(*masked_normal())
    total = 0.0
    for item in measures:
        start = time.perf_counter()
        result, memory = grown(lambda item=item: item.compute(found))
        seconds = time.perf_counter() - start
        total += seconds
        yield {
            "measure": item.symbol,
            "value": result.value,
            "seconds": seconds,
            "memory": memory,
            "note": result.note,
        }
    yield {"measure": "all", "seconds": total}


SECTION = Section(
    "measures",
    f"Measures on {N_RECORDS:,} x {N_VARIABLES} normal data, groups of {K}, one after another",
    measure,
    "measure value:.4f seconds:.2f memory:.1f note",
    {"memory": "MB more"},
)

if __name__ == "__main__":
    for measured in rows():
        print(json.dumps(measured))
