"""Changes that one can work out by hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from tests.released import remade

from covey.core.partition import ColumnPartitions
from covey.releasing.changes import Change, changes_of, mean_loss
from covey.results import Release


def test_loss_and_its_heaviest_group(make_masked: Callable[..., Release]) -> None:
    # Groups (0, 2), (10, 16): within 2 + 18 = 20; about the mean 7: 49 + 25 + 9 + 81 = 164.
    release = make_masked({"x": np.array([0.0, 2.0, 10.0, 16.0])}, k=2)
    (change,) = changes_of(release)
    assert change.loss == pytest.approx(100 * 20 / 164)
    assert change.heaviest == pytest.approx(18 / 20)
    assert change.mean == pytest.approx(0)
    assert change.spread == pytest.approx(np.sqrt(144 / 164) - 1)


def test_each_variable_may_have_groups_of_its_own(make_masked: Callable[..., Release]) -> None:
    x = np.array([0.0, 2.0, 10.0, 16.0])
    release = make_masked({"x": x, "y": x[::-1].copy()}, k=2)
    groups = ColumnPartitions([[0, 0], [0, 1], [1, 0], [1, 1]], k=2)
    release = remade(release, partition=groups)
    first, second = changes_of(release)
    assert first.heaviest == pytest.approx(0.9)
    # y is 16, 10 | 2, 0 and became 13, 13 | 1, 1: by the second labels 9 + 1 in each group.
    assert second.heaviest == pytest.approx(0.5)


def test_a_constant_never_changes_and_does_not_count(make_masked: Callable[..., Release]) -> None:
    columns = {"x": np.array([0.0, 2.0, 10.0, 16.0]), "same": np.full(4, 3.0)}
    changes = changes_of(make_masked(columns, k=2))
    assert changes[1] == Change("same", is_constant=True, is_level=True)
    assert mean_loss(changes) == changes[0].loss
    assert mean_loss([]) == 0.0


@pytest.mark.parametrize(
    ("masked", "is_levelled", "is_spoiled"),
    [
        ([1.0, 1.0, 13.0, 13.0], False, False),
        ([7.0, 7.0, 7.0, 7.0], True, False),
        ([0.0, 0.0, 0.0, 0.0], True, True),
        ([2.0, 2.0, 14.0, 14.0], False, True),  # the mean moved by 0.16 standard deviations
        ([-3.0, -3.0, 17.0, 17.0], False, True),  # the mean is kept, the variance is not
    ],
)
def test_rounding_may_level_and_spoil(
    make_masked: Callable[..., Release],
    masked: list[float],
    is_levelled: bool,
    is_spoiled: bool,
) -> None:
    made = make_masked({"x": np.array([0.0, 2.0, 10.0, 16.0])}, k=2)
    made = remade(made, masked=made.masked.with_values({"x": np.array(masked)}))
    (change,) = changes_of(made)
    assert (change.is_levelled, change.is_spoiled) == (is_levelled, is_spoiled)


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_magnitude_does_not_matter(make_masked: Callable[..., Release], scale: float) -> None:
    release = make_masked({"x": scale * np.array([0.0, 2.0, 10.0, 16.0])}, k=2)
    assert changes_of(release)[0].loss == pytest.approx(100 * 20 / 164)


@pytest.mark.parametrize(
    ("mean", "spread", "sentence"),
    [
        (0.0, 0.0, "The mean is unchanged, and so is the standard deviation."),
        (
            1.0,
            0.0,
            "The mean moved by 100 % of a standard deviation; the standard deviation is unchanged.",
        ),
        (0.0, 0.1, "The mean is unchanged; the standard deviation is 10.0 % larger."),
        (0.0, -0.1, "The mean is unchanged; the standard deviation is 10.0 % smaller."),
    ],
)
def test_sentences(mean: float, spread: float, sentence: str) -> None:
    told = Change("x", mean, spread).sentence
    assert told.replace("\N{NO-BREAK SPACE}", " ") == sentence
