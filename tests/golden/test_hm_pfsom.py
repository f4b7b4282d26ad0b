"""HM-PFSOM on Census as in Abidi, Ben Yahia and Perera (2020), tables 9 and 10.

The paper names neither its five quasi-identifiers nor its clustering's parameters, so its rows have
the status *trend*: here the first five columns are quasi-identifiers and the other eight are
confidential, min-max scaled. census.csv, SHA-256 40fb91564d43….
"""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from covey.partitioning.hm_pfsom import blocks_of, draw_groups, hm_pfsom
from covey.partitioning.mdav import mdav_generic

N_QUASI = 5
PRINTED_BLOCKS = (322, 376, 382)
PRINTED_CLASSES = (3, 4, 2)


@pytest.fixture(scope="module")
def census(reference_folder):
    frame = pl.read_csv(reference_folder / "census.csv")
    table = frame.to_numpy().astype(np.float64)
    scaled = (table - table.min(axis=0)) / np.ptp(table, axis=0)
    return np.ascontiguousarray(scaled[:, :N_QUASI]), np.ascontiguousarray(scaled[:, N_QUASI:])


def smallest_sse(S: np.ndarray, labels: np.ndarray) -> float:
    """Return the sum of squares about the group's mean, of the most homogeneous group."""
    groups = (S[labels == group] for group in np.unique(labels))
    return min(float(((members - members.mean(axis=0)) ** 2).sum()) for members in groups)


def test_three_blocks_of_about_the_printed_sizes(census):
    """No confirmation of the paper: the card says how the open choices were made."""
    Q, _ = census
    sizes = sorted(np.bincount(blocks_of(Q, 2)).tolist())
    assert len(sizes) == 3
    np.testing.assert_allclose(sizes, PRINTED_BLOCKS, rtol=0.05)


def test_two_to_four_classes_in_every_block(census):
    Q, S = census
    blocks = blocks_of(Q, 2)
    counts = [int(blocks_of(S[blocks == b], 2).max()) + 1 for b in range(3)]
    assert all(min(PRINTED_CLASSES) <= count <= max(PRINTED_CLASSES) for count in counts)


@pytest.mark.parametrize("k", [5, 10, 15, 20, 25, 30, 40])
def test_confidential_values_stay_diverse_in_every_block(census, k):
    """Table 10: the most homogeneous group of MDAV is two to eleven times as homogeneous."""
    Q, S = census
    blocks = blocks_of(Q, k)
    labels = hm_pfsom(Q, k=k, confidential=S).labels
    for block in range(blocks.max() + 1):
        rows = np.flatnonzero(blocks == block)
        mdav = mdav_generic(Q[rows], k=k).labels
        assert smallest_sse(S[rows], labels[rows]) > 2.0 * smallest_sse(S[rows], mdav)


@pytest.mark.parametrize("k", [5, 10, 20])
def test_groups_hold_k_records_of_every_class(census, k):
    Q, S = census
    blocks = blocks_of(Q, k)
    for block in range(blocks.max() + 1):
        rows = np.flatnonzero(blocks == block)
        classes = blocks_of(S[rows], k)
        labels = draw_groups(Q[rows], classes, k)
        sizes = np.bincount(classes)
        assert labels.max() + 1 == sizes.min() // k
        for c, size in enumerate(sizes):
            drawn = np.bincount(labels[classes == c], minlength=labels.max() + 1)
            assert drawn.min() >= k * (size // sizes.min())
