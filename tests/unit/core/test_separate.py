import pytest

from covey.core.separate import SeparateSet


@pytest.mark.parametrize(("k", "holds"), [(4, True), (5, True), (6, False)])
def test_what_the_manifest_says(k, holds):
    told = SeparateSet(("a", "b"), 5).to_dict(k)
    assert told == {"quasi_identifiers": ["a", "b"], "smallest_class": 5, "holds": holds}
