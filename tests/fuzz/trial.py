"""One case from end to end: write the input, run, and hold everything that is there to it."""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

from tests.fuzz.cases import Case
from tests.fuzz.counter import check_release
from tests.fuzz.inputs import FILES, write_input
from tests.fuzz.runs import Outcome, run
from tests.fuzz.tables import CANARY

from covey.releasing import verify

_LONGEST = 1_000
"""Characters of a message that is one sentence or a few."""


def attempt(case: Case, tally: Counter[tuple[str, str]]) -> None:
    """Run a case and assert all that must hold; count what it was and how it ended."""
    with tempfile.TemporaryDirectory() as name:
        outcome = _run(case, Path(name), tally)
    for what, value in (
        ("method", case.method),
        ("refinement", case.settings.get("refine", "(not said)")),
        ("interface", case.interface),
        ("input", case.form),
        ("output", case.suffix),
        ("outcome", _told(case, outcome)),
        *(("column", f"{column.role}: {column.kind}") for column in case.table.columns),
    ):
        tally[what, value] += 1


def _run(case: Case, folder: Path, tally: Counter[tuple[str, str]]) -> Outcome:
    inputs, outputs = folder / "in", folder / "out"
    inputs.mkdir()
    outputs.mkdir()
    source = None
    if case.form in FILES:
        try:
            source = write_input(case.table, case.form, case.dialect, inputs)
        except UnicodeEncodeError:
            case = replace(case, dialect=replace(case.dialect, encoding="utf-8"))
            source = write_input(case.table, case.form, case.dialect, inputs)
    before = _digest(inputs)
    has_report = bool(case.report) and case.interface != "streamed"
    report = outputs / "report.html" if has_report else None
    outcome = run(case, source, outputs / f"safe.{case.suffix}", report)
    assert _digest(inputs) == before, "the input was changed, or something was left beside it"
    if outcome.is_refused:
        _check_refusal(case, outcome, outputs)
        return outcome
    assert not case.defect, f"a table with {case.defect} was released"
    assert case.k <= case.table.n_records
    _check_listing(case, outcome, report, outputs)
    check_release(case, outcome.output)
    if case.method != "individual-ranking":
        assert verify(outcome.output).k == case.k
    if case.is_repeated:
        tally["also", "repeated with another number of workers"] += 1
        _check_repeated(case, source, outcome, folder)
    return outcome


def _check_refusal(case: Case, outcome: Outcome, outputs: Path) -> None:
    message = outcome.message
    assert list(outputs.iterdir()) == [], "a refusal left files behind"
    assert "nexpected" not in message, f"a defect of Covey's: {message}"
    assert CANARY not in message, f"the message shows a value: {message}"
    assert len(message) < _LONGEST, f"a message of {len(message)} characters"
    is_sentence = message.rstrip(")").endswith((".", " -o covey.toml"))  # a command to copy
    assert is_sentence, f"no sentence: {message!r}"
    for column in case.table.columns:
        for text in column.texts:
            assert len(text) < 10 or text not in message, f"the message shows a value: {message}"


def _check_listing(case: Case, outcome: Outcome, report: Path | None, outputs: Path) -> None:
    expected = {outcome.output.name, f"{outcome.output.name}.manifest.json"}
    if report is not None:
        expected.add(report.name)
        if case.report == "public":
            assert CANARY not in report.read_text(encoding="utf-8")
    assert {path.name for path in outputs.iterdir()} == expected, "unexpected or missing files"


def _check_repeated(case: Case, source: Path | None, outcome: Outcome, folder: Path) -> None:
    again = folder / "again"
    again.mkdir()
    other = replace(case, settings={**case.settings, "workers": 3 - case.settings["workers"]})
    second = run(other, source, again / outcome.output.name, None)
    assert not second.is_refused
    assert second.output.read_bytes() == outcome.output.read_bytes(), "another run, another file"
    first, later = (_manifest(path) for path in (outcome.output, second.output))
    assert first == later, "another run, another manifest"


def _manifest(path: Path) -> dict[str, object]:
    text = path.with_name(path.name + ".manifest.json").read_text(encoding="utf-8")
    manifest = json.loads(text)
    # Times differ; so do the last digits of scores that are sums over threads.
    return {name: manifest[name] for name in ("output", "k_anonymous", "n_groups", "plan")}


def _digest(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def _told(case: Case, outcome: Outcome) -> str:
    if not outcome.is_refused:
        return "released"
    if case.defect:
        return f"refused: {case.defect}"
    if case.k > case.table.n_records:
        return "refused: k above the number of records"
    message = re.sub(r"'[^']+'", "'…'", outcome.message.removeprefix("covey: "))
    return f"refused: {message[:70]}"
