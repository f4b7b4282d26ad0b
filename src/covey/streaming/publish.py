"""From masked blocks to files: write, check the bytes, and only then show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from covey.core.formulas import Formulas
from covey.core.plan import Plan
from covey.core.progress import Stages
from covey.core.scores import Scores
from covey.core.table import Dialect
from covey.engines.spill import Spill
from covey.releasing.atomic import Staging
from covey.releasing.manifest import Findings, Written, describe, manifest_path, manifest_text
from covey.releasing.target import Scratch, write_masked
from covey.releasing.texts import stage_text
from covey.streaming.blocks import masked_path
from covey.streaming.budget import Budget
from covey.streaming.failures import reading_temporary
from covey.streaming.merge import MaskedSource
from covey.streaming.release import StreamedRelease
from covey.streaming.sources import Source

_GATHERED = 0.6
"""Share of the time that writing takes until all rows wait in sorted runs."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was done to all blocks, and what came of it."""

    plan: Plan
    scores: Scores
    facts: Sequence[dict[str, Any]]
    """Of each block: numbers of records and groups, smallest and largest group."""


def publish(
    source: Source,
    outcome: Outcome,
    spill: Spill,
    output: Path,
    *,
    budget: Budget,
    force: bool,
    check: Callable[[], None],
    stages: Stages,
) -> StreamedRelease:
    """Write the release and its manifest, whole or not at all.

    Parameters
    ----------
    source : Source
        The input.
    outcome : Outcome
        Plan, scores and the facts about the blocks.
    spill : Spill
        Where masked blocks lie.
    output : Path
        Where the release goes.
    budget : Budget
        How much memory counting may take.
    force : bool
        Replace files that exist.
    check : callable
        Raises if the release must not be shown after all; called last.
    stages : callable
        Told of stages and progress.
    """
    written = _kept(spill)
    if written is None:
        written = _write(source, outcome, spill, output, budget, stages)
    plan = outcome.plan.finding(Formulas.from_dict(spill.noted("formulas")))
    findings = _findings(source, outcome, written)
    manifest = describe(findings, plan, outcome.scores, written)
    with Staging(force=force, noting=spill.answer_for) as files, files:  # twice: see Staging
        spill.path(_release(output)).replace(files.stage(output))
        stage_text(files, manifest_path(output), manifest_text(manifest))
        check()
        files.commit()
    return StreamedRelease(output, plan, outcome.scores, manifest)


def _release(output: Path) -> str:
    return f"release{output.suffix.lower()}"


def _kept(spill: Spill) -> Written | None:
    """Return what an earlier run wrote and checked, if it did."""
    found = spill.noted("written")
    if found is None:
        return None
    dialect = None if found["dialect"] is None else Dialect(**found["dialect"])
    return Written(**{**found, "dialect": dialect})


def _write(
    source: Source,
    outcome: Outcome,
    spill: Spill,
    output: Path,
    budget: Budget,
    stages: Stages,
) -> Written:
    """Write the release where nobody sees it, and trust only what the bytes on the disk show."""
    file = spill.create(_release(output))
    files = [masked_path(spill, unit) for unit in range(len(outcome.facts))]
    masked = MaskedSource(source, outcome.plan, files)
    scratch = Scratch(spill.create, budget.buffer)
    with reading_temporary(spill.folder):
        written, formulas = write_masked(
            masked, outcome.plan, file, output, scratch=scratch, stages=stages
        )
    spill.note("formulas", formulas.to_dict())
    note = {**written.to_dict(), "smallest_class": written.smallest_class}
    spill.note("written", note, files=(file,))
    return written


def _findings(source: Source, outcome: Outcome, written: Written) -> Findings:
    facts = outcome.facts
    sizes = [fact["n_records"] for fact in facts]
    return Findings(
        origin=source.origin,
        n_columns=len(source.names),
        n_records=source.n_records,
        n_groups=sum(fact["n_groups"] for fact in facts),
        smallest=min(fact["smallest"] for fact in facts),
        largest=max(fact["largest"] for fact in facts),
        smallest_class=written.smallest_class,
        facts={
            "streamed": {
                "n_blocks": len(facts),
                "block_size": {"min": min(sizes), "max": max(sizes)},
            }
        },
    )
