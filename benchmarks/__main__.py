"""`make bench`: every table in one run."""

from __future__ import annotations

import platform

from benchmarks import command, measures, methods


def main() -> None:
    """Print what this machine is, then each table."""
    print(f"{platform.machine()}, Python {platform.python_version()}, {platform.system()}\n")
    methods.main()
    measures.main()
    command.main()


if __name__ == "__main__":
    main()
