"""Recording the corpus anew: ``python -m tests.golden.corpus.record`` from the project's root."""

from __future__ import annotations

import json
import tempfile
import warnings
from pathlib import Path
from typing import Any

from covey.pipeline import RUNNABLE

from .cases import Case, file_cases, numeric_cases, refined_cases
from .running import outcome

RECORDED = Path(__file__).with_name("recorded.json")
REFINEMENTS = ["dba2", "search"]


def all_cases() -> list[Case]:
    """Return every case of the corpus."""
    return [*numeric_cases(dict(RUNNABLE)), *refined_cases(REFINEMENTS), *file_cases()]


def main() -> None:
    """Run every case and keep what came out."""
    warnings.simplefilter("ignore")
    found = {}
    for case in all_cases():
        with tempfile.TemporaryDirectory() as folder:
            found[case.name] = outcome(case, Path(folder))
    lines = [f"{json.dumps(name)}: {json.dumps(_short(kept))}" for name, kept in found.items()]
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _short(value: Any) -> Any:
    """Return figures with twelve digits, which is more than is compared."""
    if isinstance(value, float):
        return float(f"{value:.12g}")
    if isinstance(value, dict):
        return {name: _short(item) for name, item in value.items()}
    return [_short(item) for item in value] if isinstance(value, list) else value


if __name__ == "__main__":
    main()
