"""The groups that a reader of the release would see."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.masking import Masking
from covey.releasing.guarantee import class_sizes, smallest_class


def group_sizes(release: Masking) -> NDArray[np.int64]:
    """Return the sizes of the groups; where a method forms none of whole records, of the classes.

    Classes of equal records are then what an intruder sees, and the smallest may be one record.
    """
    if (joint := release.groups.joint) is not None:
        return joint.sizes.astype(np.int64)
    _, masked = release.tables
    quasi = [masked.frame.get_column(name) for name in release.plan.roles.quasi]
    return class_sizes([column.to_polars() for column in quasi]).to_numpy().astype(np.int64)


def smallest_of(release: Masking) -> int:
    """Return the size of the smallest class of equal records; of groups where no table is at hand.

    Classes are at least as large as the groups that they are made of.
    """
    if release.partition is None:
        return min(int(block["smallest"]) for block in release.blocks)
    return smallest_class(release.tables[1].frame, release.plan.roles.quasi)
