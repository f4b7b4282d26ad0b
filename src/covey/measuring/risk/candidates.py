"""What an intruder compares a record with: the distinct rows of a table, in a tree of boxes."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Matrix
from covey.kernels import boxes
from covey.kernels.boxes import Tree
from covey.measuring.evidence import Evidence
from covey.measuring.fingerprints import fingerprints


def originals(evidence: Evidence) -> Tree:
    """Return the distinct original rows, standardized; ask for them by ``evidence.once``."""
    return plant(evidence.standardized[0], evidence.original)


def masked_rows(evidence: Evidence) -> Tree:
    """Return the distinct masked rows, standardized; ask for them by ``evidence.once``."""
    return plant(evidence.standardized[1], evidence.masked)


def plant(points: Matrix, values: Matrix) -> Tree:
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
    return Tree(points[order], before, starts, ends, lows, highs)
