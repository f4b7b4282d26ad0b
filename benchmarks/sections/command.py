"""How long people wait for the command: help, a warm run, the first run ever."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.command import CommandRun, run_command
from benchmarks.record import Row
from benchmarks.reference import absent, folder
from benchmarks.session import ROOT, Session
from benchmarks.tables import Section

SAMPLE = ROOT / "src/covey/datasets/clinic.csv"
ROLES = ("--identifier", "patient_id,visit_month", "--confidential", "hba1c")
TIMES = 5
PLAIN = ("--method", "mdav-generic")


def measure(session: Session) -> Iterator[Row]:
    """Yield the time of each command."""
    name, source = table()
    with tempfile.TemporaryDirectory() as place:
        job = ("protect", *source, "-o", f"{place}/safe.csv", "-k", "3", "--force")
        yield line(session, "covey --help", ["--help"], 0.3)
        yield line(session, f"covey protect, {name}, mdav-generic, warm", [*job, *PLAIN], 1.5)
        yield line(session, f"covey protect, {name}, default, warm", job, 1.5)
        for words, extra in (("mdav-generic", PLAIN), ("default", ())):
            cache = f"{place}/{words}"
            what = f"covey protect, {name}, {words}, first run ever"
            yield line(session, what, [*job, *extra], 15.0, cache=cache)


def table() -> tuple[str, list[str]]:
    """Return Census if it is at hand, otherwise the sample that Covey brings along."""
    place = folder()
    if absent() or place is None:
        return "sample 1,000 x 8", [str(SAMPLE), *ROLES]
    return "Census", [str(place / "census.csv")]


def line(
    session: Session, what: str, arguments: Sequence[str], target: float, cache: str = ""
) -> Row:
    """Return the shortest time of a command; a first run happens once."""
    session.say(what)
    runs: list[CommandRun] = []
    if not cache:
        run_command(session, arguments)  # compiles what no run has compiled yet
    start = time.perf_counter()
    while not runs or (not cache and len(runs) < TIMES and time.perf_counter() - start < 30.0):
        runs.append(run_command(session, arguments, cache=Path(cache) if cache else None))
    failed = [run.failure for run in runs if run.failure]
    best = min(run.seconds for run in runs)
    return {
        "what": what,
        "seconds": None if failed else best,
        "target": target,
        "is_met": best <= target and not failed,
        "peak": max(run.peak or 0.0 for run in runs) or None,
        "note": failed[0] if failed else "",
    }


SECTION = Section(
    "command",
    "The command, seconds on the wall",
    measure,
    "what seconds:.2f target:.1f is_met peak:.0f note",
    {"is_met": "met", "peak": "peak MB"},
)
