"""Methods that split records into groups of at least k: one file and one card each."""

from covey.core.method import Algorithm
from covey.core.partition import ColumnPartitions, Partition
from covey.core.registry import Registry
from covey.partitioning.axis import axis
from covey.partitioning.blocks import blocks
from covey.partitioning.cvmdav import cvmdav
from covey.partitioning.dba1 import dba1
from covey.partitioning.dba2 import dba2
from covey.partitioning.hm_pfsom import hm_pfsom
from covey.partitioning.iamat import iamat
from covey.partitioning.individual_ranking import individual_ranking
from covey.partitioning.md import md
from covey.partitioning.mdav import mdav
from covey.partitioning.mdav1 import mdav1
from covey.partitioning.mdav2 import mdav2
from covey.partitioning.mdav_centroid import mdav_centroid
from covey.partitioning.mdav_generic import mdav_generic
from covey.partitioning.optimal_1d import optimal_1d
from covey.partitioning.vmdav import vmdav

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

__all__ = [
    "ALGORITHMS",
    "COLUMNWISE",
    "axis",
    "blocks",
    "cvmdav",
    "dba1",
    "dba2",
    "hm_pfsom",
    "iamat",
    "individual_ranking",
    "md",
    "mdav",
    "mdav1",
    "mdav2",
    "mdav_centroid",
    "mdav_generic",
    "optimal_1d",
    "vmdav",
]
