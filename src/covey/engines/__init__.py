"""Where tasks are run, and where they keep what does not fit into memory."""

from covey.core.engine import Resources
from covey.engines.threads import Threads, in_threads


def resources_for(workers: int | None = None) -> Resources:
    """Return what a run may use: the one place that chooses an engine."""
    return in_threads(workers)


__all__ = ["Threads", "in_threads", "resources_for"]
