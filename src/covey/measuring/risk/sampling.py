"""Trying an attack on all records, or on a sample where that would be too much work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector
from covey.core.progress import Progress, part
from covey.core.wording import fixed
from covey.measuring.evidence import Evidence
from covey.measuring.risk.candidates import fingerprints

Attack = Callable[[NDArray[np.intp], Progress], tuple[Matrix, int]]
"""Takes records and where to report progress; gives their chances, one column for each question,
and the work it took."""

PILOT = 1_000
"""Records whose work foretells that of the others; also the smallest sample."""

_Z_95 = 1.96


@dataclass(frozen=True, slots=True)
class Trial:
    """What an attack achieved.

    Parameters
    ----------
    chances : Matrix
        Probability of success for each record that was attacked and each question.
    n_records : int
        Number of records there are.
    """

    chances: Matrix
    n_records: int

    @property
    def shares(self) -> Vector:
        """Expected share of successes for each question, in percent."""
        return np.asarray(100.0 * self.chances.mean(axis=0))

    def note(self, chances: Vector) -> str:
        """Return how sure the mean of some chances of these records is; nothing if it is exact."""
        if len(chances) == self.n_records:
            return ""
        margin = half_width(chances) * np.sqrt(1.0 - len(chances) / self.n_records)
        return (
            f"Estimated from a sample of {len(chances):,} of {self.n_records:,} records, "
            f"95 % interval ± {fixed(margin, 2)}."
        )


def half_width(chances: Vector) -> float:
    """Return half the 95 % interval of the mean of independent chances, in percent.

    It is never below 3/m: if none of m succeeds, up to 3/m of all may (the rule of three), where
    the normal approximation would claim certainty.

    Examples
    --------
    >>> round(half_width(np.array([0.0, 1.0] * 50)), 2)
    9.85
    >>> half_width(np.zeros(300))
    1.0
    """
    m = len(chances)
    normal = _Z_95 * chances.std(ddof=1) / np.sqrt(m) if m > 1 else 1.0
    return float(100.0 * min(1.0, max(normal, 3.0 / m)))


def mixed_records(evidence: Evidence) -> NDArray[np.intp]:
    """Return all records in a random order that follows from seed and values, not from row order.

    Records that are equal before and after masking may change places, which nothing can notice.
    Ask for it by ``evidence.once``.
    """
    marks = fingerprints(evidence.original, evidence.masked)
    sorted_records = np.argsort(marks, kind="stable")
    rng = np.random.default_rng(evidence.seed)
    return np.asarray(sorted_records[rng.permutation(evidence.n_records)])


def attack_records(evidence: Evidence, attack: Attack, most_work: float) -> Trial:
    """Try an attack on all records, or on as many as a budget of work allows.

    A first thousand shows how much work a record takes. It is counted in candidates looked at, not
    in seconds, so that the same table always gives the same sample.
    """
    records = evidence.once(mixed_records)
    pilot, work = attack(records[:PILOT], part(evidence.progress, 0.0, 0.05))
    n_pilot = len(pilot)
    affordable = max(PILOT, int(most_work * n_pilot // max(1, work)))
    if n_pilot == len(records):
        return Trial(pilot, len(records))
    rest, _ = attack(records[n_pilot:affordable], part(evidence.progress, 0.05, 1.0))
    return Trial(np.concatenate([pilot, rest]), len(records))
