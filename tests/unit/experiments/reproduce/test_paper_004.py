from covey.experiments.reproduce.bench import Bench
from covey.experiments.reproduce.paper_004 import TABLES, losses_and_times
from covey.experiments.reproduce.rows import Printed
from covey.experiments.reproduce.verdicts import explanation_of


def rows(dataset):
    return [Printed(dataset, "iamat", 3, measure, "1.0") for measure in ("IL", "seconds")]


def test_loss_and_time():
    bench, printed = Bench(), rows("uniform-300x3")
    ours = losses_and_times(bench, printed)
    assert ours[printed[0].key] == bench.loss("uniform-300x3", "iamat", 3)
    assert ours[printed[1].key] > 0
    assert not any(explanation_of(row, TABLES[1].explanations) for row in printed)


def test_a_normal_set_is_tried_as_a_uniform_one():
    bench, printed = Bench(), rows("normal-300x3")
    ours = losses_and_times(bench, printed)
    uniform = bench.loss("uniform-300x3", "iamat", 3)
    tried = explanation_of(printed[0], TABLES[1].explanations)
    assert tried.stand_in(bench, printed[0]) == uniform
    assert explanation_of(printed[1], TABLES[1].explanations) is None
    assert ours[printed[0].key] != uniform


def test_large_sets_are_left_out_if_quick():
    printed = [*rows("uniform-300x3"), *rows("uniform-200x3")]
    found = losses_and_times(Bench(is_quick=True), printed, most_records=250)
    assert {key[0] for key in found} == {"uniform-200x3"}
