"""The tables in the order in which they are measured and shown."""

from __future__ import annotations

from benchmarks.sections import (
    auto,
    cells,
    command,
    diversity,
    efforts,
    growth,
    hurting,
    kernels,
    measures,
    mixed,
    streaming,
    units,
    univariate,
)
from benchmarks.tables import Section

SECTIONS: dict[str, Section] = {
    module.SECTION.name: module.SECTION
    for module in (
        command, kernels, univariate, auto, streaming, mixed, growth, hurting, cells, efforts,
        diversity, units, measures,
    )
}  # fmt: skip

ONLY_IN_FULL = frozenset({"measures"})
"""Tables that nobody waits for unless asked."""
