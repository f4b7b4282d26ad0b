import subprocess
import sys


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
