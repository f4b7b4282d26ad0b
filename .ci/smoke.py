"""Try the wheel as a user would: alone, in a clean environment, on every supported Python found.

In each environment the demo runs from a folder outside the checkout before anything else is
installed; then the tests marked `smoke` run from a copy, so that nothing but the wheel is imported.
A Python that is not found, or for which a dependency has no wheel, is skipped with the reason.

    python .ci/smoke.py dist/covey-*.whl
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pythons

ROOT = Path(__file__).parents[1]
TEST_NEEDS = ("pytest", "hypothesis", "pandas")
DEMO = (
    ("covey", "protect", "sample:clinic", "--config", "examples/clinic.toml"),
    ("covey", "verify", "demo/clinic-safe.csv"),
    ("covey", "methods", "mdav"),
    ("covey", "reproduce", "--list"),
)
"""What `make demo` runs; then what reads the other files that the package carries."""


class SkippedError(Exception):
    """A Python on which the wheel cannot be tried, with the reason."""


@dataclass(frozen=True)
class Environment:
    """A folder outside the checkout with a virtual environment of its own."""

    folder: Path

    def run(self, *command: object, place: str = ".", is_shown: bool = True) -> None:
        """Run a program of the environment in a folder below."""
        program, *arguments = map(str, command)
        subprocess.run(  # noqa: S603 (our own commands)
            [str(self.folder / "env/bin" / program), *arguments],
            cwd=self.folder / place,
            env=self._variables(),
            stdout=None if is_shown else subprocess.DEVNULL,
            check=True,
        )

    def install(self, *what: object) -> None:
        """Install from wheels only, in the pinned versions."""
        quietly = ("--quiet", "--disable-pip-version-check", "--only-binary", ":all:")
        pinned = ("--constraint", ROOT / "constraints.txt")
        self.run("python", "-m", "pip", "install", *quietly, *pinned, *what)

    def _variables(self) -> dict[str, str]:
        """Return the variables without those that would bring the checkout in."""
        hidden = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "COVEY_DATA"}
        kept = {name: value for name, value in os.environ.items() if name not in hidden}
        return {**kept, "NUMBA_CACHE_DIR": str(self.folder / "kernels")}


def main(wheel: Path) -> None:
    """Try the wheel on every supported Python; end with 1 if it fails on one of them."""
    absent = missing_from(wheel, ROOT / "src")
    if absent:
        sys.exit(f"Not in {wheel.name}: {', '.join(absent)}")
    for version in pythons.supported(ROOT / "pyproject.toml"):
        started = time.monotonic()
        try:
            with tempfile.TemporaryDirectory(prefix="covey-smoke-") as folder:
                try_on(version, wheel.resolve(), Environment(Path(folder)))
        except SkippedError as reason:
            print(f"Python {version}: skipped. {reason}", flush=True)
        except subprocess.CalledProcessError as failure:
            program, *arguments = failure.cmd
            sys.exit(f"Python {version}: failed at {Path(program).name} {' '.join(arguments[:3])}")
        else:
            print(f"Python {version}: passed in {time.monotonic() - started:.0f} s", flush=True)


def missing_from(wheel: Path, source: Path) -> list[str]:
    """Return the files of the package, data included, that the wheel does not hold."""
    packed = set(zipfile.ZipFile(wheel).namelist())
    files = (path for path in source.rglob("*") if path.is_file())
    names = (path.relative_to(source) for path in files if "__pycache__" not in path.parts)
    return sorted(name.as_posix() for name in names if name.as_posix() not in packed)


def try_on(version: str, wheel: Path, environment: Environment) -> None:
    """Install the wheel alone, run the demo, then add pytest and run the smoke tests."""
    interpreter = pythons.find(version)
    if interpreter is None:
        raise SkippedError("No such interpreter was found on this machine.")
    print(f"Python {version}: {interpreter}", flush=True)
    command = [str(interpreter), "-m", "venv", str(environment.folder / "env")]
    subprocess.run(command, check=True)  # noqa: S603 (an interpreter that was found)
    try:
        environment.install(wheel)
    except subprocess.CalledProcessError:
        if version == pythons.own():
            raise
        raise SkippedError("A dependency has no wheel for it; pip names it above.") from None
    run_demo(environment)
    environment.install(*TEST_NEEDS)
    run_tests(environment)


def run_demo(environment: Environment) -> None:
    """Run the demo in a folder that holds its configuration and nothing else of the checkout."""
    place = environment.folder / "elsewhere"
    (place / "examples").mkdir(parents=True)
    (place / "demo").mkdir()
    shutil.copy(ROOT / "examples/clinic.toml", place / "examples")
    for command in DEMO:
        environment.run(*command, place="elsewhere", is_shown=False)


def run_tests(environment: Environment) -> None:
    """Run the smoke tests from a copy: the checkout's sources are out of reach."""
    place = environment.folder / "copy"
    shutil.copytree(ROOT / "tests", place / "tests")
    shutil.copy(ROOT / "pyproject.toml", place)
    # Other files may import what is not installed here, so only those with smoke tests are named.
    files = [path for path in sorted(place.rglob("test_*.py")) if has_smoke_tests(path)]
    environment.run("python", "-m", "pytest", "-q", "-m", "smoke", *files, place="copy")


def has_smoke_tests(path: Path) -> bool:
    """Tell whether a file marks a test as one of the smoke set."""
    return "pytest.mark.smoke" in path.read_text(encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
