"""Optimal cuts of records in a row into runs of k to 2k − 1: the least SSE over all variables.

Let C(j) be the least sum of squared errors (SSE) of the first j records in the row and c(i, j) the
SSE of the records i to j − 1. Then C(j) is the minimum of C(i) + c(i, j) over the starts i of a
last run, k ≤ j − i ≤ 2k − 1. With several variables the best start may move either way as j moves
right, so all k starts are tried: O(n k p).

**In blocks.** The ends j are worked off in blocks of k. A run that ends in the block from b to
b + k − 1 starts before b: it has m records to the left of the cut at b and r to its right. Sums
over either side are taken once a block; to join two of them costs one addition for each variable.
Memory beside the result is 2k sums for each variable.

**Exact to rounding.** Every such run holds the record before b. Measured from that record, with Q
the sum of squares and s the sums of its M records, the SSE is Q − ‖s‖² / M. The origin belongs to
the run, so Q is at most M times the SSE: the difference loses no more digits than M has, wherever
the data lie. Differences of whole numbers are whole, so are Q and ‖s‖², whatever the order of their
terms: such tables have the same ties with their variables in any order and moved anywhere. C is the
sum of two floats, because one costly run must not hide the differences between the cheap ones.

**Ties** go to the shortest last run, then the shortest before it, and so on.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.compiling import njit
from covey.kernels.sums import add


@njit
def extend(X, row, anchor, sums, extended):
    """Write sums plus record ``row``, measured from record ``anchor``; return its squares' sum."""
    squares = 0.0
    for column in range(X.shape[1]):
        difference = X[row, column] - X[anchor, column]
        extended[column] = sums[column] + difference
        squares += difference * difference
    return squares


@njit
def cheapest_start(block, r, fewest, most, high, low, left, left_squares, right, right_squares):
    """Return the best start of a run with r records right of the cut at ``block``, and C.

    The run takes ``fewest`` to ``most`` records left of the cut. Of equal costs, the shortest run.
    """
    start = block - fewest
    best_high = np.inf
    best_low = 0.0
    for m in range(fewest, most + 1):
        of_sums = 0.0
        for column in range(right.shape[0]):
            joined = left[m, column] + right[column]
            of_sums += joined * joined
        sse = (left_squares[m] + right_squares) - of_sums / (m + r)
        sum_high, sum_low = add(high[block - m], low[block - m], sse)
        if sum_high < best_high or (sum_high == best_high and sum_low < best_low):
            start = block - m
            best_high = sum_high
            best_low = sum_low
    return start, best_high, best_low


@njit
def cut_runs(X, order, k, high, low, starts, end, budget):
    """Fill C(j) = high[j] + low[j] and the start of the last run for the ends j from ``end`` on.

    The row is X[order]. C(0) = 0 and the ends from k to ``end`` − 1 must be known. Stops when the
    budget of joined coordinates is spent; returns the next end. A slice may stop within a block:
    the next one takes its sums again, in the same order.
    """
    n, p = X.shape
    left, left_squares = np.zeros((2 * k, p)), np.zeros(2 * k)
    right = np.zeros(p)
    right_squares = 0.0
    begun = 0
    spent = 0
    while end <= n and spent < budget:
        block = end - end % k
        anchor = order[block - 1]
        if block != begun:
            for m in range(1, min(2 * k - 1, block) + 1):
                squares = extend(X, order[block - m], anchor, left[m - 1], left[m])
                left_squares[m] = left_squares[m - 1] + squares
            right[:] = 0.0
            right_squares = 0.0
            for position in range(block, end):
                right_squares += extend(X, order[position], anchor, right, right)
            begun = block
            spent += 3 * k * p
        else:
            right_squares += extend(X, order[end - 1], anchor, right, right)
        r = end - block
        # No run may leave fewer than k records before it, unless it leaves none.
        fewest = k if block == k else k - r
        most = k if block == k else min(2 * k - 1 - r, block - k)
        starts[end], high[end], low[end] = cheapest_start(
            block, r, fewest, most, high, low, left, left_squares, right, right_squares
        )
        spent += (most - fewest + 1) * p
        end += 1
    return end
