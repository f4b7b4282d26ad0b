"""The most distant pair of a pool, the costly step of MD."""

from __future__ import annotations

from covey.kernels.compiling import njit
from covey.kernels.pool import squared_distance


@njit
def most_distant_pair(X, rows, n, start, stop, r, s, distance):
    """Scan the pairs whose first record stands at positions start to stop of the pool.

    Takes the best pair so far and its squared distance, returns the best after the scan. Ties go to
    the pair with the lowest first index, then the lowest second.
    """
    for position in range(start, stop):
        first = rows[position]
        for other in range(position + 1, n):
            candidate = squared_distance(X, rows[other], X[first])
            if candidate > distance:
                distance = candidate
                r = first
                s = rows[other]
    return r, s, distance
