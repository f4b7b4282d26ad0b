import pytest

from covey.experiments.reproduce.bench import Bench
from covey.experiments.reproduce.dependence_trees import subset_loss
from covey.experiments.reproduce.paper_002 import by_three_alone, exhaustive, selection, subset_of
from covey.experiments.reproduce.rows import Printed


def row(method, dataset="normal-200x4", measure="IL"):
    return Printed(dataset, method, 3, measure, "20.0")


@pytest.mark.parametrize(
    ("method", "subset"),
    [
        ("mdav on variables 2 3 10", (1, 2, 9)),
        ("emad emim width 50000 variables 7 4 1", (0, 3, 6)),
        ("emad emim width 50000", None),
        ("mdav on 3 variables, best of all subsets", None),
    ],
)
def test_subsets_are_read_from_names(method, subset):
    assert subset_of(row(method)) == subset


def test_summaries_over_all_subsets():
    rows = [row(f"mdav on 2 variables, {which} all subsets") for which in ("best of", "worst of")]
    rows += [row("mdav on 2 variables, mean over all subsets"), row("mdav on variables 1 2")]
    bench = Bench()
    best, worst, mean, named = (exhaustive(bench, rows)[each.key] for each in rows)
    assert best < mean < worst
    assert best <= named <= worst
    assert named == subset_loss(bench, "normal-200x4", (0, 1))


def test_four_variables_are_tried_as_three():
    rows = [row("mdav on 4 variables, best of all subsets")]
    bench = Bench()
    ours = exhaustive(bench, rows)
    assert ours[rows[0].key] == subset_loss(bench, "normal-200x4", (0, 1, 2, 3))
    assert by_three_alone(bench, rows[0]) == subset_loss(bench, "normal-200x4", (0, 1, 2))
    assert by_three_alone(bench, row("emad emim width 1, best candidate")) is None


def test_selection():
    setting = "emad emim width 1"
    rows = [
        row(f"{setting} variables 3 1", "binary-sibling-5000"),
        row(f"{setting} variables 1 2", "binary-sibling-5000"),
        row(setting, "binary-sibling-5000", "candidates"),
        row(setting, "binary-sibling-5000", "listed subsets proposed"),
        row(f"{setting}, best candidate", "binary-sibling-5000"),
    ]
    ours = selection(2)(Bench(), rows)
    values = [ours[each.key] for each in rows]
    assert values[2:4] == [1, 1]  # the hubs 1 and 3; of the two listed, one is proposed
    assert values[4] == values[0]
