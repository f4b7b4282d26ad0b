"""Some of the cases that ``make fuzz`` tries for ten minutes."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.fuzz.cases import INTERFACES, Case, cases
from tests.fuzz.mixed import MixedCase, attempt_mixed, mixed_cases
from tests.fuzz.trial import attempt

from covey.pipeline import METHODS

N_CASES = int(os.environ.get("FUZZ_CASES", "2"))
"""For each method and interface."""

USUAL = settings(
    max_examples=N_CASES,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("interface", INTERFACES)
@pytest.mark.parametrize("method", METHODS)
def test_random_runs(method: str, interface: str) -> None:
    tally: Counter[tuple[str, str]] = Counter()

    @settings(USUAL)
    @given(case=cases(methods=(method,), interfaces=(interface,)))
    def some(case: Case) -> None:
        attempt(case, tally)

    some()
    assert tally["method", method] == tally["interface", interface] > 0


@settings(USUAL, max_examples=2)
@given(case=cases(interfaces=("process",)))
def test_the_command_as_people_run_it(case: Case) -> None:
    attempt(case, Counter())


@pytest.mark.parametrize("interface", INTERFACES)
@settings(USUAL, max_examples=10 * N_CASES)
@given(data=st.data())
def test_random_runs_on_mixed_tables(interface: str, data: st.DataObject) -> None:
    case: MixedCase = data.draw(mixed_cases(interfaces=(interface,)))
    attempt_mixed(case, Counter())
