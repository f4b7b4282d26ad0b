"""Records that are grouped: all, some, or one for each unit."""

import numpy as np

from covey.pipeline.records import Records

ALL = Records(
    np.array([[1.0], [3.0], [5.0], [8.0]]),
    units=np.array([4, 2, 4, 2]),
    watched=np.array([[1.0], [2.0], [3.0], [4.0]]),
    confidential=((np.array([9.0, 8.0, 7.0, 6.0]), True),),
)


def test_some_records_have_their_own_entries_and_their_share():
    some = ALL.taken(np.array([1, 3]))
    assert some.X.ravel().tolist() == [3.0, 8.0]
    assert some.units.tolist() == [2, 2]
    assert some.watched.ravel().tolist() == [2.0, 4.0]
    assert some.confidential[0][0].tolist() == [8.0, 6.0]
    assert some.share == 0.5


def test_a_unit_is_the_mean_of_its_records():
    units, whose = ALL.of_units()
    assert whose.tolist() == [0, 1, 0, 1]  # by their first records, whatever their numbers
    assert units.X.ravel().tolist() == [3.0, 5.5]
    assert units.confidential[0][0].tolist() == [9.0, 8.0]
    assert units.units is None
    assert units.share == 1.0
