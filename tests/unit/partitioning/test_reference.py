"""The fast kernels give, label for label, what the methods say in their simplest words.

Here every search looks at every record, and every centroid is made afresh.
"""

from __future__ import annotations

import math
import os

import numpy as np
import pytest

from covey.partitioning import ALGORITHMS

pytestmark = pytest.mark.kernels

IS_COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
SEEDS = range(4 if IS_COMPILED else 1)
LARGEST = 300 if IS_COMPILED else 75


class Pool:
    """Unassigned records in ascending order, and the groups so far."""

    def __init__(self, X):
        self.X = X
        self.rows = np.arange(len(X))
        self.labels = np.full(len(X), -1)
        self.n_groups = 0

    def __len__(self):
        return len(self.rows)

    def centroid(self):
        return [math.fsum(column) / len(self) for column in self.X[self.rows].T]

    def distances(self, point):
        """Squared, the variables added up in their order."""
        total = np.zeros(len(self))
        for column, at in zip(self.X[self.rows].T, point, strict=True):
            total += (column - at) ** 2
        return total

    def farthest(self, point):
        return self.rows[np.argmax(self.distances(point))]

    def nearest(self, point, count):
        return self.rows[np.argsort(self.distances(point), kind="stable")[:count]]

    def take(self, *rows):
        self.labels[list(rows)] = self.n_groups
        self.rows = self.rows[~np.isin(self.rows, rows)]

    def take_around(self, seed, k):
        self.take(seed)
        self.take(*self.nearest(self.X[seed], k - 1))
        self.n_groups += 1

    def rest_joins_nearest(self):
        centroids = [np.zeros(self.X.shape[1]) for _ in range(self.n_groups)]
        for row in np.flatnonzero(self.labels >= 0):
            centroids[self.labels[row]] += self.X[row]
        centroids = [c / (self.labels == group).sum() for group, c in enumerate(centroids)]
        found = [self.distances(c) for c in centroids]
        for position, row in enumerate(self.rows):
            self.labels[row] = np.argmin([distances[position] for distances in found])


def two_ends(X, k, limit):
    pool = Pool(X)
    while len(pool) >= limit:
        r = pool.farthest(pool.centroid())
        pool.take_around(r, k)
        pool.take_around(pool.farthest(X[r]), k)
    return pool


def mdav(X, k):
    pool = two_ends(X, k, 2 * k)
    if len(pool) >= k:
        pool.take(*pool.rows)
        pool.n_groups += 1
    pool.rest_joins_nearest()
    return pool.labels


def mdav1(X, k):
    pool = two_ends(X, k, 2 * k)
    if len(pool) >= k:
        pool.take_around(pool.farthest(pool.centroid()), k)
    pool.rest_joins_nearest()
    return pool.labels


def mdav_generic(X, k):
    pool = two_ends(X, k, 3 * k)
    if len(pool) >= 2 * k:
        pool.take_around(pool.farthest(pool.centroid()), k)
    pool.take(*pool.rows)
    return pool.labels


def mdav_centroid(X, k, centroid="recomputed"):
    pool = Pool(X)
    centre = X.mean(axis=0)
    while len(pool) >= k:
        pool.take_around(pool.farthest(centre if centroid == "global" else pool.centroid()), k)
    pool.n_groups -= 1
    pool.take(*pool.rows)
    return pool.labels


def vmdav(X, k, gamma=0.2):
    pool = Pool(X)
    centre = X.mean(axis=0)
    while len(pool) >= k:
        seed = pool.farthest(centre)
        members = [seed]
        pool.take(seed)
        members += list(pool.nearest(X[seed], k - 1))
        pool.take(*members)
        while len(members) < 2 * k - 1 and len(pool) >= 2:
            gaps = np.min([pool.distances(X[member]) for member in members], axis=0)
            e, inside = pool.rows[np.argmin(gaps)], gaps.min()
            outside = pool.distances(X[e])[pool.rows != e].min()
            if np.sqrt(inside) >= gamma * np.sqrt(outside):
                break
            members.append(e)
            pool.take(e)
        pool.n_groups += 1
    pool.rest_joins_nearest()
    return pool.labels


def cvmdav(X, k, gamma=1.1):
    pool = Pool(X)
    while len(pool) >= 3 * k:
        seed = pool.farthest(pool.centroid())
        pool.take(seed)
        neighbours = pool.nearest(X[seed], 2 * k - 1)
        pool.take(*neighbours[: k - 1])
        members = [seed, *neighbours[: k - 1]]
        for row in neighbours[k - 1 :]:
            inside = distance(X[row], mean_about(X[seed], X[members]))
            own = distance(X[row], mean_about(X[row], X[pool.nearest(X[row], k)]))
            if len(members) < 2 * k - 1 and inside < gamma * own:
                pool.take(row)
                members.append(row)
        pool.n_groups += 1
    if len(pool) >= 2 * k:
        pool.take_around(pool.farthest(pool.centroid()), k)
    pool.take(*pool.rows)
    return pool.labels


def mean_about(founder, rows):
    """The mean by offsets from one record, added up in their order: on equal records exactly."""
    offsets = np.zeros(len(founder))
    for row in rows:
        offsets += row - founder
    return founder + offsets / len(rows)


def distance(row, point):
    return np.sqrt(distance_squared(row, point))


def distance_squared(row, point):
    return sum((a - b) * (a - b) for a, b in zip(row, point, strict=True))


