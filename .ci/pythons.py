"""Which Pythons the package supports, and where this machine has them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

CLASSIFIER = "Programming Language :: Python :: 3."
QUESTION = (
    "import sys, ensurepip, venv\n"
    "print('%d.%d' % sys.version_info[:2] + ('t' if 't' in sys.abiflags else ''))"
)
"""Answered by an interpreter that can make environments; a free-threaded one says so."""


def supported(pyproject: Path) -> list[str]:
    """Return the versions that the classifiers of the package name, such as 3.12."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    found = [name for name in project["classifiers"] if name.startswith(CLASSIFIER)]
    return [name.rpartition(" ")[2] for name in found]


def find(version: str) -> Path | None:
    """Return an interpreter of the version that can make environments, or None."""
    return next((path for path in _candidates(version) if _answer(path) == version), None)


def own() -> str:
    """Return the version of the running interpreter."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def _candidates(version: str) -> Iterator[Path]:
    """Give the running interpreter, those on the PATH, then those of version managers."""
    yield Path(sys.executable)
    for folder in os.get_exec_path():
        yield Path(folder) / f"python{version}"
    root = os.environ.get("PYENV_ROOT") or _output("pyenv", "root")
    if root:
        yield from sorted(Path(root).glob(f"versions/{version}.*/bin/python"), reverse=True)
    managed = _output("uv", "python", "find", version)
    if managed:
        yield Path(managed)


def _answer(path: Path) -> str:
    """Return the version that an interpreter answers; a shim without one behind it gives none."""
    return _output(str(path), "-c", QUESTION)


def _output(program: str, *arguments: str) -> str:
    """Return what a program prints, or nothing if it is absent or fails."""
    place = shutil.which(program)
    if place is None:
        return ""
    done = subprocess.run(  # noqa: S603 (an interpreter or its manager)
        [place, *arguments], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else ""
