"""Methods that split records into groups of at least k: one file and one card each."""

from covey.core.registry import Algorithm
from covey.partitioning.cvmdav import cvmdav
from covey.partitioning.iamat import iamat
from covey.partitioning.md import md
from covey.partitioning.mdav import mdav
from covey.partitioning.mdav1 import mdav1
from covey.partitioning.mdav_centroid import mdav_centroid
from covey.partitioning.mdav_generic import mdav_generic
from covey.partitioning.vmdav import vmdav

ALGORITHMS: dict[str, Algorithm] = {
    method.name: method
    for method in (
        mdav,
        mdav_generic,
        mdav1,
        mdav_centroid,
        md,
        vmdav,
        cvmdav,
        iamat,
    )
}

__all__ = [
    "ALGORITHMS",
    "cvmdav",
    "iamat",
    "md",
    "mdav",
    "mdav1",
    "mdav_centroid",
    "mdav_generic",
    "vmdav",
]