def iamat(X, k, centroid="global", size="fixed"):
    pool = Pool(X)
    centre = X.mean(axis=0)
    while len(pool) >= k:
        seed = pool.farthest(centre if centroid == "global" else pool.centroid())
        members = [seed, *grow(X, pool.rows[pool.rows != seed], seed, k)]
        pool.take(*members)
        while size == "variable" and len(members) < 2 * k - 1 and len(pool) >= k:
            m, mean = len(members), mean_about(X[seed], X[members])
            e = pool.nearest(mean, 1)[0]
            own = mean_about(X[e], X[[e, *grow(X, pool.rows[pool.rows != e], e, k)]])
            joining = distance_squared(X[e], mean) * m / (m + 1)
            if joining >= distance_squared(X[e], own) * k / (k - 1):
                break
            members.append(e)
            pool.take(e)
        pool.n_groups += 1
    if size == "variable":
        pool.rest_joins_nearest()
    else:
        pool.n_groups -= 1
        pool.take(*pool.rows)
    return pool.labels


def grow(X, free, seed, k):
    """The k − 1 records that a founder takes in, each the nearest to the mean so far."""
    trial = Pool(X)
    trial.rows = free
    found = []
    while len(found) < k - 1:
        found.append(trial.nearest(mean_about(X[seed], X[[seed, *found]]), 1)[0])
        trial.take(found[-1])
    return found


CASES = [
    ("mdav", mdav, {}),
    ("mdav1", mdav1, {}),
    ("mdav-generic", mdav_generic, {}),
    ("mdav-centroid", mdav_centroid, {"centroid": "recomputed"}),
    ("mdav-centroid", mdav_centroid, {"centroid": "global"}),
    ("vmdav", vmdav, {"gamma": 0.2}),
    ("vmdav", vmdav, {"gamma": 1.1}),
    ("vmdav", vmdav, {"gamma": 1e9}),
    ("cvmdav", cvmdav, {"gamma": 1.1}),
    ("iamat", iamat, {"centroid": "global", "size": "fixed"}),
    ("iamat", iamat, {"centroid": "recomputed", "size": "fixed"}),
    ("iamat", iamat, {"centroid": "global", "size": "variable"}),
    ("iamat", iamat, {"centroid": "recomputed", "size": "variable"}),
]


def scattered(rng, n, p):
    return rng.normal(size=(n, p))


def small_integers(rng, n, p):
    return rng.integers(0, 4, size=(n, p)).astype(float)


def scaled_integers(rng, n, p):
    """Ties that rounding would break differently if a centroid were."""
    return rng.integers(0, 4, size=(n, p)) * rng.uniform(0.1, 3.0, size=p)


def binary(rng, n, p):
    return rng.integers(0, 2, size=(n, p)).astype(float)


def few_distinct_rows(rng, n, p):
    return rng.normal(size=(4, p))[rng.integers(0, 4, size=n)]


def all_equal(_rng, n, p):
    return np.full((n, p), 0.1)


def one_giant_cluster(rng, n, p):
    X = np.full((n, p), 0.1)
    X[rng.choice(n, size=7, replace=False)] = 100.0 * rng.normal(size=(7, p))
    return X


def two_values(rng, n, p):
    return np.where(rng.random(n) < 0.5, -1.0, 1.0)[:, None] * np.ones(p)


def giants(rng, n, p):
    """Whose values hide all digits of the others in a plain total."""
    X = rng.normal(size=(n, p))
    X[:3] *= [[1e25], [1e60], [1e8]]
    return X


def heavy_tails(rng, n, p):
    return rng.standard_cauchy(size=(n, p))


def huge(rng, n, p):
    return 1e150 * rng.normal(size=(n, p))


def tiny(rng, n, p):
    return 1e-150 * rng.normal(size=(n, p))


def tiny_beside_large(rng, n, p):
    """Differences whose squares vanish."""
    return np.hstack([1e-170 * rng.normal(size=(n, p)), rng.integers(0, 2, size=(n, 1))])


def constant_columns(rng, n, p):
    return np.hstack([np.full((n, 2), 0.3), rng.normal(size=(n, p))])


def one_hot(_rng, n, _p):
    """All equally far from each other."""
    return np.eye(min(n, 40))


TABLES = [
    scattered,
    small_integers,
    scaled_integers,
    binary,
    few_distinct_rows,
    all_equal,
    one_giant_cluster,
    two_values,
    giants,
    heavy_tails,
    huge,
    tiny,
    tiny_beside_large,
    constant_columns,
    one_hot,
]


def as_kernels_see_it(X):
    """Return X times a power of two, as the methods take it, so that squares stay in range."""
    largest = float(np.abs(X).max())
    return X if 1e-100 < largest < 1e100 else np.ldexp(X, -int(np.frexp(largest)[1]))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
@pytest.mark.parametrize(("name", "reference", "options"), CASES)
def test_labels_are_those_of_the_simplest_form(name, reference, options, table):
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        X = table(rng, int(rng.integers(20, LARGEST)), int(rng.integers(1, 21)))
        n = len(X)
        for k in {2, int(rng.integers(3, 9)), int(rng.integers(2, n // 2)), n // 2}:
            if size_is_variable_and_large(options, k):
                continue
            found = ALGORITHMS[name](X, k=k, **options).labels
            np.testing.assert_array_equal(found, reference(as_kernels_see_it(X), k, **options))


def size_is_variable_and_large(options, k):
    """Where the simplest form takes minutes."""
    return k > 15 and (options.get("size") == "variable" or "gamma" in options)
