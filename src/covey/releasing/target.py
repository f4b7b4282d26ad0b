"""The table of a release as a file: written where nobody sees it, then counted from its bytes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from covey.core.errors import GuaranteeError
from covey.core.formulas import Formulas
from covey.core.plan import Plan
from covey.core.progress import Progress, Stages, part
from covey.core.source import Source
from covey.core.store import Scratch
from covey.core.table import Table
from covey.releasing.batches import BatchWriter
from covey.releasing.formats import DELIMITED, dialect_of, format_of, names_in_file, roles_in_file
from covey.releasing.guarantee import check_columns, check_size
from covey.releasing.manifest import Written
from covey.releasing.ordering import SortedRuns
from covey.releasing.published import counted_columns
from covey.releasing.recount import UnreadableError, recount, sha256_of

_ROWS = 65_536  # records that are written at a time

_COPIES = 6  # of the rows of a run that are in memory while it is sorted: keys, pieces, order

_GATHERED = 0.6  # share of the time that writing takes until all rows wait to be sorted


def write_masked(
    masked: Source,
    plan: Plan,
    temporary: Path,
    target: Path,
    *,
    scratch: Scratch,
    stages: Stages,
) -> tuple[Written, Formulas]:
    """Write a masked table, and trust only what the bytes on the disk show.

    The temporary is overwritten; the target decides the format by its suffix, and stands in error
    messages. Return what the file is, and what a spreadsheet would run in it.
    """
    check_columns(masked.names, plan.roles)
    treatment = plan.formulas.treatment
    progress = stages("Writing the release")
    with BatchWriter(temporary, target, masked.as_text, treatment) as writer:
        if plan.order == "kept":
            _write(masked.batches(), writer, masked.n_records, progress)
        else:
            runs = SortedRuns(plan.roles.quasi, scratch.create, n_bytes=scratch.n_bytes // _COPIES)
            _write(masked.batches(), runs, masked.n_records, part(progress, 0.0, _GATHERED))
            scratch.settle()
            _write(runs.drain(_ROWS), writer, masked.n_records, part(progress, _GATHERED, 1.0))
    scratch.settle()
    progress = stages("Counting equal records in the file")
    written = _examined(masked, plan, temporary, target, scratch.n_bytes, progress)
    return written, writer.formulas


def _write(
    batches: Iterable[Table], writer: BatchWriter | SortedRuns, n_records: int, progress: Progress
) -> None:
    done = 0
    for batch in batches:
        writer.write(batch)
        done += batch.n_records
        progress(done / n_records)


def _examined(
    masked: Source, plan: Plan, temporary: Path, target: Path, memory: int, progress: Progress
) -> Written:
    """Return what a file is if it holds the masked records and keeps the promise."""
    file_format, dialect = format_of(target), dialect_of(masked, target)
    shown = plan.formulas.treatment if file_format in DELIMITED else "keep"
    roles = roles_in_file(plan.roles, shown)
    counted = counted_columns(roles, names_in_file(masked.names, shown))
    count = partial(recount, temporary, file_format, dialect, k=plan.k, memory=memory)
    try:
        found = count(roles.quasi, progress=part(progress, 0.0, 0.5))
        published = found
        if counted != roles.quasi:
            published = count(counted, progress=part(progress, 0.5, 1.0))
        separate = [count(names_in_file(names, shown)) for names in plan.separate]
    except UnreadableError as error:
        raise _defect(f"it {error}") from None
    if found.columns != names_in_file(masked.names, shown) or found.n_records != masked.n_records:
        raise _defect("its columns or records are not those of the masked table")
    for one in [found] if plan.is_k_anonymous else separate:
        check_size(one.smallest_class, plan.k)
    return Written(
        name=target.name,
        sha256=sha256_of(temporary),
        format=file_format,
        dialect=dialect,
        smallest_class=found.smallest_class,
        order=plan.order,
        below_k=published.below_k,
        unique=published.unique,
        separate=tuple(one.smallest_class for one in separate),
    )


def _defect(reason: str) -> GuaranteeError:
    return GuaranteeError(
        f"The file does not read back as it was written: {reason}. "
        "Nothing was released; please report it as a defect."
    )
