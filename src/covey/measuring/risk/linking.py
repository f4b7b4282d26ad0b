"""Running the linkage kernel over many records in threads."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector
from covey.core.progress import Progress, quiet
from covey.kernels.boxes import Tree
from covey.kernels.linkage import link

_SLICE = 64
"""Records between two reports of progress."""

_MOST_WORK = 5e6
"""Candidates looked at between two answers to Ctrl-C."""

Counts = NDArray[np.int64]


def count_rivals(
    tree: Tree,
    rows: Matrix,
    partners: Matrix,
    targets: NDArray[np.intp],
    variables: NDArray[np.intp],
    *,
    most: int,
    progress: Progress = quiet,
    workers: int | None = None,
) -> tuple[Counts, Counts, int]:
    """Return how many candidates are nearer than the right one, how many as near, and the work.

    Parameters
    ----------
    tree : Tree
        The candidates.
    rows, partners : Matrix
        Where each record stands, and where its right candidate does.
    targets : array of int
        The records to look at.
    variables : array of int, shape (1, m) or (n_targets, m)
        What the intruder compares.
    most : int
        So many nearer ones, and the search is given up: 0 are said to be as near.
    progress : callable
        Told the share of the work that is done.
    workers : int, optional
        Threads at once; as many as there are cores if absent.
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
