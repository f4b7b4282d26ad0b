"""How masking moved the categories of a variable: counts that add up over blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from covey.core.encoding import Encoding
from covey.core.table import Table


@dataclass(frozen=True, slots=True)
class Recoding:
    """How often each category occurs before and after, and how many records have another one."""

    before: Mapping[str, int]  # records of each category, gaps not among them
    after: Mapping[str, int]
    gaps_before: int
    gaps_after: int
    n_both: int  # records with a value before and after
    changed: int  # those of them whose values differ

    @classmethod
    def of(cls, before: Sequence[str | None], after: Sequence[str | None]) -> Self:
        """Return how the categories of some records were moved; None is a gap."""
        both = zip(before, after, strict=True)
        pairs = [(old, new) for old, new in both if old is not None and new is not None]
        return cls(
            _counts(before),
            _counts(after),
            gaps_before=sum(value is None for value in before),
            gaps_after=sum(value is None for value in after),
            n_both=len(pairs),
            changed=sum(old != new for old, new in pairs),
        )

    def __add__(self, other: Recoding) -> Recoding:
        """Return how the categories of the records of two blocks were moved."""
        return Recoding(
            _joined(self.before, other.before),
            _joined(self.after, other.after),
            self.gaps_before + other.gaps_before,
            self.gaps_after + other.gaps_after,
            self.n_both + other.n_both,
            self.changed + other.changed,
        )

    @property
    def is_levelled(self) -> bool:
        """Whether all values that are released are one, unlike in the original."""
        return len(self.before) > 1 and len(self.after) == 1

    @property
    def share_changed(self) -> float:
        """Percentage of changed values, of the records that have one before and after.

        Examples
        --------
        >>> Recoding.of(["a", "a", "b", "b", None], ["a", "a", "a", "b", "b"]).share_changed
        25.0
        """
        return 100 * self.changed / self.n_both if self.n_both else 0.0


def _counts(values: Iterable[str | None]) -> dict[str, int]:
    counts = Counter(value for value in values if value is not None)
    return {name: counts[name] for name in sorted(counts)}


def _joined(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    names = sorted(one.keys() | other.keys())
    return {name: one.get(name, 0) + other.get(name, 0) for name in names}


def recodings_in(encoding: Encoding, original: Table, masked: Table) -> dict[str, dict[str, Any]]:
    """Return the recoding of each variable of a block that is no number, as JSON holds it.

    Codes that stand for a missing value must be gaps in both tables.
    """
    return {
        name: asdict(Recoding.of(*(table.listed_categories(name) for table in (original, masked))))
        for name in encoding.categorical.names
    }


def recodings_of(blocks: Sequence[Mapping[str, Any]]) -> dict[str, Recoding]:
    """Return the recoding of each variable in all blocks."""
    found: dict[str, Recoding] = {}
    for block in blocks:
        for name, told in block["recoded"].items():
            part = Recoding(**told)
            found[name] = found[name] + part if name in found else part
    return found
