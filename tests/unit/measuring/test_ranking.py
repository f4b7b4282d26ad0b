import numpy as np
import pytest

from covey.measuring.ranking import join_rankings, rank


def described(ranking):
    return [
        {
            "values": ranking.values.tolist(),
            "counts": ranking.counts.tolist(),
            "misplaced": ranking.misplaced,
            "moved": ranking.moved,
        }
    ]


def test_a_value_of_many_records_stands_for_itself():
    """Chunks of four records: six zeros by themselves, then 1 and 2, then 3 to 6."""
    column = np.array([0.0] * 6 + [1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    found = rank(column, room=3)
    assert found.values.tolist() == [0.0, 1.5, 4.5]
    assert found.counts.tolist() == [6, 2, 4]
    assert found.misplaced == 4
    assert found.moved == pytest.approx(0.5 + 0.5 + 1.5 + 0.5 + 0.5 + 1.5)


def test_blocks_are_joined_by_value():
    [found] = join_rankings(
        [described(rank(np.array([1.0, 3.0]))), described(rank(np.array([3.0, 2.0])))]
    )
    assert found.values.tolist() == [1.0, 2.0, 3.0]
    assert found.counts.tolist() == [1, 1, 2]
    assert found.ends.tolist() == [0, 1, 2, 4]
    at = np.array([3.0, 2.0, 9.0])
    below, up_to = found.around(at, at)
    assert (below.tolist(), up_to.tolist()) == ([2, 1, 4], [4, 2, 4])
    assert found.up_to(np.array([0.0, 2.5, 3.0])).tolist() == [0, 2, 4]


@pytest.mark.parametrize("seed", range(5))
def test_no_more_records_are_misplaced_than_said(seed):
    rng = np.random.default_rng(seed)
    column = np.where(rng.random(5_000) < 0.3, 0.0, rng.lognormal(sigma=2.0, size=5_000))
    exact, found = rank(column), rank(column, room=100)
    at = np.sort(np.concatenate([column, rng.lognormal(size=500)]))
    apart = exact.up_to(at) - found.up_to(at)
    assert 0 < np.abs(apart).max() <= found.misplaced <= 60
    assert found.counts.sum() == 5_000


@pytest.mark.parametrize("factor", [1e-300, 1e300])
def test_magnitudes_do_not_matter(factor):
    column = np.array([1.0, 2.0, 5.0, 6.0])
    found = rank(column * factor, room=2, exponent=int(np.frexp(6.0 * factor)[1]))
    assert found.values / factor == pytest.approx([1.5, 5.5])
    assert 0.1 < found.moved < 1.0
