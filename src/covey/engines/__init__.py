"""Where tasks are run, and where they keep what does not fit into memory."""

from covey.engines.threads import Threads, in_threads

__all__ = ["Threads", "in_threads"]
