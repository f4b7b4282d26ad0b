"""What tells the members of the MDAV family apart."""

import numpy as np
import pytest

from covey.partitioning import ALGORITHMS

pytestmark = pytest.mark.kernels


def sizes(name, n, k, **options):
    X = np.random.default_rng(5).normal(size=(n, 2))
    return ALGORITHMS[name](X, k=k, **options).sizes.tolist()


@pytest.mark.parametrize(
    ("name", "n", "expected"),
    [
        ("mdav", 11, [3, 3, 5]),  # 5 left after a round: one group
        ("mdav-generic", 11, [3, 3, 5]),
        ("mdav-generic", 8, [3, 5]),  # no round: one group of 3, the rest
        ("mdav", 8, None),  # a round, 2 left over join the nearest
        ("mdav1", 11, None),  # 3 of the 5 left form a group, 2 join
        ("md", 11, [3, 3, 5]),
        ("mdav-centroid", 11, [3, 3, 5]),  # the rest joins the last group
    ],
)
def test_the_end_of_the_pool(name, n, expected):
    found = sizes(name, n, 3)
    if expected is None:
        assert min(found) >= 3
        assert len(found) == n // 3
    else:
        assert found == expected


def test_the_centroid_option_changes_something():
    X = np.random.default_rng(1).exponential(size=(60, 2))
    run = ALGORITHMS["mdav-centroid"]
    assert run(X, k=3).labels.tolist() != run(X, k=3, centroid="global").labels.tolist()


def test_gamma_zero_never_extends():
    assert set(sizes("vmdav", 60, 3, gamma=0.0)) == {3}


def test_a_large_gamma_always_extends():
    assert max(sizes("vmdav", 60, 3, gamma=1e9)) >= 5


def test_vmdav_takes_in_a_fourth_member_that_is_close():
    X = np.array([[0.0], [1.0], [2.0], [3.0], [50.0], [51.0], [52.0], [53.0]])
    found = ALGORITHMS["vmdav"](X, k=3, gamma=1.1)
    assert sorted(found.sizes.tolist()) == [4, 4]


def test_md_starts_with_the_most_distant_pair():
    X = np.array([[0.0, 0.0], [0.0, 1.0], [5.0, 5.0], [5.0, 6.0], [9.0, 9.0], [9.0, 8.0]])
    labels = ALGORITHMS["md"](X, k=2).labels.tolist()
    assert labels[0] == labels[1] == 0
    assert labels[4] == labels[5] == 1
