"""Protecting a file that is larger than the memory it may take, in passes that can be resumed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from covey.core.digest import digest_of_code, digest_of_text
from covey.core.errors import RequestError
from covey.core.measure import Measure
from covey.core.plan import Plan
from covey.core.progress import Stages, part, unwatched
from covey.core.request import Request
from covey.core.wording import amount
from covey.engines import in_threads
from covey.engines.spill import Spill
from covey.measuring import Tally, Whole, combine, tallies_of
from covey.pipeline import encoded, measures_for
from covey.reading.opening import changed, check_unchanged, digest, ends
from covey.releasing import preflight
from covey.releasing.atomic import LateInterrupt
from covey.releasing.refusals import refusal
from covey.streaming.blocks import Work, masked_path, protect_block
from covey.streaming.budget import Budget, bytes_at_once
from covey.streaming.failures import keeping_temporaries, reading_input
from covey.streaming.opening import open_source
from covey.streaming.planning import (
    announce,
    check_streamed_model,
    noting_blocks,
    plan_streamed,
    refuse_what_needs_one_block,
    refuse_what_needs_the_whole,
)
from covey.streaming.publish import Outcome, publish
from covey.streaming.release import StreamedRelease
from covey.streaming.returning import give_back
from covey.streaming.scatter import block_path, scatter, spilled_columns
from covey.streaming.sources import Source
from covey.streaming.stopping import stopping_at_once
from covey.streaming.survey import Survey, survey

_PLENTY = 2 * 10**9
"""Bytes, where the number of blocks is given instead."""


def protect_file(
    path: Path,
    output: Path,
    request: Request,
    stages: Stages = unwatched,
    *,
    n_blocks: int | None = None,
) -> StreamedRelease:
    """Protect a file block by block and write the release.

    Parameters
    ----------
    path : Path
        A delimited or Parquet file. Never changed.
    output : Path
        Where the release goes, with its manifest beside it.
    request : Request
        What to do; ``memory`` is what the whole process may take.
    stages : callable
        Told of stages and progress.
    n_blocks : int, optional
        How many blocks to cut, whatever the memory.

    Notes
    -----
    1. Every record is read for counts, means, ranges and a sample, which is cut into blocks.
    2. Every record is written to the temporary file of its block.
    3. Each block is grouped, aggregated, checked and measured in memory.
    4. Masked values return to their records, which are sorted by what is released of them, and
       what was written is counted again.

    The temporary files lie beside the output, in a folder that only its owner can read. A run
    that is killed leaves it, and the next run with the same input and request goes on after the
    last pass or block that was finished, with the same result. The same input is one with the same
    SHA-256; it is computed again after each pass over the input, and before the release is shown.
    """
    ends(path, 1)  # says so if there is no such file
    preflight(output, None, force=request.force, inputs=[path])
    at_once = bytes_at_once(path, request)
    refuse_what_needs_the_whole(request, at_once)
    if n_blocks is not None and n_blocks < 1:
        raise RequestError(f"'n_blocks' must be at least 1. Got {n_blocks}.")
    identity, sha256 = _identity(path), digest(path)
    key = _key(path, sha256, request, n_blocks)
    release = None
    try:
        with (
            stopping_at_once(),
            Spill(output, key) as spill,
            spill,
            keeping_temporaries(spill, output),
        ):
            source = open_source(path, sha256, request, spill, stages)
            outcome, budget = _protect(source, request, n_blocks, at_once, spill, stages)
            release = publish(
                source,
                outcome,
                spill,
                output,
                budget=budget,
                force=request.force,
                check=lambda: _check_same(path, identity, sha256),
                stages=stages,
            )
    except KeyboardInterrupt:
        if release is not None:
            raise LateInterrupt from None  # it came when only temporary files were left to remove
        raise
    except OSError as error:
        raise refusal(error.errno, output) from error
    return release


def _protect(
    source: Source,
    request: Request,
    n_blocks: int | None,
    at_once: int | None,
    spill: Spill,
    stages: Stages,
) -> tuple[Outcome, Budget]:
    """Make every pass but the last."""
    plan = plan_streamed(source, request)
    check_streamed_model(source, plan, request.model)
    spilled = spilled_columns(plan, request.model)
    budget = _budget(source, len(spilled), plan, request, at_once)
    most = max(1, source.n_records // (2 * plan.k))
    n_blocks = budget.n_blocks() if n_blocks is None else min(n_blocks, most)
    refuse_what_needs_one_block(plan, n_blocks, at_once)
    measures = measures_for(plan, request)
    found, plan = _surveyed(source, plan, n_blocks, spill, stages)
    sizes = _scattered(source, plan, found, spilled, spill, budget, stages)
    units = join_small(sizes, plan.k)
    unit_sizes = [sum(sizes[block] for block in unit) for unit in units]
    plan = noting_blocks(plan, unit_sizes, amount(budget.memory))
    announce(plan, unit_sizes)
    moments = found.profile.moments(plan.roles.quasi)
    tallies = _tallied(source, plan, measures, spill)
    whole = Whole(plan.roles.quasi, moments, tallies, request.model)
    resources, group_rows = in_threads(request.workers), budget.rows_read(len(units))
    work = Work(plan, whole, measures, source.origin, spilled, resources, group_rows)
    facts = _protected(units, unit_sizes, work, spill, stages)
    scores = combine([fact["summary"] for fact in facts], whole, measures)
    levelled, n_groups = _levelled(facts, found, plan), sum(fact["n_groups"] for fact in facts)
    plan = plan.levelling(levelled, n_groups=n_groups, losses=scores.details.get("IL", {}))
    return Outcome(plan, scores, facts), budget


def _levelled(facts: list[dict[str, Any]], found: Survey, plan: Plan) -> list[str]:
    """Return the columns that vary in the input and have one value in all masked blocks."""
    lows = np.min([fact["lows"] for fact in facts], axis=0)
    highs = np.max([fact["highs"] for fact in facts], axis=0)
    is_levelled = (lows == highs) & ~found.profile.moments(plan.roles.quasi).is_constant
    return [name for name, is_so in zip(plan.roles.quasi, is_levelled, strict=True) if is_so]


def join_small(sizes: Sequence[int], k: int) -> list[list[int]]:
    """Return which blocks are grouped together: neighbours, until there is room for two groups.

    Examples
    --------
    >>> join_small([10, 3, 9, 2], k=3)
    [[0], [1, 2, 3]]
    """
    units: list[list[int]] = []
    waiting: list[int] = []
    for block, size in enumerate(sizes):
        if size:
            waiting.append(block)
        if sum(sizes[one] for one in waiting) >= 2 * k:
            units.append(waiting)
            waiting = []
    if waiting:
        units = [*units[:-1], [*(units[-1] if units else []), *waiting]]
    return units


def _surveyed(
    source: Source, plan: Plan, n_blocks: int, spill: Spill, stages: Stages
) -> tuple[Survey, Plan]:
    kept = spill.noted("survey")
    if kept is not None:
        found = Survey.from_dict(kept)
        return found, encoded(plan, found.profile)
    found, plan = survey(source, plan, n_blocks, stages("Looking at every record"))
    spill.note("survey", found.to_dict())
    give_back()
    return found, plan


def _tallied(
    source: Source, plan: Plan, measures: Sequence[Measure], spill: Spill
) -> tuple[Tally, ...]:
    """Count the values of the confidential columns, which some measures compare groups with."""
    if not any(measure.needs == "confidential" for measure in measures):
        return ()
    kept = spill.noted("confidential")
    if kept is not None:
        return tuple(Tally.from_dict(tally) for tally in kept)
    tallies = tallies_of(source, plan.roles.confidential, plan.seed)
    spill.note("confidential", [tally.to_dict() for tally in tallies])
    give_back()
    return tallies


def _scattered(
    source: Source,
    plan: Plan,
    found: Survey,
    spilled: Sequence[str],
    spill: Spill,
    budget: Budget,
    stages: Stages,
) -> list[int]:
    kept = spill.noted("blocks")
    if kept is not None:
        return [int(size) for size in kept]
    progress = stages("Sorting into blocks")
    sizes = scatter(source, plan, found, spilled, spill, budget.buffer, progress)
    files = tuple(block_path(spill, block) for block, size in enumerate(sizes) if size)
    spill.note("blocks", sizes, files=files)
    return sizes


def _protected(
    units: list[list[int]], sizes: list[int], work: Work, spill: Spill, stages: Stages
) -> list[dict[str, Any]]:
    """Protect block after block; a block that an earlier run finished is passed over."""
    progress = stages("Grouping records, block by block")
    facts: list[dict[str, Any]] = []
    done, total = 0, sum(sizes)
    for number, (blocks, size) in enumerate(zip(units, sizes, strict=True)):
        sorted_in = tuple(block_path(spill, block) for block in blocks)
        fact = spill.noted(f"unit-{number:05d}")
        if fact is None:
            share = part(progress, done / total, (done + size) / total)
            fact = protect_block(number, blocks, work, spill, share)
            files = (masked_path(spill, number),)
            spill.note(f"unit-{number:05d}", fact, files=files, instead_of=sorted_in)
            give_back()
        for path in sorted_in:
            path.unlink(missing_ok=True)
        facts.append(fact)
        done += size
        progress(done / total)
    return facts


def _budget(
    source: Source, n_spilled: int, plan: Plan, request: Request, at_once: int | None
) -> Budget:
    return Budget(
        memory=request.memory or _PLENTY,
        n_records=source.n_records,
        n_quasi=len(plan.roles.quasi),
        n_confidential=n_spilled - len(plan.roles.quasi),
        k=plan.k,
        at_once=at_once,
    )


def _identity(path: Path) -> list[int]:
    found = path.stat()
    return [found.st_size, found.st_mtime_ns, found.st_ino]


def _check_same(path: Path, identity: list[int], sha256: str) -> None:
    with reading_input(path):
        found = _identity(path)
    if found != identity:
        raise changed(path)
    check_unchanged(path, sha256)


def _key(path: Path, sha256: str, request: Request, n_blocks: int | None) -> str:
    """Return what stands for the work: other data, another request or program, another key."""
    asked = request.model_dump_json(exclude={"input", "output", "force", "workers"})
    return digest_of_text([str(path.resolve()), sha256, asked, str(n_blocks), digest_of_code()])
