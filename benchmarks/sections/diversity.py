"""HM-PFSOM's partition as a start: what the search takes off its loss at the same diversity.

``python -m benchmarks.sections.diversity SET K`` is the process that computes.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Iterator
from typing import Any

from benchmarks.record import Row
from benchmarks.reference import on_reference_sets
from benchmarks.session import Session
from benchmarks.tables import Section

N_QUASI = 5
"""The first columns are quasi-identifiers and the others confidential, as `covey reproduce` has it
for the paper of HM-PFSOM."""

TABLES, MORE_TABLES = ("census",), ("tarragona",)
KS = (3, 5)
MEASURES = ("IL", "L_distinct", "T")
DISTINCT, CLOSENESS = "distinct", "closeness"
DEMANDS = {
    "same distinct values": (DISTINCT,),
    "same t-closeness": (CLOSENESS,),
    "same of both": (DISTINCT, CLOSENESS),
}


@on_reference_sets
def measure(session: Session) -> Iterator[Row]:
    """Yield HM-PFSOM's release and the searched ones for each set and k."""
    for table in session.pick(TABLES, MORE_TABLES):
        for k in KS:
            session.say(f"HM-PFSOM, then search at the same diversity, {table}, k = {k}")
            output, failure = session.ask([sys.executable, "-m", __name__, table, str(k)])
            if failure:
                yield {"set": table, "k": k, "note": failure}
                continue
            yield from json.loads(output)


def rows(table: str, k: int) -> Iterator[Row]:
    """Protect one set by HM-PFSOM, and again with what its diversity demands of the search."""
    from covey.datasets import load

    frame = load(table)
    roles = {"quasi": frame.columns[:N_QUASI], "confidential": frame.columns[N_QUASI:]}
    start, seconds = protected(frame, k, roles)
    yield row(table, k, "hm-pfsom", start, seconds, None)
    kept = {DISTINCT: int(start["L_distinct"]), CLOSENESS: float(start["T"])}
    for name, demands in DEMANDS.items():
        options = {demand: kept[demand] for demand in demands}
        found, seconds = protected(frame, k, roles, refine="search", refine_options=options)
        yield row(table, k, f"then search, {name}", found, seconds, start["IL"])


def protected(
    frame: Any, k: int, roles: dict[str, list[str]], **refinement: Any
) -> tuple[dict[str, float], float]:
    """Return the scores of a release, and the seconds that it took."""
    import covey

    start = time.perf_counter()
    release = covey.protect(
        frame, k, "hm-pfsom", roles=roles, scaling="minmax", measures=MEASURES, **refinement
    )
    return dict(release.scores), time.perf_counter() - start


def row(
    table: str, k: int, what: str, scores: dict[str, float], seconds: float, start: float | None
) -> Row:
    """Return one line; ``start`` is the loss to compare with."""
    return {
        "set": table, "k": k, "method": what,
        "loss": scores["IL"],
        "off": None if start is None else 100.0 * (1.0 - scores["IL"] / start),
        "distinct": int(scores["L_distinct"]),
        "closeness": scores["T"],
        "seconds": seconds,
    }  # fmt: skip


SECTION = Section(
    "diversity",
    "HM-PFSOM as a start: five quasi-identifiers, the other columns confidential",
    measure,
    "set k:d method loss:.3f off:.1f distinct:d closeness:.4f seconds:.1f note",
    {
        "method": "what",
        "off": "taken off %",
        "distinct": "distinct values",
        "closeness": "t-closeness",
    },
)

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps(list(rows(sys.argv[1], int(sys.argv[2])))))
