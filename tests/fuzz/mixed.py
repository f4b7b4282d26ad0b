"""Random runs on mixed tables: kinds, units, strata, weights, gaps, codes and their policies."""

from __future__ import annotations

import tempfile
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow.csv as pacsv
import pyarrow.parquet as pq
from hypothesis import strategies as st
from tests.fuzz.cases import INTERFACES
from tests.fuzz.tables import evenly
from tests.mixed.promise import check_promise, is_possible
from tests.mixed.tables import KINDS, Mixed, mixed_tables
from typer.testing import CliRunner

import covey
from covey.cli.app import app
from covey.core.errors import CoveyError, GuaranteeError
from covey.core.request import Request
from covey.pipeline import METHODS, protect

REFINEMENTS = ("none", "search", "polish")
FORMS, FRAMES = ("csv", "parquet"), ("polars", "pandas", "pyarrow")


@dataclass(frozen=True)
class MixedCase:
    """One run on a mixed table."""

    table: Mixed
    interface: str
    form: str
    suffix: str
    n_blocks: int

    @property
    def method(self) -> str:
        """What was asked for."""
        return str(self.table.settings["method"])

    @property
    def is_columnwise(self) -> bool:
        """Whether each variable is grouped by itself."""
        return not METHODS[self.method].is_k_anonymous


@st.composite
def mixed_cases(
    draw: st.DrawFn,
    methods: Sequence[str] = tuple(METHODS),
    interfaces: Sequence[str] = INTERFACES,
) -> MixedCase:
    """Draw a run of one of these methods through one of these interfaces."""
    name, interface = draw(evenly(methods)), draw(evenly(interfaces))
    method = METHODS[name]
    form = draw(evenly(FORMS if interface != "api" else FRAMES))
    table = draw(
        mixed_tables(
            ("pay",) if name == "optimal-1d" else tuple(KINDS),
            most=40,
            with_groups=method.is_k_anonymous,
            with_gaps=method.is_k_anonymous,
            with_weights=method.is_k_anonymous,
        )
    )
    settings: dict[str, Any] = {
        **table.settings,
        "method": name,
        "effort": draw(st.sampled_from((0.0, 0.01, 0.05))),
        "seed": draw(st.integers(0, 99)),
        "scaling": draw(st.sampled_from(("zscore", "minmax", "none"))),
        "measures": draw(st.sampled_from(("default", "default", "all"))),
    }
    if not method.is_k_anonymous:
        settings["allow_not_k_anonymous"] = True
    elif draw(st.booleans()):
        settings["refine"] = draw(evenly(REFINEMENTS))
    return MixedCase(
        replace(table, settings=settings),
        interface,
        form,
        draw(evenly((".csv", ".parquet"))),
        draw(st.integers(1, 4)) if method.is_k_anonymous and table.is_divisible else 1,
    )


def attempt_mixed(case: MixedCase, tally: Counter[tuple[str, str]]) -> None:
    """Run a case and hold the file to its table; a table that cannot be released is refused."""
    with tempfile.TemporaryDirectory() as name, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        output = Path(name) / f"safe{case.suffix}"
        message = _RUNNERS[case.interface](case, Path(name), output)
        if message:
            assert not is_possible(case.table), f"refused: {message}"
            assert not output.exists(), "a refusal left a file behind"
        else:
            assert is_possible(case.table), "a stratum of fewer than k units was released"
            is_typed = case.form != "csv"  # which has text only
            check_promise(case.table, output, is_columnwise=case.is_columnwise, is_typed=is_typed)
    for what, value in (
        ("method", case.method),
        ("interface", case.interface),
        ("outcome", "refused" if message else "released"),
        ("missing", str(case.table.settings.get("missing", "(no gaps)"))),
        ("units", str(case.table.settings.get("unit_mode", "(none)"))),
        ("weights", str(case.table.settings.get("weight_release", "(none)"))),
        ("strata", "some" if case.table.strata else "(none)"),
    ):
        tally[f"mixed: {what}", value] += 1


def _api(case: MixedCase, _folder: Path, output: Path) -> str:
    frame = case.table.frame
    data: Any = frame
    if case.form == "pyarrow":
        data = frame.to_arrow()
    elif case.form == "pandas":
        data = frame.to_pandas()
        for name in frame.columns:
            if KINDS.get(name) == "boolean":
                data[name] = data[name].astype("boolean")  # objects, where there are gaps
    try:
        release = covey.protect(data, **case.table.request)
        release.write(output, order="kept")
    except GuaranteeError:
        raise
    except CoveyError as error:
        return str(error)
    return ""


def _source(case: MixedCase, folder: Path) -> Path:
    path = folder / f"input.{case.form}"
    table = case.table.frame.to_arrow()
    pq.write_table(table, path) if case.form == "parquet" else pacsv.write_csv(table, path)
    return path


def _streamed(case: MixedCase, folder: Path, output: Path) -> str:
    request = Request.of({**case.table.request, "order": "kept", "output": output})
    try:
        with protect(_source(case, folder), request, n_blocks=case.n_blocks) as release:
            release.write(output)
    except GuaranteeError:
        raise
    except CoveyError as error:
        return str(error)
    return ""


def arguments(case: MixedCase, source: Path, output: Path) -> list[str]:
    """Return the words of the command."""
    table = case.table
    words = ["protect", str(source), "-o", str(output), "--order=kept", f"-k{table.k}"]
    for role, names in table.roles.items():
        if names:
            words.append(f"--{role}={names if isinstance(names, str) else ','.join(names)}")
    for name, said in table.column_settings.items():
        if said.get("kind") == "nominal":
            words.append(f"--nominal={name}")
        if said.get("kind") == "date":
            words.append(f"--kind={name}=date")
        if "levels" in said:
            words.append(f"--ordinal={name}={'<'.join(said['levels'])}")
        if "missing_codes" in said:
            words.append(f"--missing-codes={name}={','.join(said['missing_codes'])}")
    for name, value in table.settings.items():
        flag = f"--{name.replace('_', '-')}"
        words.append(flag if value is True else f"{flag}={value}")
    return words


def _command(case: MixedCase, folder: Path, output: Path) -> str:
    found = CliRunner().invoke(app, arguments(case, _source(case, folder), output))
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    assert found.exit_code in (0, 2), f"exit code {found.exit_code}: {found.stderr[-2000:]}"
    return found.stderr.strip() if found.exit_code else ""


_RUNNERS = {"api": _api, "streamed": _streamed, "command": _command, "process": _command}
