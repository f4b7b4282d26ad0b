"""Trying an attack on all records, or on a sample where that would be too much work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector
from covey.core.measure import Result
from covey.core.progress import Progress, part
from covey.core.wording import fixed
from covey.measuring.evidence import Evidence
from covey.measuring.fingerprints import fingerprints

Attack = Callable[[NDArray[np.intp], Progress], tuple[Matrix, int]]
"""Takes records and where to report progress; gives their chances, one column for each question,
and the work it took."""

PILOT = 1_000
"""Records whose work foretells that of the others; also the smallest sample."""

_Z_95 = 1.96

OVERSTATED = ": if anything, the risk is overstated."


@dataclass(frozen=True, slots=True)
class Trial:
    """What an attack achieved on all blocks together, tried within each.

    Parameters
    ----------
    n_blocks, n_records, n_tried : int
        Blocks, records in them, and records that were attacked.
    shares : dict of str to float
        Expected share of successes by question, in percent.
    margins : dict of str to float
        Half of their 95 % intervals, 0 where every record was attacked.
    """

    n_blocks: int
    n_records: int
    n_tried: int
    shares: dict[str, float]
    margins: dict[str, float]

    def result(
        self,
        question: str,
        *,
        details: Mapping[str, float] | None = None,
        rivals: str = OVERSTATED,
    ) -> Result:
        """Return the share of a question, with how sure it is."""
        note = self.note(question, rivals)
        return Result(self.shares[question], note, details or {}, self.margins[question])

    def note(self, question: str, rivals: str = OVERSTATED) -> str:
        """Return how sure the share of a question is; nothing if it is exact."""
        return " ".join(filter(None, [self.note_on_blocks(rivals), self._note_on_sample(question)]))

    def note_on_blocks(self, rivals: str = OVERSTATED) -> str:
        """Return what it means that records were sought among those of their block alone."""
        if self.n_blocks == 1:
            return ""
        return (
            f"Tried within each of {self.n_blocks:,} blocks, where a record has fewer rivals than "
            f"in the whole table{rivals}"
        )

    def _note_on_sample(self, question: str) -> str:
        if self.n_tried == self.n_records:
            return ""
        return (
            f"Estimated from a sample of {self.n_tried:,} of {self.n_records:,} records, "
            f"95 % interval ± {fixed(self.margins[question], 2)}."
        )


def join_trials(parts: Sequence[dict[str, Any]]) -> Trial:
    """Return the shares among all records; the samples of the blocks are independent."""
    counts = np.array([part["n_records"] for part in parts], dtype=np.float64)
    weights = counts / counts.sum()
    shares, margins = (
        {
            question: np.array([part[kind][question] for part in parts])
            for question in parts[0]["shares"]
        }
        for kind in ("shares", "margins")
    )
    return Trial(
        len(parts),
        int(counts.sum()),
        sum(part["n_tried"] for part in parts),
        {question: float(weights @ by_block) for question, by_block in shares.items()},
        {
            question: float(np.linalg.norm(weights * by_block))
            for question, by_block in margins.items()
        },
    )


def summary_of(chances: Mapping[str, Vector], n_records: int) -> dict[str, Any]:
    """Return what a block tells of an attack: shares and margins by question, and the counts."""
    n_tried = len(next(iter(chances.values())))
    unseen = np.sqrt(1.0 - n_tried / n_records)
    return {
        "n_records": n_records,
        "n_tried": n_tried,
        "shares": {question: float(100.0 * found.mean()) for question, found in chances.items()},
        "margins": {
            question: float(half_width(found) * unseen) for question, found in chances.items()
        },
    }


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


def attack_records(evidence: Evidence, attack: Attack, most_work: float) -> Matrix:
    """Return the chances of all records, or of as many as a budget of work allows.

    A first thousand shows how much work a record takes. It is counted in candidates looked at, not
    in seconds, so that the same table always gives the same sample.
    """
    records = evidence.once(mixed_records)
    pilot, work = attack(records[:PILOT], part(evidence.progress, 0.0, 0.05))
    n_pilot = len(pilot)
    affordable = max(PILOT, int(evidence.effort * most_work * n_pilot // max(1, work)))
    if n_pilot == len(records):
        return pilot
    rest, _ = attack(records[n_pilot:affordable], part(evidence.progress, 0.05, 1.0))
    return np.concatenate([pilot, rest])
