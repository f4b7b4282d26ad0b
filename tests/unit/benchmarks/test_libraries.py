"""Other libraries: where they cannot be had, a line says so and gives no number."""

from __future__ import annotations

import subprocess

from benchmarks.job import Job, Measured
from benchmarks.others import libraries, sdcmicro
from benchmarks.sections import kernels
from benchmarks.session import Session


def test_a_library_that_cannot_be_installed(monkeypatch, tmp_path):
    monkeypatch.setattr(libraries, "KEPT", tmp_path)
    monkeypatch.setattr(libraries.venv, "create", lambda *_, **__: None)
    failed = subprocess.CompletedProcess([], 1, "", "ERROR: none in /some/folder")
    monkeypatch.setattr(libraries.subprocess, "run", lambda *_, **__: failed)
    found = libraries.measure(Session(), Job("anonypyx", 3, 100, 2))
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
