import numpy as np

from covey.experiments.reproduce.bench import Bench
from covey.experiments.reproduce.paper_001 import linked_in_file_order, options_for
from covey.experiments.reproduce.rows import Printed


def test_vmdav_has_a_gamma_for_each_set():
    assert options_for("eia", "vmdav") == {"gamma": 1.1}
    assert options_for("census", "vmdav") == {"gamma": 0.2}
    assert options_for("census", "mdav") == {}


def test_linkage_in_file_order():
    """Of three twins the first two count, and a record nearer to another group is not linked."""
    X = np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [30.0]])
    labels = np.array([0, 0, 0, 1, 1, 1])  # means 1 and 17

    # 0 and 1 link, 2 comes third; 10 is 7 from the mean 17 and links, so does 11; 30 comes third
    class Given(Bench):
        def scaled(self, *_):
            return X

        def labels(self, *_):
            return labels

    row = Printed("census", "cvmdav", 3, "DLD")
    assert linked_in_file_order(Given(), row) == 100 * 4 / 6
