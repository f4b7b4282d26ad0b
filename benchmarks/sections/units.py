"""What it costs that k counts companies: EIA with and without its units.

``python -m benchmarks.sections.units K COUNTED`` is the process that computes.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.record import Row
from benchmarks.reference import on_reference_sets
from benchmarks.session import Session
from benchmarks.tables import Section

UNIT, DROPPED = "UTILITYID", ["UTILNAME", "STATE", "YEAR", "MONTH"]
TARGETS = {3: 7.07, 5: 12.59}
"""IL in percent that groups of k companies may cost under ``auto``."""

NEAR = 0.1
"""A released value this near to the true one, relative to it, gives it away."""

COUNTED = {
    "records": {"identifier": [UNIT, *DROPPED]},
    "companies": {"identifier": DROPPED, "unit": UNIT},
}
"""What k counts, and the roles that say so."""


@on_reference_sets
def measure(session: Session) -> Iterator[Row]:
    """Yield the loss for each k, with k counting records and with k counting companies."""
    for k in TARGETS:
        for counted in COUNTED:
            session.say(f"auto, eia, k = {k} {counted}")
            command = [sys.executable, "-m", __name__, str(k), counted]
            output, failure = session.ask(command)
            yield {"k": k, "counted": counted, "note": failure} if failure else json.loads(output)


def row(k: int, counted: str) -> Row:
    """Protect the ten revenues and sales; say what is lost, and who can be found."""
    import covey
    from covey.datasets import load

    frame = load("eia")
    start = time.perf_counter()
    release = covey.protect(frame, k=k, roles=COUNTED[counted], measures=["IL"])
    seconds = time.perf_counter() - start
    loss, target = release.scores["IL"], TARGETS[k] if counted == "companies" else None
    labels, units = release.partition.labels, frame[UNIT].to_numpy()
    n_units = np.bincount(np.unique(np.column_stack([labels, units]), axis=0)[:, 0])
    quasi = release.plan.roles.quasi
    return {
        "k": k, "counted": counted,
        "loss": loss,
        "target": target,
        "is_kept": None if target is None else loss <= target,
        "fewest": int(n_units.min()),
        "alone": 100.0 * float((n_units == 1).mean()),
        "near": _near(frame.select(quasi).to_numpy(), release.data.select(quasi).to_numpy()),
        "seconds": seconds,
    }  # fmt: skip


def _near(original: Any, masked: Any) -> float:
    """Return the share of values that are released near to the truth, in percent."""
    return 100.0 * float((np.abs(masked - original) <= NEAR * np.abs(original)).mean())


SECTION = Section(
    "units",
    "Companies over months: EIA's ten revenues and sales, k counting records or companies",
    measure,
    "k:d counted loss:.2f target:.2f is_kept fewest:d alone:.1f near:.1f seconds:.1f note",
    {
        "counted": "k counts",
        "target": "at most",
        "is_kept": "kept",
        "fewest": "fewest companies in a group",
        "alone": "groups of one company %",
        "near": "values within 10 % of the truth %",
    },
)

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps(row(int(sys.argv[1]), sys.argv[2])))
