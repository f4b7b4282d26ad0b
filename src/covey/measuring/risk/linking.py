"""Counting the records that an intruder would take for the right one, in threads."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector
from covey.core.progress import Progress, quiet
from covey.kernels import boxes
from covey.kernels.boxes import BoxTree
from covey.kernels.linkage import link
from covey.measuring.adding import Counts
from covey.measuring.evidence import Evidence
from covey.measuring.fingerprints import fingerprints

Records = NDArray[np.intp]

_SLICE = 64
"""Records between two reports of progress."""

_MOST_WORK = 5e6
"""Candidates looked at between two answers to Ctrl-C."""


def rivals_among_originals(
    evidence: Evidence, records: Records, variables: NDArray[np.intp], progress: Progress
) -> tuple[Counts, Counts, int]:
    """Return what stands between masked records and their originals, up to two that are nearer."""
    original, masked = evidence.standardized
    tree, workers = evidence.once(_originals), evidence.workers
    return count_rivals(
        tree, masked, original, records, variables, most=2, progress=progress, workers=workers
    )


def rivals_among_masked(
    evidence: Evidence, records: Records, variables: NDArray[np.intp], progress: Progress, most: int
) -> tuple[Counts, Counts, int]:
    """Return what stands between originals and their masked records."""
    original, masked = evidence.standardized
    tree, workers = evidence.once(_masked_rows), evidence.workers
    return count_rivals(
        tree, original, masked, records, variables, most=most, progress=progress, workers=workers
    )


def _originals(evidence: Evidence) -> BoxTree:
    return plant(evidence.standardized[0], evidence.rows[0])


def _masked_rows(evidence: Evidence) -> BoxTree:
    return plant(evidence.standardized[1], evidence.rows[1])


def plant(points: Matrix, values: Matrix) -> BoxTree:
    """Return a tree over the rows of a matrix, each distinct row of values once.

    The rows are first sorted by fingerprint, so that neither the tree nor the work of a search in
    it depends on the order in which they came. Two distinct rows with one fingerprint may leave
    copies of a row apart: it is then counted in parts, which changes no count.
    """
    marks = fingerprints(values)
    by_mark = np.argsort(marks, kind="stable")
    is_new = np.ones(len(by_mark), dtype=bool)
    is_new[1:] = marks[by_mark[1:]] != marks[by_mark[:-1]]
    same_mark = np.flatnonzero(~is_new)
    is_new[same_mark] = (values[by_mark[same_mark]] != values[by_mark[same_mark - 1]]).any(axis=1)
    firsts = np.flatnonzero(is_new)
    counts = np.diff(firsts, append=len(by_mark))
    points = points[by_mark[firsts]]
    order = np.arange(len(points))
    starts, ends, lows, highs = boxes.plant(*points.shape)
    for level in range(boxes.depth_for(len(points)) + 1):
        first, last = 2**level - 1, 2 ** (level + 1) - 1
        boxes.grow(points, order, starts, ends, lows, highs, first, last)
    before = np.concatenate([[0], np.cumsum(counts[order])])
    return BoxTree(points[order], before, starts, ends, lows, highs)


def count_rivals(
    tree: BoxTree,
    rows: Matrix,
    partners: Matrix,
    targets: Records,
    variables: NDArray[np.intp],
    *,
    most: int,
    progress: Progress = quiet,
    workers: int | None = None,
) -> tuple[Counts, Counts, int]:
    """Return how many candidates are nearer than the right one, how many as near, and the work.

    A target stands where its row says, and its right candidate where its partner does. They are
    compared on variables of shape (1, m) or (n_targets, m). Where as many as ``most`` are nearer,
    the search is given up: 0 are said to be as near.
    """
    n_targets = len(targets)
    nearer, tied = np.zeros(n_targets, dtype=np.int64), np.zeros(n_targets, dtype=np.int64)

    def run(start: int, is_over: Event) -> int:
        end, work = min(start + _SLICE, n_targets), 0
        while start < end and not is_over.is_set():
            start, spent = link(
                tree, rows, partners, targets, variables, most, start, end, _MOST_WORK, nearer, tied
            )
            work += spent
        return work

    return nearer, tied, _in_threads(run, range(0, n_targets, _SLICE), workers, progress)


def _in_threads(
    run: Callable[[int, Event], int], starts: range, workers: int | None, progress: Progress
) -> int:
    """Run all slices, in threads since the kernel needs no interpreter; return the sum of work.

    Each slice writes to its own places, so that threads change the time and never the answer.
    """
    work, is_over = 0, Event()
    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        slices = [pool.submit(run, start, is_over) for start in starts]
        try:
            for done, finished in enumerate(slices, start=1):
                work += finished.result()
                progress(done / len(slices))
        except BaseException:
            # Without this, leaving the pool would first wait for all that is queued or under way.
            is_over.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return work


def chance_of_first(nearer: Counts, tied: Counts) -> Vector:
    """Return the probability that the right candidate is taken for the nearest, ties shared.

    Examples
    --------
    >>> chance_of_first(np.array([0, 0, 1]), np.array([1, 2, 1])).tolist()
    [1.0, 0.5, 0.0]
    """
    return np.where(nearer == 0, 1.0 / np.maximum(tied, 1), 0.0)


def chance_of_second(nearer: Counts, tied: Counts) -> Vector:
    """Return the probability that the right candidate is taken for the second, ties shared.

    Among t as near with none nearer, each is as likely the second as the first, unless t is 1.

    Examples
    --------
    >>> chance_of_second(np.array([0, 0, 1, 2]), np.array([1, 2, 4, 1])).tolist()
    [0.0, 0.5, 0.25, 0.0]
    """
    can_be = (nearer == 1) | ((nearer == 0) & (tied > 1))
    return np.where(can_be, 1.0 / np.maximum(tied, 1), 0.0)
