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
from covey.measuring.risk.linking import Records

Attack = Callable[[Records, Progress], tuple[NDArray[np.float64], int]]
"""Takes records, or other targets, and where to report progress; gives their chances, one column
for each question if there are several, and the work it took."""

PILOT = 1_000
"""Records whose work foretells that of the others; also the smallest sample."""

_Z_95 = 1.96

OVERSTATED = ": if anything, the risk is overstated."


@dataclass(frozen=True, slots=True)
class Trial:
    """What an attack achieved on all blocks together, tried within each."""

    n_blocks: int
    n_records: int
    n_tried: int  # records that were attacked
    shares: dict[str, float]  # expected share of successes by question, in percent
    margins: dict[str, float]  # half of their 95 % intervals, 0 where every record was attacked

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
        notes = [self.note_on_blocks(rivals)]
        if self.n_tried < self.n_records:
            notes.append(note_on_sample(self.n_tried, self.n_records, self.margins[question]))
        return " ".join(filter(None, notes))

    def note_on_blocks(self, rivals: str = OVERSTATED) -> str:
        """Return what it means that records were sought among those of their block alone."""
        if self.n_blocks == 1:
            return ""
        return (
            f"Tried within each of {self.n_blocks:,} blocks, where a record has fewer rivals than "
            f"in the whole table{rivals}"
        )


def note_on_sample(n_tried: int, n_records: int, margin: float) -> str:
    """Return how sure a figure of some of the records is."""
    return (
        f"Estimated from a sample of {n_tried:,} of {n_records:,} records, "
        f"95 % interval ± {fixed(margin, 2)}."
    )


def join_trials(parts: Sequence[dict[str, Any]]) -> Trial:
    """Return the shares among all records; the samples of the blocks are independent."""
    counts = np.array([part["n_records"] for part in parts], dtype=np.float64)
    weights = counts / counts.sum()
    shares, margins = {}, {}
    for question in parts[0]["shares"]:
        shares[question] = float(weights @ [part["shares"][question] for part in parts])
        of_blocks = weights * [part["margins"][question] for part in parts]
        margins[question] = float(np.linalg.norm(of_blocks))
    n_tried = sum(part["n_tried"] for part in parts)
    return Trial(len(parts), int(counts.sum()), n_tried, shares, margins)


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


def mixed_records(evidence: Evidence) -> Records:
    """Return all records in a random order that follows from seed and values, not from row order.

    Records that are equal before and after masking may change places, which nothing can notice.
    Ask for it by ``evidence.once``.
    """
    marks = fingerprints(*evidence.rows)
    sorted_records = np.argsort(marks, kind="stable")
    rng = np.random.default_rng(evidence.seed)
    return np.asarray(sorted_records[rng.permutation(evidence.n_records)])


def attack_records(evidence: Evidence, attack: Attack, most_work: float) -> Matrix:
    """Return the chances of all records, or of as many as a budget of work allows."""
    records, most_work = evidence.once(mixed_records), evidence.effort * most_work
    return within_budget(attack, records, most_work, evidence.progress)


def within_budget(
    attack: Attack,
    targets: Records,
    most_work: float | None,
    progress: Progress,
    pilot: int = PILOT,
) -> NDArray[np.float64]:
    """Return the chances of all targets, or of as many as a budget of work allows, if there is one.

    The first ones show how much work one takes. It is counted in candidates looked at, not in
    seconds, so that the same table always gives the same sample.
    """
    first, work = attack(targets[:pilot], part(progress, 0.0, 0.05))
    if len(first) == len(targets):
        return first
    affordable = len(targets)
    if most_work is not None:
        affordable = max(pilot, int(most_work * len(first) // max(1, work)))
    rest, _ = attack(targets[pilot:affordable], part(progress, 0.05, 1.0))
    return np.concatenate([first, rest])
