"""The groups that a reader of the release would see."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.masking import Masking
from covey.releasing.guarantee import class_sizes


def group_sizes(release: Masking) -> NDArray[np.int64]:
    """Return the sizes of the groups; where a method forms none of whole records, of the classes.

    Classes of equal records are then what an intruder sees, and the smallest may be one record.
    """
    if (joint := release.partition.joint) is not None:
        return joint.sizes.astype(np.int64)
    quasi = [release.masked.frame.get_column(name) for name in release.plan.roles.quasi]
    return class_sizes([column.to_polars() for column in quasi]).to_numpy().astype(np.int64)
