import numpy as np
import pytest

from covey.experiments.reproduce.bench import Bench
from covey.experiments.reproduce.paper_003 import CLASSES, EXAMPLE, GROUPS, TABLES, _group_sizes

WORKED_EXAMPLE = next(table for table in TABLES if table.name == "003-8")


def test_the_example_is_whole():
    assert sorted(index for members in CLASSES.values() for index in members) == list(range(13))
    assert sorted(index for group in GROUPS for index in group) == list(range(13))
    assert EXAMPLE.shape == (13, 2)


def test_the_second_group_agrees_record_for_record():
    rows = {(row.method, row.measure): row for row in WORKED_EXAMPLE.run(Bench())}
    assert rows["hm-pfsom group 2", "records in common"].ours == 4
    assert all(row.ours == row.published for key, row in rows.items() if "salaries" in key[1])


@pytest.mark.parametrize(
    ("classes", "k", "n_groups", "smallest"),
    [([145, 164, 73], 5, 14, 20), ([50, 121, 103, 103], 5, 10, 35), ([115, 207], 10, 11, 20)],
)
def test_numbers_and_sizes_follow_from_the_classes(classes, k, n_groups, smallest):
    """Table 10 of the paper, from the classes of its table 9."""
    sizes = _group_sizes(classes, "hm-pfsom", k)
    assert (len(sizes), min(sizes), sum(sizes)) == (n_groups, smallest, sum(classes))


def test_groups_of_one():
    assert _group_sizes([2, 3], "mdav", 1) == [1] * 5
    assert np.array_equal(_group_sizes([4, 3], "mdav", 3), [3, 4])
