"""A release that was never in memory as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from covey.core.plan import Plan
from covey.core.scores import Scores


@dataclass(frozen=True, slots=True, eq=False)
class StreamedRelease:
    """What is left to tell when the files are written.

    Parameters
    ----------
    path : Path
        The safe file; its manifest lies beside it.
    plan : Plan
        What was decided.
    scores : Scores
        Information loss and disclosure risk.
    manifest : dict
        As it was written.
    """

    path: Path
    plan: Plan = field(repr=False)
    scores: Scores
    manifest: dict[str, Any] = field(repr=False)
