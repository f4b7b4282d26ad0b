"""What the times were taken on, without a name of the machine, its user or its folders."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

LIBRARIES = ("covey", "numpy", "numba", "llvmlite", "scipy", "polars", "pyarrow")

BUSY = 0.5
"""Processes that wait for a core, from which on times are too long."""


def describe() -> dict[str, Any]:
    """Return processor, memory, system, versions and the state of the sources."""
    return {
        "processor": _processor(),
        "cores": cores(),
        "memory_gb": _memory(),
        "system": _system(),
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
        "commit": _commit(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def in_words(machine: dict[str, Any]) -> str:
    """Return one line for people."""
    libraries = machine["libraries"]
    memory = f", {machine['memory_gb']} GB" if machine["memory_gb"] else ""
    is_busy = machine["load"] is not None and machine["load"] > BUSY
    others = f"; others used it at the time (load {machine['load']})" if is_busy else ""
    return (
        f"{machine['processor']}, {machine['cores']} cores{memory}, {machine['system']}, "
        f"Python {machine['python']}, numpy {libraries['numpy']}, numba {libraries['numba']}, "
        f"Covey {libraries['covey']} at {machine['commit'] or 'an unknown commit'}"
        f"{others}"
    )


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def _memory() -> int | None:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9)
    except (AttributeError, OSError, ValueError):
        return None


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (AttributeError, KeyError, OSError):
        return f"{platform.system()} {platform.release()}"


def _commit() -> str:
    """Return the short name of the commit, with a plus sign if sources differ from it."""
    root = Path(__file__).parents[1]

    def git(*arguments: str) -> str:
        command = ["git", "-C", str(root), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
        return done.stdout.strip()

    try:
        changed = git("status", "--porcelain", "--", "src")
        return git("rev-parse", "--short", "HEAD") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return ""
