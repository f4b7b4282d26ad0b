"""The second phase of DBA-2, on any partition: dissolve groups, then split those too large."""

from __future__ import annotations

from covey.core.arrays import Labels, Matrix
from covey.core.refiner import Terms, refiner
from covey.kernels.dissolve import second_phase


@refiner(
    "dba2",
    summary="Dissolves groups where the loss falls and splits those of 2k or more.",
    reference=(
        "J.-L. Lin, T.-H. Wen, J.-C. Hsieh and P.-C. Chang (2010), Density-based microaggregation "
        "for statistical disclosure control, Expert Systems with Applications 37(4), 3256-3263"
    ),
)
def dissolve(X: Matrix, labels: Labels, terms: Terms) -> Labels:
    """Dissolve groups in reverse order of creation, then split by MDAV-1."""
    for share in second_phase(X, labels, terms.k, units=terms.units):
        terms.progress(share)
    return labels
