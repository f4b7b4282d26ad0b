"""Rank intervals around masked values."""

from __future__ import annotations

from covey.kernels.compiling import njit


@njit
def narrow(firsts, sizes, below, up_to, half_widths, low, high, inside):
    """Find at which places among its ties a masked value has its original in the rank interval.

    Among n masked values in rising order, the value of record i takes the places from firsts[i] on,
    sizes[i] of them, as do its ties; below[i] are smaller than its original, up_to[i] smaller or
    equal. From place r, the interval of half width h runs from the value at place r − h to that at
    r + h, ends of the file at most. So the original is inside for the places from below − h to
    up_to − 1 + h, and never if it lies beyond all masked values.

    The places, as shares of the ties from 0 to 1, are intersected with low[i, s] to high[i, s] for
    each half width s; what there is of them is added to inside[s].
    """
    n = firsts.shape[0]
    for i in range(n):
        start = firsts[i]
        size = sizes[i]
        is_beyond = up_to[i] == 0 or below[i] == n
        for s in range(half_widths.shape[0]):
            first = max(0, below[i] - half_widths[s] - start)
            end = min(size, up_to[i] + half_widths[s] - start)
            if is_beyond or first >= end:
                high[i, s] = low[i, s]
            else:
                inside[s] += (end - first) / size
                low[i, s] = max(low[i, s], first / size)
                high[i, s] = min(high[i, s], end / size)
