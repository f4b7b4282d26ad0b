import threading

import numpy as np
import pytest

from covey.core.engine import IN_TURN
from covey.engines import Threads

X = np.arange(20.0).reshape(10, 2)
LABELS = np.arange(10)
BLOCKS = [np.array([0, 3, 4]), np.array([9]), np.array([1, 2])]


def total(records, labels, progress):
    progress(0.5)
    return float(records.sum()), labels.tolist()


@pytest.mark.parametrize("engine", [IN_TURN, Threads(1), Threads(2), Threads(8)])
def test_each_block_gets_its_part_of_each_array_and_answers_in_order(engine):
    assert engine.run(total, (X, LABELS), BLOCKS) == [
        (31.0, [0, 3, 4]),
        (37.0, [9]),
        (14.0, [1, 2]),
    ]


@pytest.mark.parametrize("engine", [IN_TURN, Threads(2)])
def test_progress_rises_to_one(engine):
    told = []
    engine.run(lambda records, progress: progress(1.0), (X,), BLOCKS, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1.0)


def test_blocks_run_at_once():
    barrier = threading.Barrier(2, timeout=10.0)
    Threads(2).run(lambda records, progress: barrier.wait(), (X,), BLOCKS[:2])


def test_there_is_a_worker_for_each_core():
    assert Threads().workers >= 1
    assert Threads(3).workers == 3
