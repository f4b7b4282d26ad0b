import threading

import pytest

from covey.core.engine import IN_TURN
from covey.engines import Threads, in_threads

TASKS = [3, 1, 2]


def double(task, progress):
    progress(0.5)
    return 2 * task


@pytest.mark.parametrize("engine", [IN_TURN, Threads(1), Threads(2), Threads(8)])
def test_results_come_in_the_order_of_the_tasks(engine):
    assert engine.map(double, TASKS) == [6, 2, 4]
    assert engine.map(double, []) == []


@pytest.mark.parametrize("engine", [IN_TURN, Threads(2)])
@pytest.mark.parametrize("weights", [None, [3.0, 1.0, 2.0]])
def test_progress_rises_to_one(engine, weights):
    told = []
    engine.map(lambda _task, progress: progress(1.0), TASKS, weights=weights, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1.0)


def test_progress_moves_within_a_task_by_its_weight():
    told = []
    IN_TURN.map(double, TASKS, weights=[2.0, 1.0, 1.0], progress=told.append)
    assert told == [0.25, 0.625, 0.875]


def test_tasks_run_at_once():
    barrier = threading.Barrier(2, timeout=10.0)
    places = Threads(2).map(lambda _task, progress: barrier.wait(), TASKS[:2])
    assert sorted(places) == [0, 1]


def test_there_is_a_worker_for_each_core():
    assert Threads().workers >= 1
    assert Threads(3).workers == 3


def test_resources_of_this_process():
    resources = in_threads(3, memory=10)
    assert (resources.workers, resources.memory) == (3, 10)
    assert isinstance(resources.engine, Threads)
