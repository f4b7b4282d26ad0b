import numpy as np

from covey.measuring import Evidence


def test_what_measures_share_is_made_once():
    made = []

    def size(evidence):
        made.append(evidence)
        return evidence.n_records

    X = np.zeros((3, 2))
    first, second = Evidence(X, X), Evidence(X, X)
    assert [first.once(size), first.once(size), second.once(size)] == [3, 3, 3]
    assert made == [first, second]
