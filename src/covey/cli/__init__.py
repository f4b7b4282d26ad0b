"""The command line: parse, call, render. It computes nothing."""

from covey.cli.app import main

__all__ = ["main"]
