"""A table in blocks on a disk, for a run that may not take as much memory as the table does.

1. Every record is read for its profile and a sample, which is cut into blocks.
2. Every record is written to the temporary file of its block.
3. Each block is protected in memory, and its masked values written.
4. Masked values return to their records.

The temporary files lie in a private folder. A run that is killed leaves it, and the next run with
the same input and request goes on after the last pass or block that was finished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pyarrow.parquet as pq
from numpy.typing import NDArray

from covey.core.census import Census
from covey.core.errors import OutputError, RequestError
from covey.core.files import blaming_damage
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.progress import Progress, Stages, part
from covey.core.refusals import damaged_temporary
from covey.core.sampling import Sample
from covey.core.source import KeptSource, Source
from covey.core.spelling import Setting
from covey.core.store import ProtectedBlock, Scratch, Store
from covey.core.table import Table
from covey.engines.blocks import ROW, MaskedSource, leaf_path, numbered, scatter, texts_in
from covey.engines.budget import BASE, Budget, MemoryLimits, give_back
from covey.engines.cut_tree import CutTree, grow
from covey.engines.failures import keeping_temporaries, stopping_at_once
from covey.engines.spill import Spill


class Disk(Store):
    """The store of a table that is cut into blocks.

    ``confirm`` refuses an input that is not the one that was read.
    """

    def __init__(
        self, source: Source, folder: Spill, limits: MemoryLimits, confirm: Callable[[], None]
    ) -> None:
        self.source = source
        self.table, self.groups, self.at_once = None, None, limits.at_once
        self._confirm = confirm
        self.room = max(0, limits.memory - BASE)
        self._folder, self._limits = folder, limits
        self._budget = Budget(limits, source.n_records)
        self._n_blocks, self._is_closed = 1, False
        self._sample: Sample | None = None
        self._columns: tuple[str, ...] = ()
        self._replaced: tuple[str, ...] = ()
        self._strata: tuple[str, ...] = ()
        self._blocks: list[list[int]] = []
        self._sizes: list[int] = []

    def keep(self, is_kept: Callable[[Table], NDArray[np.bool_]], names: Sequence[str]) -> int:
        """Go on with some of the records only; return how many these are."""
        whole = self.source

        def count() -> int:
            return sum(int(is_kept(batch).sum()) for batch in whole.batches(names))

        n_records = int(self.once("kept", count))
        self.source = KeptSource(
            origin=whole.origin,
            kinds={name: whole.kind(name) for name in whole.names},
            n_records=n_records,
            hints=whole.hints,
            as_text=whole.as_text,
            source=whole,
            is_kept=is_kept,
            looked_at=names,
        )
        return n_records

    def count_blocks(self, plan: Plan, columns: Sequence[str]) -> int:
        """Return into how many blocks of these columns the table must be cut."""
        n_others = len(columns) - len(plan.roles.quasi)
        self._budget = Budget(
            self._limits, self.source.n_records, plan.n_coordinates, n_others, plan.k
        )
        most = max(1, self.source.n_records // (2 * plan.k))
        asked = self._limits.n_blocks
        self.scratch = Scratch(self._folder.create, self._budget.buffer, give_back)
        self._n_blocks = self._budget.n_blocks() if asked is None else min(asked, most)
        return self._n_blocks

    def profile(
        self, plan: Plan, names: Sequence[str], look: Callable[[Iterable[Table]], Profile]
    ) -> Profile:
        """Return what a function makes of all batches of some columns, and keep a sample."""

        def make() -> dict[str, Any]:
            return look(self._sampled(plan, names)).to_dict()

        return Profile.from_dict(self.once("profile", make))

    def _sampled(self, plan: Plan, names: Sequence[str]) -> Iterator[Table]:
        self._sample = Sample(self.source.n_records, len(plan.roles.quasi), plan.seed)
        return self._sample.passing(self.source.batches(names))

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """Return what a function makes, or what it made in a run that was killed."""
        kept = self._folder.noted(name)
        if kept is None:
            kept = make()
            self._folder.note(name, kept)
            give_back()
        return kept

    def divide(self, plan: Plan, columns: Sequence[str], stages: Stages) -> list[int]:
        """Write each record to the file of its block; return how many records each block has."""
        self._columns, self._replaced = tuple(columns), plan.replaced
        self._strata = plan.roles.strata
        noted = self._folder.noted("blocks")
        if noted is None:
            noted = self._scattered(plan, stages("Sorting into blocks"))
        self._blocks, self._sizes = noted["blocks"], noted["sizes"]
        return self._sizes

    def _scattered(self, plan: Plan, progress: Progress) -> dict[str, Any]:
        """Write each record to the file of its leaf; return blocks of leaves and their sizes."""
        # Without one, the profile is that of a run that was killed.
        sample = self._sample or Sample.of(
            self.source, (*plan.roles.quasi, *plan.roles.strata), plan.seed
        )
        tree = CutTree(n_blocks=1)
        if self._n_blocks > 1:
            sample = sample.thinned(plan.n_coordinates)
            X = np.concatenate([plan.places(table) for table in sample.tables])
            tree = grow(X, sample.rows, self._n_blocks, is_divided=bool(plan.divisions))
        self._sample = None
        held = scatter(
            self.source, plan, tree, self._columns, self._folder, self._budget.buffer, progress
        )
        leaves = held.by([key[:1] for key in held.counts]).counts
        files = tuple(leaf_path(self._folder, leaf) for (leaf,) in leaves)
        blocks = join_small(held)
        sizes = [sum(leaves[leaf,].n_records for leaf in block) for block in blocks]
        noted = {"blocks": blocks, "sizes": sizes}
        self._folder.note("blocks", noted, files=files)
        return noted

    def map(
        self, function: Callable[[Table, Stages], ProtectedBlock], stages: Stages
    ) -> list[dict[str, Any]]:
        """Call a function on block after block; a block that a killed run finished is passed by."""
        progress = stages("Grouping records, block by block")
        facts: list[dict[str, Any]] = []
        done, total = 0, sum(self._sizes)
        for number, (leaves, size) in enumerate(zip(self._blocks, self._sizes, strict=True)):
            files = tuple(leaf_path(self._folder, leaf) for leaf in leaves)
            fact = self._folder.noted(f"done-{number:05d}")
            if fact is None:
                share = part(progress, done / total, (done + size) / total)
                fact = self._protected(number, files, function, share)
                masked = (self._masked_path(number),)
                self._folder.note(f"done-{number:05d}", fact, files=masked, instead_of=files)
                give_back()
            for path in files:
                path.unlink(missing_ok=True)
            facts.append(fact)
            done += size
            progress(done / total)
        return facts

    def _protected(
        self,
        number: int,
        files: Sequence[Path],
        function: Callable[[Table, Stages], ProtectedBlock],
        progress: Progress,
    ) -> dict[str, Any]:
        rows, tables = self._read(files)
        try:
            block = function(tables.pop(), _stretches(progress))  # which may forget it on the way
        except RequestError as error:
            if len(self._blocks) == 1:
                raise
            raise RequestError(
                f"A block of {len(rows):,} records of the streamed table fails. ",
                *error.args,
                " More ",
                Setting("memory"),
                " makes larger blocks, which may do; or relax the option.",
            ) from None
        self._write(number, rows, block.masked)
        return block.facts

    def _read(self, files: Sequence[Path]) -> tuple[NDArray[np.int64], list[Table]]:
        """Return the numbers of some records, and their table as the only item of a list."""
        parts = []
        for path in files:
            with blaming_damage(damaged_temporary(path)):
                parts.append(pl.read_parquet(path, glob=False))
        frame = parts[0] if len(parts) == 1 else pl.concat(parts).sort(ROW)
        columns = {name: frame.get_column(str(i)) for i, name in enumerate(self._columns)}
        table = Table(
            nw.from_native(pl.DataFrame(columns), eager_only=True),
            self.source.origin,
            verbatim=texts_in(frame, self._strata),
        )
        return frame.get_column(ROW).to_numpy(), [table]

    def _write(self, number: int, rows: NDArray[np.int64], masked: Table) -> None:
        pq.write_table(
            numbered(masked, self._replaced, rows).to_arrow(),
            self._folder.create(self._masked_path(number).name),
            row_group_size=self._budget.rows_read(len(self._blocks)),
            compression="lz4",
            use_dictionary=False,
            write_statistics=False,
        )

    def masked(self, plan: Plan) -> Source:
        """Return the table to release, read anew beside the masked values of all blocks."""
        source, identifiers = self.source, plan.roles.dropped
        return MaskedSource(
            origin=source.origin,
            kinds={
                name: "text" if name in plan.in_words else source.kind(name)
                for name in source.names
                if name not in identifiers
            },
            n_records=source.n_records,
            hints=source.hints,
            as_text=source.as_text,
            source=source,
            replaced=self._replaced,
            only_blanked=plan.blanked_strata,
            files=[self._masked_path(number) for number in range(len(self._blocks))],
        )

    def _masked_path(self, number: int) -> Path:
        return self._folder.path(f"masked-{number:05d}.parquet")

    def confirm(self) -> None:
        """Refuse to publish if the input is not the one that was read."""
        self._confirm()

    def answer_for(self, temporary: Path) -> None:
        """Have a temporary file beside the output removed with the folder."""
        self._folder.answer_for(temporary)

    @contextmanager
    def guarding(self, output: Path | None) -> Iterator[None]:
        """Turn refusals into sentences about the temporary files; Ctrl-C ends the run at once."""
        if self._is_closed:
            raise OutputError(
                "The release was closed, and its temporary files are gone. Protect the file again "
                "to write it."
            )
        with stopping_at_once(), keeping_temporaries(self._folder, output):
            yield

    def close(self) -> None:
        """Remove the folder."""
        self._is_closed = True
        self._folder.close()


def join_small(held: Census) -> list[list[int]]:
    """Return which leaves of the tree form a block, given what each holds of each division.

    A block has at least 2k records, and at least k units of each division that it holds: a leaf
    with fewer joins the nearest leaf that holds the division too. Neighbours fill up what is small.

    Examples
    --------
    >>> held = Census(3)
    >>> for leaf, size in enumerate([10, 3, 9, 2]):
    ...     held.add(np.full((size, 2), [leaf, 0]))
    >>> join_small(held)
    [[0], [1, 2, 3]]
    """
    block_of = {leaf: leaf for leaf in sorted({leaf for leaf, _ in held.counts})}
    while pair := _needing_each_other(block_of, held):
        block_of = {leaf: pair[0] if one == pair[1] else one for leaf, one in block_of.items()}
    members: dict[int, list[int]] = {}
    for leaf, block in block_of.items():
        members.setdefault(block, []).append(leaf)
    sizes = held.by([(block_of[leaf],) for leaf, _ in held.counts]).counts
    blocks: list[list[int]] = []
    waiting: list[int] = []
    n_waiting = 0
    for block in sorted(members):
        waiting, n_waiting = waiting + members[block], n_waiting + sizes[(block,)].n_records
        if n_waiting >= 2 * held.k:
            blocks.append(sorted(waiting))
            waiting, n_waiting = [], 0
    if waiting:
        blocks = [*blocks[:-1], sorted([*(blocks[-1] if blocks else []), *waiting])]
    return blocks


def _needing_each_other(block_of: Mapping[int, int], held: Census) -> tuple[int, int] | None:
    """Return the first block with fewer than k units of a division, and the nearest that has it."""
    counts = held.by([(block_of[leaf], division) for leaf, division in held.counts]).counts
    for (block, division), count in sorted(counts.items(), key=itemgetter(0)):
        others = [one for one, same in counts if same == division and one != block]
        if count.n_units < held.k and others:
            nearest = min(others, key=lambda one: (abs(one - block), one))
            return min(block, nearest), max(block, nearest)
    return None


def _stretches(progress: Progress) -> Stages:
    """Give the stages of a block their stretches of it; good enough for a progress bar."""
    stretches = iter([(0.0, 0.4), (0.4, 0.8)])

    def begin(_stage: str) -> Progress:
        return part(progress, *next(stretches, (0.8, 1.0)))

    return begin
