"""One block: group, aggregate, check and measure it in memory, as a table of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pyarrow.parquet as pq
from numpy.typing import NDArray

from covey.core.engine import Resources
from covey.core.errors import RequestError
from covey.core.measure import Measure
from covey.core.partition import Partition
from covey.core.plan import Plan
from covey.core.progress import Progress, Stages, part
from covey.core.spelling import Setting
from covey.core.table import Origin, Table
from covey.engines.spill import Spill
from covey.measuring import Evidence, Whole, attributes_of, summarize
from covey.pipeline import group
from covey.releasing import check_k_anonymous
from covey.streaming.failures import reading_temporary
from covey.streaming.returning import give_back
from covey.streaming.scatter import ROW, block_path

_GROUPED, _REFINED = 0.4, 0.8
"""Shares of the time that a block takes; good enough for a progress bar."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is the same for every block."""

    plan: Plan
    whole: Whole
    measures: Sequence[Measure]
    origin: Origin
    spilled: Sequence[str]
    """The columns that a block holds, in the order of their positions there."""
    resources: Resources
    group_rows: int
    """Records that lie together in a masked file, so that little of it is read at a time."""


def masked_path(spill: Spill, unit: int) -> Path:
    """Return where the masked values of a block lie."""
    return spill.path(_masked_name(unit))


def _masked_name(unit: int) -> str:
    return f"masked-{unit:05d}.parquet"


def protect_block(
    unit: int, blocks: Sequence[int], work: Work, spill: Spill, progress: Progress
) -> dict[str, Any]:
    """Protect the records of some neighbouring blocks as one; return the facts about them.

    Parameters
    ----------
    unit : int
        Numbers the masked file.
    blocks : sequence of int
        Which blocks; several where one alone has too few records for two groups.
    work : Work
        Plan, measures, and what is known of the whole table.
    spill : Spill
        Where temporary files lie.
    progress : callable
        Told the share that is done.
    """
    rows, table = _read(blocks, work, spill)
    groups = _grouped(table, work, _watching(progress))
    give_back()
    masked = work.plan.encoded.decode(table, groups)
    check_k_anonymous(masked, work.plan.roles.quasi, work.plan.k)
    _write(rows, masked, spill, _masked_name(unit), work)
    evidence = _evidence(table, masked, work, part(progress, _REFINED, 1.0))
    del table, masked  # the evidence holds what is measured, and measuring takes as much again
    facts = {
        "n_records": len(rows),
        "n_groups": groups.n_groups,
        "smallest": int(groups.sizes.min()),
        "largest": int(groups.sizes.max()),
        "lows": evidence.masked.min(axis=0).tolist(),
        "highs": evidence.masked.max(axis=0).tolist(),
        "summary": summarize(evidence, work.measures),
    }
    progress(1.0)
    return facts


def _read(blocks: Sequence[int], work: Work, spill: Spill) -> tuple[NDArray[np.int64], Table]:
    parts = [_read_block(block_path(spill, block)) for block in blocks]
    frame = parts[0] if len(parts) == 1 else pl.concat(parts).sort(ROW)
    columns = {name: frame.get_column(str(i)) for i, name in enumerate(work.spilled)}
    table = Table(nw.from_native(pl.DataFrame(columns), eager_only=True), work.origin)
    return frame.get_column(ROW).to_numpy(), table


def _read_block(path: Path) -> pl.DataFrame:
    with reading_temporary(path):
        return pl.read_parquet(path, glob=False)


def _grouped(table: Table, work: Work, stages: Stages) -> Partition:
    plan = work.plan
    X = plan.coordinates.encode(table)
    try:
        groups = group(X, table, plan, stages, work.resources)
    except RequestError as error:
        if table.n_records == work.whole.n_records:
            raise
        raise RequestError(
            f"A block of {table.n_records:,} records of the streamed table fails. ",
            *error.args,
            " More ",
            Setting("memory"),
            " makes larger blocks, which may do; or relax the option.",
        ) from None
    if groups.joint is None:
        raise TypeError(f"'{plan.method}' gives no groups of whole records.")
    return groups.joint


def _write(rows: NDArray[np.int64], masked: Table, spill: Spill, name: str, work: Work) -> None:
    columns = {ROW: pl.Series(rows)}
    for i, quasi in enumerate(work.plan.roles.quasi):
        columns[str(i)] = masked.frame.get_column(quasi).to_polars()
    pq.write_table(
        pl.DataFrame(columns).to_arrow(),
        spill.create(name),
        row_group_size=work.group_rows,
        compression="lz4",
        use_dictionary=False,
        write_statistics=False,
    )


def _evidence(table: Table, masked: Table, work: Work, progress: Progress) -> Evidence:
    quasi = work.plan.roles.quasi
    return Evidence(
        table.matrix(quasi),
        masked.matrix(quasi),
        attributes=attributes_of(table, work.plan.roles.confidential),
        tables=None if work.whole.model is None else (table, masked),
        seed=work.plan.seed,
        progress=progress,
        workers=work.resources.workers,
        within=work.whole,
    )


def _watching(progress: Progress) -> Stages:
    """Give the first stage that grouping names its stretch of the block, and the others theirs."""
    stretches = iter([(0.0, _GROUPED)])

    def stages(_stage: str) -> Progress:
        return part(progress, *next(stretches, (_GROUPED, _REFINED)))

    return stages
