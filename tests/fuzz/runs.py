"""One case through one interface: Python, the command in this process or another, or in blocks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tests.fuzz.cases import Case
from tests.fuzz.inputs import FRAMES, make_frame
from typer.testing import CliRunner

import covey
from covey.cli.app import app
from covey.core.errors import BlankingWarning, CoveyError, GuaranteeError, LongRunWarning
from covey.core.request import Request
from covey.pipeline import protect

_COMMAND = Path(sys.executable).with_name("covey")


@dataclass(frozen=True)
class Outcome:
    """What came of a run: the message of a refusal, or no message and a file."""

    output: Path
    message: str = ""

    @property
    def is_refused(self) -> bool:
        """Whether there is no release."""
        return bool(self.message)


def run(case: Case, source: Path | None, output: Path, report: Path | None) -> Outcome:
    """Run a case; an exception that is none of Covey's sentences passes."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", LongRunWarning)
        warnings.simplefilter("ignore", BlankingWarning)
        if case.interface in ("command", "process"):
            assert source is not None
            return _RUNNERS[case.interface](case, source, output, report)
        try:
            _RUNNERS[case.interface](case, source, output, report)
        except GuaranteeError:
            raise
        except CoveyError as error:
            return Outcome(output, str(error) or "no message")
    return Outcome(output)


def _api(case: Case, source: Path | None, output: Path, report: Path | None) -> None:
    data = make_frame(case.table, case.form) if case.form in FRAMES else source
    settings = {name: value for name, value in case.settings.items() if name != "options"}
    release = covey.protect(
        data,
        roles=case.roles,
        reading=case.dialect.reading if case.is_text else None,
        **settings,
        **case.settings.get("options", {}),
    )
    if case.form in FRAMES:
        _check_unchanged(data, make_frame(case.table, case.form))
    release.write(output, report=report, audience=case.report or "public", order=case.order)


def _check_unchanged(data: Any, fresh: Any) -> None:
    is_same = np.array_equal(data, fresh) if isinstance(data, np.ndarray) else data.equals(fresh)
    assert is_same, "the caller's data were changed"


def _streamed(case: Case, source: Path | None, output: Path, _report: Path | None) -> None:
    assert source is not None
    settings = {
        **case.settings,
        "roles": case.roles,
        "order": case.order,
        "reading": case.dialect.reading if case.is_text else {},
    }
    request = Request.of({**settings, "output": output})
    with protect(source, request, n_blocks=case.n_blocks) as release:
        release.write(output)


def arguments(case: Case, source: Path, output: Path, report: Path | None) -> list[str]:
    """Return the words of the command; half of the time, settings come from a file."""
    words = ["protect", str(source), "-o", str(output), f"--order={case.order}"]
    words += [f"--{role}={_listed(names)}" for role, names in case.roles.items()]
    if case.is_configured:
        config = output.parent.parent / "covey.toml"
        config.write_text(_toml(case.settings), encoding="utf-8")
        words.append(f"--config={config}")
    else:
        words += _flags(case.settings)
    if case.is_text:
        words += [f"--{name}={value}" for name, value in case.dialect.reading.items()]
    if report is not None:
        words += [f"--report={report}", f"--audience={case.report}"]
    return words


def _listed(names: list[str]) -> str:
    return ",".join('"' + name.replace('"', '""') + '"' for name in names)


def _flags(settings: dict[str, Any]) -> list[str]:
    words = []
    for name, value in settings.items():
        flag = f"--{name.replace('_', '-')}"
        if name == "options":
            words += [f"--option={option}={setting}" for option, setting in value.items()]
        elif value is True:
            words.append(flag)
        else:
            words.append(f"-k{value}" if name == "k" else f"{flag}={value}")
    return words


def _toml(settings: dict[str, Any]) -> str:
    """Return settings as TOML has them, whose plain values are those of JSON."""
    lines = [
        f"{name} = {json.dumps(value)}" for name, value in settings.items() if name != "options"
    ]
    lines.append("[options]")
    lines += [
        f"{name} = {json.dumps(value)}" for name, value in settings.get("options", {}).items()
    ]
    return "\n".join(lines)


def _command(case: Case, source: Path, output: Path, report: Path | None) -> Outcome:
    found = CliRunner().invoke(app, arguments(case, source, output, report))
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    return _judged(found.exit_code, found.stdout, found.stderr, output)


def _process(case: Case, source: Path, output: Path, report: Path | None) -> Outcome:
    done = subprocess.run(
        [_COMMAND, *arguments(case, source, output, report)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "200"},
    )
    return _judged(done.returncode, done.stdout, done.stderr, output)


def _judged(code: int, out: str, err: str, output: Path) -> Outcome:
    assert code in (0, 2), f"exit code {code}: {err[-2000:]}"
    assert "Traceback" not in err
    if code == 0:
        return Outcome(output)
    assert not out, "a refusal prints nothing on standard output"
    return Outcome(output, err.strip() or "no message")


_RUNNERS: dict[str, Any] = {
    "api": _api,
    "streamed": _streamed,
    "command": _command,
    "process": _process,
}
