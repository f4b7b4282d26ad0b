import numpy as np

from covey.core.progress import quiet
from covey.experiments.reproduce.paper_003_figures import FIGURE_TABLES, _masked


def test_individual_ranking_masks_each_variable_by_itself():
    Q = np.array([[0.0, 9.0], [1.0, 2.0], [5.0, 8.0], [6.0, 1.0]])
    masked = _masked(Q, "individual-ranking", 2, quiet)
    assert masked.tolist() == [[0.5, 8.5], [0.5, 1.5], [5.5, 8.5], [5.5, 1.5]]


def test_whole_records_are_masked_together():
    Q = np.array([[0.0, 0.0], [1.0, 1.0], [5.0, 5.0], [6.0, 6.0]])
    for method in ("mdav-generic", "axis"):
        assert _masked(Q, method, 2, quiet).tolist() == [[0.5] * 2, [0.5] * 2, [5.5] * 2, [5.5] * 2]


def test_six_figures_without_printed_values():
    assert len(FIGURE_TABLES) == 6
    assert all(row.number is None for table in FIGURE_TABLES for row in table.printed)
