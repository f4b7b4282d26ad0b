"""MD, the ancestor of the family: the two most distant records a round."""

from __future__ import annotations

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.kernels.pool import SLICE, farthest, most_distant_pair
from covey.kernels.units import make_units
from covey.partitioning.mdav import DOMINGO_FERRER_2002
from covey.partitioning.record_pool import RecordPool


@algorithm(
    "md",
    family="MDAV",
    reference=DOMINGO_FERRER_2002,
    work=lambda n, p, k: n**3 * p / (12 * k),
)
def md(X: Matrix, *, k: int, units: Labels | None = None, progress: Progress = quiet) -> Labels:
    """Two groups a round, around the two most distant records; cubic time."""
    pool = RecordPool(X, progress, make_units(units))
    while pool.n_left >= 2 * k and pool.can_form(k):
        r, s = _most_distant(pool)
        pool.take_around(r, k)
        if not pool.can_form(k):  # too few units are left for the second group
            break
        if pool.labels[s] >= 0:  # only where all that remain are equally far from r
            s = farthest(X, pool.rows, pool.n_left, X[r])
        pool.take_around(s, k)
    return pool.take_rest() if pool.can_form(k) else pool.rest_joins_nearest()


def _most_distant(pool: RecordPool) -> tuple[int, int]:
    """Scan all pairs of the pool in slices: one round alone may take longer than a second."""
    n, n_records = pool.n_left, len(pool.X)
    step = max(1, SLICE // (n * pool.X.shape[1]))
    r, s, distance = int(pool.rows[0]), int(pool.rows[1]), -1.0
    for start in range(0, n, step):
        stop = min(start + step, n)
        r, s, distance = most_distant_pair(pool.X, pool.rows, n, start, stop, r, s, distance)
        # A round costs n² and the rounds before it removed what it no longer sees: cubic progress.
        remaining = n**3 - (n**3 - max(n - 2, 0) ** 3) * (stop / n)
        pool.progress(1.0 - remaining / n_records**3)
    return r, s
