"""Where blocks of a table are worked on."""

from covey.engines.threads import Threads

__all__ = ["Threads"]
