"""Other libraries: where they cannot be had, a line says so and gives no number."""

from __future__ import annotations

from benchmarks.job import Job, Measured
from benchmarks.others import libraries, sdcmicro
from benchmarks.sections import kernels
from benchmarks.session import Session


class Offline(Session):
    """Makes no environment, and cannot install anything."""

    def ask(self, command, *_, **__):
        return "", "failed: ERROR" if "pip" in command else ""


def test_a_library_that_cannot_be_installed(tmp_path):
    found = libraries.measure(Offline(kept=tmp_path), Job("anonypyx", 3, 100, 2))
    assert found == Measured(note="not installed: pip could not get version 0.2.11")


def test_no_r(monkeypatch):
    monkeypatch.setattr(sdcmicro, "absent", lambda: "no R was found")
    found = kernels.run(Session(), Job("sdcMicro", 3, 10_000, 10))
    assert found.seconds is None
    assert found.note == "not measured: no R was found (elsewhere, not in this run: 0.71 s)"


def test_a_library_that_keeps_all_distances_is_spared():
    session = Session()
    assert kernels.run(session, Job("anonypyx", 3, 10_000, 10)).note.startswith("takes minutes")
    assert kernels.run(session, Job("anonypyx", 3, 30_000, 10)).note.startswith("not tried")
