"""`make bench`: every table in one run.

python -m benchmarks                 what fits into some minutes
python -m benchmarks full            the rest as well, up to ten million records
python -m benchmarks kernels auto    these tables alone; with ``full`` among them, at full size
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from benchmarks import machine
from benchmarks.catalogue import ONLY_IN_FULL, SECTIONS
from benchmarks.page import write_page
from benchmarks.record import Record, Row
from benchmarks.session import Session
from benchmarks.tables import Section, show

FULL = "full"


def main(words: Sequence[str]) -> int:
    """Measure and print the tables that were asked for; an interrupt prints what there is."""
    unknown = sorted(set(words) - {FULL, *SECTIONS})
    if unknown:
        print(f"There is no table {unknown[0]!r}. Choose from: {', '.join([FULL, *SECTIONS])}.")
        return 2
    # Who ends the benchmark by a signal is served as well as who presses Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    session = Session(is_full=FULL in words)
    described = machine.describe()
    record = Record(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", described)
    print(machine.in_words(described))
    try:
        for section in chosen(words):
            run(section, session, record)
    except KeyboardInterrupt:
        session.stop()
        session.say("Stopped. What was measured is above, and in benchmarks/results.")
        return 130
    finally:
        write_page(session.say)
    return 0


def chosen(words: Sequence[str]) -> list[Section]:
    """Return the tables that were named; without a name, all that the level has."""
    named = [SECTIONS[name] for name in SECTIONS if name in words]
    if named:
        return named
    return [s for name, s in SECTIONS.items() if FULL in words or name not in ONLY_IN_FULL]


def run(section: Section, session: Session, record: Record) -> None:
    """Measure one table, keep each row at once, and print what there is in any case."""
    session.say(f"--- {section.name}: {section.title}")
    rows: list[Row] = []
    try:
        for row in section.measure(session):
            record.add(section.name, row)
            rows.append(row)
        record.finish(section.name)
    finally:
        show(section, rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
