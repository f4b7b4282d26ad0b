"""Methods that split records into groups of at least k: one file and one card each."""

from covey.core.method import Algorithm
from covey.core.partition import ColumnPartitions, Partition
from covey.core.registry import Registry
from covey.partitioning.axis import axis, individual_ranking, optimal_1d
from covey.partitioning.blocks import blocks
from covey.partitioning.dba import dba1, dba2
from covey.partitioning.hm_pfsom import hm_pfsom
from covey.partitioning.iamat import iamat
from covey.partitioning.md import md
from covey.partitioning.mdav import mdav, mdav1, mdav2, mdav_centroid, mdav_generic
from covey.partitioning.vmdav import cvmdav, vmdav

ALGORITHMS: Registry[Algorithm[Partition]] = Registry(
    "method",
    [
        mdav,
        mdav_generic,
        mdav1,
        mdav2,
        mdav_centroid,
        md,
        vmdav,
        cvmdav,
        iamat,
        dba1,
        dba2,
        hm_pfsom,
        optimal_1d,
        axis,
        blocks,
    ],
)
"""Methods that give one partition of the records."""

COLUMNWISE: Registry[Algorithm[ColumnPartitions]] = Registry("method", [individual_ranking])
"""Methods that give a partition for each variable, and so no k-anonymity of the records."""

__all__ = ["ALGORITHMS", "COLUMNWISE"]
