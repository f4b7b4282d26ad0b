import threading
import time

import pytest

from covey.core.parallel import run_all


def test_answers_come_in_the_order_of_the_jobs():
    def job(number):
        def run(progress):
            time.sleep(0.02 * (5 - number))  # the first ends last
            progress(1.0)
            return number

        return run

    assert run_all([job(number) for number in range(5)], workers=5) == list(range(5))


def test_no_jobs_give_no_answers():
    assert run_all([]) == []


def test_progress_rises_to_one_and_weighs_the_jobs():
    told = []

    def quick(progress):
        progress(1.0)

    def slow(progress):
        time.sleep(0.3)

    run_all([quick, slow], weights=[3.0, 1.0], workers=2, progress=told.append)
    assert told == sorted(told)
    assert told[0] == pytest.approx(0.75)
    assert told[-1] == pytest.approx(1.0)


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt])
def test_a_failure_stops_the_others_at_their_next_report(failure):
    stopped = threading.Event()

    def endless(progress):
        try:
            while True:
                time.sleep(0.01)
                progress(0.5)
        finally:
            stopped.set()

    def progress(_share):
        raise failure  # as Ctrl-C does, while the main thread looks on

    with pytest.raises(failure):
        run_all([endless, endless], workers=2, progress=progress)
    assert stopped.is_set()


def test_a_job_that_fails_fails_the_whole():
    def broken(progress):
        raise LookupError("broken")

    with pytest.raises(LookupError, match="broken"):
        run_all([broken, lambda progress: time.sleep(0.05)], workers=2)
