"""The command line: parse, call, render. It computes nothing."""

__all__ = ["main"]


def main() -> None:
    """Run the command line; Ctrl-C while it is still loading is answered in words too."""
    import sys

    try:
        from covey.cli.app import run

        run()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("covey: Stopped on request. Nothing was written.\n")
        sys.exit(2)
