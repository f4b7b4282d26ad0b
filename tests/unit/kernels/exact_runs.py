"""Runs of values or of records, judged without any rounding: what the kernels are compared with."""

import itertools
from fractions import Fraction

import numpy as np


def exact_sse(records):
    """Return the SSE of a run over all variables."""
    total = Fraction(0)
    for column in np.asarray(records).reshape(len(records), -1).T.tolist():
        numbers = [Fraction(value) for value in column]
        mean = sum(numbers) / len(numbers)
        total += sum((number - mean) ** 2 for number in numbers)
    return total


def exact_cost(X, bounds):
    return sum(exact_sse(X[i:j]) for i, j in itertools.pairwise(bounds))


def exact_optimum(X, k):
    """Return the least cost of all partitions into runs, by the plain recursion."""
    least = {0: Fraction(0)}
    for j in range(k, len(X) + 1):
        starts = [i for i in range(max(0, j - 2 * k + 1), j - k + 1) if i in least]
        least[j] = min(least[i] + exact_sse(X[i:j]) for i in starts)
    return least[len(X)]


def all_partitions(n, k):
    """Yield the bounds of all partitions of n records into runs of k or more, however long."""
    if n == 0:
        yield [0]
    for size in range(k, n + 1):
        for bounds in all_partitions(n - size, k):
            yield [*bounds, n]


def cost(X, bounds):
    return sum(((run - run.mean(axis=0)) ** 2).sum() for run in np.split(X, bounds[1:-1]))


def check_after_a_costly_group(X, bounds):
    """Check that a first group of two that costs 1e30 does not blur the cuts of the others."""
    assert bounds[1] == 2
    found, least = exact_cost(X[2:], bounds[1:] - 2), exact_optimum(X[2:], 2)
    assert float(found / least - 1) < 1e-13


def check_sizes(bounds, n, k):
    sizes = np.diff(bounds)
    assert bounds[0] == 0
    assert bounds[-1] == n
    assert sizes.min() >= k
    assert sizes.max() <= 2 * k - 1
