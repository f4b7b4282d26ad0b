import copy

import pytest

from covey.core.scores import Scores


def test_it_is_a_read_only_mapping_of_floats():
    scores = Scores({"IL": 5, "DLD": 61.99}, {"DLD": "sampled"})
    assert dict(scores) == {"IL": 5.0, "DLD": 61.99}
    assert scores.notes["DLD"] == "sampled"
    with pytest.raises(TypeError):
        scores["IL"] = 1.0
    assert repr(scores) == "Scores(IL=5.0000, DLD=61.9900)"


def test_what_is_known_of_the_tables_stays_with_the_scores():
    scores = Scores({"IL": 5.0}, variables=["a"]).on_tables({"b": "only in the masked table"}, 3)
    for each in (scores, scores.noting("IL", "Sampled."), copy.copy(scores)):
        assert (dict(each.left_out), each.smallest_class) == ({"b": "only in the masked table"}, 3)
        assert each.variables == ("a",)
