"""Random runs for FUZZ_SECONDS seconds, from FUZZ_SEED on: ``make fuzz``."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections import Counter

from hypothesis import HealthCheck, Phase, given, seed, settings
from tests.fuzz.cases import INTERFACES, Case, cases
from tests.fuzz.mixed import MixedCase, attempt_mixed, mixed_cases
from tests.fuzz.trial import attempt

from covey.pipeline import METHODS

SECONDS = float(os.environ.get("FUZZ_SECONDS", "600"))
SEED = int(os.environ.get("FUZZ_SEED", "0"))
ROUND = int(os.environ.get("FUZZ_CASES", "16"))
"""Cases of one method through one interface, between two looks at the clock."""

PROCESSES = 20
"""So many rounds later, a case runs in a process of its own."""


def main() -> int:
    """Run until the time is over or something does not hold; print what was tried."""
    tally: Counter[tuple[str, str]] = Counter()
    end = time.monotonic() + SECONDS
    number, is_kept = SEED, True
    while is_kept and time.monotonic() < end:
        is_kept = _round(number, tally)
        number += 1
    _show(tally, number)
    return 0 if is_kept else 1


def _round(number: int, tally: Counter[tuple[str, str]]) -> bool:
    """Try some cases of the method and the interface whose turn it is; whether all was well."""
    # Their numbers have no common divisor: every method meets every interface.
    method = list(METHODS)[number % len(METHODS)]
    interface, size = INTERFACES[number % len(INTERFACES)], ROUND
    if number % PROCESSES == 0:
        interface, size = "process", 2

    usual = settings(
        max_examples=size,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )

    @seed(number)
    @usual
    @given(case=cases(methods=(method,), interfaces=(interface,)))
    def some(case: Case) -> None:
        attempt(case, tally)

    @seed(number)
    @usual
    @given(case=mixed_cases(methods=(method,), interfaces=(interface,)))
    def some_mixed(case: MixedCase) -> None:
        attempt_mixed(case, tally)

    try:
        some()
        some_mixed()
    except Exception as error:
        traceback.print_exception(error)
        print(f"This does not hold; FUZZ_SEED={number} finds it again.", file=sys.stderr)
        return False
    return True


def _show(tally: Counter[tuple[str, str]], end: int) -> None:
    total = sum(count for (what, _), count in tally.items() if what.endswith("interface"))
    print(f"{total:,} runs, seeds {SEED} to {end - 1}")
    for what in dict.fromkeys(what for what, _ in sorted(tally)):
        print(f"\n{what}")
        found = {value: count for (name, value), count in tally.items() if name == what}
        for value, count in sorted(found.items(), key=lambda item: (-item[1], item[0])):
            print(f"  {count:7,}  {value}")


if __name__ == "__main__":
    sys.exit(main())
