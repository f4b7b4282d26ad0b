import pytest

from covey.core.scores import Scores


def test_it_is_a_read_only_mapping_of_floats():
    scores = Scores({"IL": 5, "DLD": 61.99}, {"DLD": "sampled"})
    assert dict(scores) == {"IL": 5.0, "DLD": 61.99}
    assert scores.notes["DLD"] == "sampled"
    with pytest.raises(TypeError):
        scores["IL"] = 1.0
    assert repr(scores) == "Scores(IL=5.0000, DLD=61.9900)"
