"""Group sizes, and the blocks and classes of methods that form them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from covey.core.facts import GroupSizes
from covey.core.masking import Masking
from covey.releasing.charts import draw_bars, size_classes

_MOST_BLOCKS = 100
_MOST_CLASSES = 40


@dataclass(frozen=True, slots=True)
class BlocksSection:
    """The blocks, a chart of their classes unless these are too many, and how many are beyond."""

    rows: tuple[Mapping[str, Any], ...]
    chart: str
    n_more: int


def sizes_chart(sizes: GroupSizes) -> str:
    """Draw the number of groups by size."""
    return _group_chart(sizes, "sizes-chart", "Number of groups by size", "records")


def units_chart(units: GroupSizes) -> str:
    """Draw the number of groups by the number of units that they have records of."""
    return _group_chart(units, "units-chart", "Number of groups by units", "units")


def _group_chart(sizes: GroupSizes, ident: str, title: str, what: str) -> str:
    names, counts = size_classes(sizes)
    listed = "; ".join(
        f"{count:,} of {name}" for name, count in zip(names, counts, strict=True) if count
    )
    return draw_bars(
        names,
        counts,
        ident=ident,
        title=title,
        axis=f"{what} in the group",
        text=f"Bar chart of the number of groups by the number of their {what}: {listed}.",
    )


def blocks_section(release: Masking) -> BlocksSection | None:
    """List the blocks in which confidential values form classes, if the method made any."""
    blocks = [block for told in _told(release, "class_blocks") for block in told]
    if not blocks:
        return None
    rows = tuple(blocks[:_MOST_BLOCKS])
    return BlocksSection(rows, _classes_chart(rows), len(blocks) - len(rows))


def cuts_sentence(release: Masking) -> str:
    """Say into how many blocks the table was cut before records were grouped; mostly nothing."""
    n_blocks = max(len(release.blocks), *_told(release, "n_blocks"), 1)
    if n_blocks == 1:
        return ""
    return (
        f"The table was first cut into {n_blocks:,} blocks of similar records; no group has "
        "members in two of them."
    )


def _told(release: Masking, name: str) -> list[Any]:
    """Return what methods and refinements told under this name, in all blocks."""
    return [
        told[name] for block in release.blocks for told in block["told"].values() if name in told
    ]


def _classes_chart(blocks: Sequence[Mapping[str, Any]]) -> str:
    classes = [
        (f"{block}.{number}", size)
        for block, facts in enumerate(blocks, 1)
        for number, size in enumerate(facts["classes"], 1)
    ]
    if len(classes) > _MOST_CLASSES:
        return ""
    listed = "; ".join(f"{size:,} in class {name}" for name, size in classes)
    return draw_bars(
        [name for name, _ in classes],
        [size for _, size in classes],
        ident="blocks-chart",
        title="Records by block and class",
        text=f"Bar chart of the number of records in each class of each block: {listed}.",
        axis="block and class",
    )
