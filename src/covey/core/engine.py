"""What runs a pure function over blocks of records; who implements it knows no statistics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from covey.core.progress import Progress, part, quiet

T = TypeVar("T")
Rows = NDArray[np.intp]


class Engine(Protocol):
    """Runs blocks here, in threads or elsewhere: the answers are the same, only the time differs.

    Parameters
    ----------
    workers : int
        How many blocks run at once.
    """

    workers: int

    def run(
        self,
        function: Callable[..., T],
        arrays: Sequence[NDArray[Any]],
        blocks: Sequence[Rows],
        *,
        progress: Progress = quiet,
    ) -> list[T]:
        """Call a function on each block and return what it gives, in the order of the blocks.

        Parameters
        ----------
        function : callable
            Takes the block's part of each array, and ``progress``. It must depend on nothing else.
        arrays : sequence of array
            With one entry for each record of the table.
        blocks : sequence of array of int
            The records of each block.
        progress : callable
            Told the share of the whole that is done.
        """


class InTurn:
    """One block after the other, in the caller's thread."""

    workers = 1

    def run(
        self,
        function: Callable[..., T],
        arrays: Sequence[NDArray[Any]],
        blocks: Sequence[Rows],
        *,
        progress: Progress = quiet,
    ) -> list[T]:
        """Call a function on each block; see `Engine`."""
        results = []
        for number, rows in enumerate(blocks):
            share = part(progress, number / len(blocks), (number + 1) / len(blocks))
            results.append(function(*[array[rows] for array in arrays], progress=share))
        return results


IN_TURN: Engine = InTurn()
