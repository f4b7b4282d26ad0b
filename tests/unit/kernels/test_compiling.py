import os
import subprocess
import sys

import pytest


def test_no_place_for_a_cache_is_no_failure(tmp_path):
    """A container often runs under a user without a home, on a package it cannot write to."""
    code = (
        "import os, numba\n"
        "from numba.core import caching\n"
        "caching.CacheImpl._locator_classes = []\n"  # as if no folder could be written
        "from covey.kernels.compiling import njit\n"
        "double = njit(lambda x: 2 * x)\n"
        "print(double(21))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "42", done.stderr


KERNEL = """
from covey.kernels.compiling import njit

@njit
def double(x):
    return 2 * x

print(double(21))
"""


def _run(folder, setup=""):
    (folder / "kernel.py").write_text(setup + KERNEL, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "kernel.py"],
        cwd=folder,
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(os.name == "nt", reason="limits as POSIX has them")
def test_a_full_disk_is_no_failure(tmp_path):
    # Every write fails, as on a full disk; output goes through a pipe.
    setup = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
    done = _run(tmp_path, setup)
    assert done.stdout.strip() == "42", done.stderr


@pytest.mark.parametrize("content", [b"", b"nonsense"])
def test_a_damaged_cache_is_no_failure(tmp_path, content):
    assert _run(tmp_path).returncode == 0
    files = list((tmp_path / "cache").rglob("*.nb?"))
    assert files
    for file in files:
        file.write_bytes(content)
    done = _run(tmp_path)
    assert done.stdout.strip() == "42", done.stderr


def test_compilation_is_heard_of_when_it_happens_and_whether_it_is_kept(tmp_path):
    code = (
        "from covey.kernels.compiling import hearing_of_compilation, njit\n"
        "heard = []\n"
        "def double(x): return 2 * x\n"
        "kernel = njit(double)\n"
        "with hearing_of_compilation(heard.append):\n"
        "    kernel(1); kernel(2)\n"
        "    n_integers = len(heard)\n"
        "    kernel(1.5)\n"
        "kernel(1j)\n"
        "print(n_integers, len(heard), *heard[:1])"
    )
    script = tmp_path / "script.py"
    script.write_text(code, encoding="utf-8")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    for expected in ("1 2 True", "0 0"):
        done = subprocess.run(
            [sys.executable, script],
            capture_output=True,
            text=True,
            check=False,
            env=environment,
        )
        assert done.stdout.strip() == expected, done.stderr
