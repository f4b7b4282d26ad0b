"""Processes that run one job each."""

from __future__ import annotations

import json
import sys

from benchmarks.job import Job, Measured
from benchmarks.session import Session


class Answering(Session):
    """Starts no process: a job takes k seconds."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def ask(self, command, text="", **_):
        self.asked.append(text)
        return json.dumps({"seconds": float(json.loads(text)["k"]), "loss": 12.0}), ""


def test_a_job_runs_once_in_a_session():
    session = Answering()
    job = Job("mdav", 3, 100, 2)
    assert session.measure(job) == session.measure(job) == Measured(seconds=3.0, loss=12.0)
    assert len(session.asked) == 1


def test_side_by_side_keeps_the_order():
    session = Answering()
    jobs = [Job("mdav", k, 100, 2) for k in (5, 2, 4, 3)]
    assert [found.seconds for found in session.measure_side_by_side(jobs)] == [5.0, 2.0, 4.0, 3.0]


def test_a_failure_is_named_without_its_message():
    script = "raise ValueError('in /some/folder')"
    assert Session().ask([sys.executable, "-c", script]) == ("", "failed: ValueError")


def test_a_command_that_takes_too_long_is_given_up():
    script = "import time; time.sleep(60)"
    output, failure = Session().ask([sys.executable, "-c", script], longest=1.0)
    assert (output, failure) == ("", "given up after 1 s")


def test_output_is_returned():
    script = "import sys; print(sys.stdin.read().upper())"
    assert Session().ask([sys.executable, "-c", script], "text") == ("TEXT\n", "")
