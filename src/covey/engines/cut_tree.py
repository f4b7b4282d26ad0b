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
    division: float | None = None  # the one that is cut: records of others all come before it

    def is_before(self, X: Matrix, marks: Marks, records: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Say which of some records come before the cut."""
        is_left = np.zeros(len(records), dtype=bool)
        tied = np.arange(len(records))
        if self.division is not None:
            is_left = X[records, -1] != self.division
            tied = np.flatnonzero(~is_left)
        for variable in self.variables:
            column, value = X[records[tied], variable], self.point[variable]
            is_left[tied[column < value]] = True
            tied = tied[column == value]
            if len(tied) == 0:
                return is_left
        is_left[tied] = marks[records[tied]] < self.mark
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
            is_left = self.cuts[cut].is_before(X, marks, records)
            left, right = self.children[cut]
            waiting += [(left, records[is_left]), (right, records[~is_left])]
        return blocks


def grow(
    sample: Matrix, rows: NDArray[np.int64], n_blocks: int, *, is_divided: bool = False
) -> CutTree:
    """Cut a sample into blocks of equal numbers of records, each time across the widest variable.

    ``rows`` are the numbers of its records in the table; a block has at least one of them. Where
    the last column is a division, a division is cut only if it is alone.
    """
    tree = CutTree()
    growing = _Growing(tree, sample, marks_of(rows), is_divided)
    growing.grow(np.arange(len(sample)), n_blocks)
    return tree


@dataclass(frozen=True, slots=True)
class _Growing:
    """Cuts parts of a sample, and notes the cuts in a tree."""

    tree: CutTree
    sample: Matrix
    marks: Marks
    is_divided: bool

    def grow(self, records: NDArray[np.intp], n_blocks: int) -> int:
        """Cut some records; return the number of the cut, or −1 − that of the block."""
        tree = self.tree
        if n_blocks == 1:
            tree.n_blocks += 1
            return -tree.n_blocks
        cut, order, place, n_left = self._cut(records, n_blocks)
        number = len(tree.cuts)
        tree.cuts.append(cut)
        tree.children.append((0, 0))
        left = self.grow(np.sort(records[order[:place]]), n_left)
        right = self.grow(np.sort(records[order[place:]]), n_blocks - n_left)
        tree.children[number] = (left, right)
        return number

    def _cut(
        self, records: NDArray[np.intp], n_blocks: int
    ) -> tuple[Cut, NDArray[np.intp], int, int]:
        """Return a cut, the records in its order, how many come before it, and their blocks."""
        division: float | None = None
        n_left = n_blocks // 2
        place = len(records) * n_left // n_blocks
        inside = self.sample[records]
        if self.is_divided:
            order = np.argsort(inside[:, -1], kind="stable")
            borders = np.flatnonzero(np.diff(inside[order, -1])) + 1
            if len(borders):
                place = int(borders[np.argmin(np.abs(borders - place))])
                share = round(n_blocks * place / len(records))
                point = inside[order[place]].copy()
                cut = Cut(np.array([inside.shape[1] - 1]), point, np.uint64(0))
                return cut, order, place, min(max(share, 1), n_blocks - 1)
            division = float(inside[0, -1])
            inside = inside[:, :-1]
        # Variances in squares that floats hold; of equal ones the first variable counts as wider.
        variables = np.argsort(-check_matrix(inside).var(axis=0), kind="stable")
        order = np.lexsort((self.marks[records], *(inside[:, j] for j in variables[::-1])))
        middle = records[order[place]]
        cut = Cut(variables, self.sample[middle].copy(), self.marks[middle], division)
        return cut, order, place, n_left


def marks_of(rows: NDArray[np.int64]) -> Marks:
    """Return a mark for each record number: another for each, and without any order."""
    mixed = rows.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed ^= mixed >> np.uint64(shift)
        mixed *= np.uint64(factor)  # modulo 2⁶⁴, an invertible step: no two records share a mark
    return mixed ^ (mixed >> np.uint64(31))
