"""Random numbers that are the same everywhere."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from covey.core.errors import RequestError
from covey.datasets.streams import Stream, check_count, check_number

STATE = {
    "state": 209726722718981422394759158150246685477,
    "inc": 273096372282096494456322297521699537235,
}


def pcg64(state: int, increment: int, count: int) -> list[int]:
    """PCG64 (XSL-RR 128/64) in whole numbers, as O'Neill (2014) defines it."""
    found = []
    for _ in range(count):
        state = (state * 0x2360ED051FC65DA44385DF649FCCF645 + increment) % 2**128
        folded, turn = (state >> 64) ^ (state % 2**64), state >> 122
        found.append(((folded >> turn) | (folded << (64 - turn))) % 2**64)
    return found


def test_uniforms_are_the_upper_bits_of_pcg64():
    stream = Stream(12, 3)
    state = stream._source.state["state"]
    raw = pcg64(state["state"], state["inc"], 50)
    assert stream.uniforms(50).tolist() == [(number >> 11) / 2**53 for number in raw]


def test_state_of_a_seed_is_what_it_was():
    """The state after seeding, by which the values of every simulator stand or fall."""
    assert Stream(0, 0)._source.state["state"] == STATE


def test_normals_are_quotients_of_the_same_bits():
    pairs = Stream(5, 1).uniforms(400).reshape(-1, 2)
    expected = []
    for first, second in pairs.tolist():
        u, x = 1 - first, math.sqrt(8 / math.e) * (second - 0.5) / (1 - first)
        if x * x <= -4 * math.log(u):
            expected.append(x)
    assert Stream(5, 1).normals(100).tolist() == expected[:100]


@pytest.mark.parametrize("draw", [Stream.uniforms, Stream.normals])
def test_blocks_change_nothing(draw):
    whole = draw(Stream(1, 0), 1000)
    assert np.array_equal(draw(Stream(1, 0, block=64), 1000), whole)
    assert np.array_equal(draw(Stream(1, 0, block=64), 10), whole[:10])


def test_distributions():
    assert stats.kstest(Stream(2, 0).uniforms(100_000), "uniform").pvalue > 0.01
    assert stats.kstest(Stream(2, 0).normals(100_000), "norm").pvalue > 0.01


def test_streams_and_seeds_are_independent():
    first = Stream(0, 0).uniforms(10_000)
    for other in (Stream(0, 1), Stream(1, 0)):
        assert abs(np.corrcoef(first, other.uniforms(10_000))[0, 1]) < 0.05


@pytest.mark.parametrize("draw", [Stream.uniforms, Stream.normals])
def test_progress_ends_at_the_whole(draw):
    shares = []
    draw(Stream(0, 0, shares.append), 10)
    assert shares[-1] == 1.0


@pytest.mark.parametrize("value", [0, -3, 1.5, True, "7", None])
def test_counts_are_checked(value):
    with pytest.raises(RequestError, match="'n_records' must be a whole number of at least 1"):
        check_count("n_records", value)


def test_counts_may_be_those_of_numpy():
    assert check_count("n_records", np.int32(7)) == 7
    assert check_count("seed", 0, least=0) == 0


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "high", None])
def test_numbers_are_finite(value):
    with pytest.raises(RequestError, match="'mean' must be a finite number"):
        check_number("mean", value)
