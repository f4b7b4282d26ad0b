"""For each record, others that are near: what a search looks at."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix
from covey.core.parallel import run_all
from covey.core.progress import Progress, part
from covey.kernels.cutting import cut, turned
from covey.kernels.neighbours import nothing_yet, seek_in_all, seek_in_blocks
from covey.kernels.pool import SLICE

EXACT = 10_000
"""Records up to which all pairs are looked at."""

BLOCK = 300
"""Records of a block, at most; a larger table is cut into such blocks."""

TURNS = 6
"""How often a large table is cut, each time along other directions: what one cut parts, another
keeps together."""

STRETCHES = 8
"""Parts of the table that may be worked on at once."""


def near_records(
    X: Matrix, count: int, *, progress: Progress, workers: int = 1, exact: int = EXACT
) -> NDArray[np.int32]:
    """Return some records that are near to each, nearest first.

    Up to ``exact`` records they are the nearest ones, equals in the order of the table; in larger
    tables most of them are. A record that has fewer neighbours than it could is its own.
    """
    n, p = X.shape
    neighbours, distances = nothing_yet(n, min(count, n - 1))
    if n <= exact:
        step = max(1, SLICE // (n * p))
        columns = np.ascontiguousarray(X.T)

        def seek(stretch: range, progress: Progress) -> None:
            for start in stretch:
                seek_in_all(columns, start, min(n, start + step), neighbours, distances)
                progress((start + step - stretch.start) / (stretch.stop - stretch.start))

        long = -(-n // (step * STRETCHES)) * step
        stretches = [range(start, min(n, start + long), step) for start in range(0, n, long)]
        run_all(
            [partial(seek, stretch) for stretch in stretches], workers=workers, progress=progress
        )
        return neighbours
    cuts = run_all(
        [partial(_cut, X, turn) for turn in range(TURNS)],
        workers=workers,
        progress=part(progress, 0.0, 0.4),
    )
    for turn, blocks in enumerate(cuts):
        share = part(progress, 0.4 + 0.6 * turn / TURNS, 0.4 + 0.6 * (turn + 1) / TURNS)
        _seek_within(blocks, X, neighbours, distances, workers, share)
    return neighbours


def _cut(X: Matrix, turn: int, progress: Progress) -> list[Labels]:
    """Cut a table into blocks, along other directions at each turn."""
    blocks: list[Labels] = []
    n_cut = 0
    for block in cut(turned(X, turn), BLOCK):
        blocks.append(block)
        n_cut += len(block)
        progress(n_cut / len(X))
    return blocks


def _seek_within(
    blocks: list[Labels],
    X: Matrix,
    neighbours: NDArray[np.int32],
    distances: NDArray[np.float64],
    workers: int,
    progress: Progress,
) -> None:
    """Look for nearer neighbours of each record in its own block."""
    step = max(1, SLICE // (BLOCK * BLOCK * X.shape[1]))

    def seek(first: int, _: Progress) -> None:
        some = blocks[first : first + step]
        bounds = np.cumsum([0, *map(len, some)])
        # Blocks share no record, so that threads do not write to the same place.
        seek_in_blocks(X, np.concatenate(some), bounds, neighbours, distances)

    jobs = [partial(seek, first) for first in range(0, len(blocks), step)]
    run_all(jobs, workers=workers, progress=progress)
