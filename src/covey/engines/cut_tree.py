"""Cutting a table that was only sampled: which block each record goes to."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.checks import check_matrix

Marks = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Cut:
    """A record of the sample that parts those before it from itself and those behind it.

    Records are compared by the widest variable, equal ones by the next: a cut through values that
    many records share, as zeros often are, still parts records that differ. Marks, scrambled record
    numbers, decide among equal records: they are shared between the sides in the right proportion.
    """

    variables: NDArray[np.intp]  # the widest first
    point: Vector  # the record's coordinates
    mark: np.uint64

    def is_before(self, X: Matrix, marks: Marks) -> NDArray[np.bool_]:
        """Say which records come before the cut."""
        is_left = np.zeros(len(X), dtype=bool)
        tied = np.arange(len(X))
        for variable in self.variables:
            column, value = X[tied, variable], self.point[variable]
            is_left[tied[column < value]] = True
            tied = tied[column == value]
            if len(tied) == 0:
                return is_left
        is_left[tied] = marks[tied] < self.mark
        return is_left


@dataclass(slots=True)
class CutTree:
    """A binary tree of cuts; block numbers rise from its left to its right."""

    cuts: list[Cut] = field(default_factory=list)
    children: list[tuple[int, int]] = field(default_factory=list)
    """Left and right: the number of a cut, or −1 − the number of a block."""
    n_blocks: int = 0

    def assign(self, X: Matrix, rows: NDArray[np.int64]) -> Labels:
        """Return the block of each record, given its scaled values and its number."""
        blocks = np.zeros(len(X), dtype=np.intp)
        marks = marks_of(rows)
        waiting = [(0 if self.cuts else -1, np.arange(len(X)))]
        while waiting:
            cut, records = waiting.pop()
            if cut < 0:
                blocks[records] = -1 - cut
                continue
            is_left = self.cuts[cut].is_before(X[records], marks[records])
            left, right = self.children[cut]
            waiting += [(left, records[is_left]), (right, records[~is_left])]
        return blocks


def grow(sample: Matrix, rows: NDArray[np.int64], n_blocks: int) -> CutTree:
    """Cut a sample into blocks of equal numbers of records, each time across the widest variable.

    ``rows`` are the numbers of its records in the table; a block has at least one of them.
    """
    tree = CutTree()
    _grow(tree, sample, marks_of(rows), np.arange(len(sample)), n_blocks)
    return tree


def _grow(
    tree: CutTree, sample: Matrix, marks: Marks, records: NDArray[np.intp], n_blocks: int
) -> int:
    """Cut some records of the sample; return the number of the cut, or −1 − that of the block."""
    if n_blocks == 1:
        tree.n_blocks += 1
        return -tree.n_blocks
    inside = sample[records]
    # Variances in squares that floats hold; of equal ones the first variable counts as wider.
    variables = np.argsort(-check_matrix(inside).var(axis=0), kind="stable")
    order = np.lexsort((marks[records], *(inside[:, j] for j in variables[::-1])))
    n_left = n_blocks // 2
    place = len(order) * n_left // n_blocks
    middle = records[order[place]]
    number = len(tree.cuts)
    tree.cuts.append(Cut(variables, sample[middle].copy(), marks[middle]))
    tree.children.append((0, 0))
    left = _grow(tree, sample, marks, np.sort(records[order[:place]]), n_left)
    right = _grow(tree, sample, marks, np.sort(records[order[place:]]), n_blocks - n_left)
    tree.children[number] = (left, right)
    return number


def marks_of(rows: NDArray[np.int64]) -> Marks:
    """Return a mark for each record number: another for each, and without any order."""
    mixed = rows.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed ^= mixed >> np.uint64(shift)
        mixed *= np.uint64(factor)  # modulo 2⁶⁴, an invertible step: no two records share a mark
    return mixed ^ (mixed >> np.uint64(31))
