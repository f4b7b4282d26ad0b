"""What a release protects, in sentences that are made from what was counted.

Terminal, reports, notebook and `verify` say the same, because they say it with this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from covey.core.wording import counted, listed, named

_RECORD, _UNIT = "record", "unit"
_BESIDE = {"strata": "strata", "weight": "weight", "other": "other columns"}


@dataclass(frozen=True, slots=True)
class Protection:
    """What was counted of a release, over which columns, and how many records stand out."""

    k: int
    n_records: int
    n_quasi: int
    holds: bool  # every class on the quasi-identifiers has k records, and k units if there are any
    counted: Literal["records", "units"]
    beside: tuple[str, ...]  # roles of the columns that were counted beside the masked ones
    below_k: int  # records in smaller classes on all of these columns
    unique: int  # records alone in theirs
    columns: tuple[str, ...]  # that make them so
    has_confidential: bool
    unit: str = _UNIT  # what readers call a unit
    n_sets: int = 0  # separate sets of variables, on each of which the promise is made instead

    @classmethod
    def of(cls, manifest: Mapping[str, Any], *, unit: str = _UNIT) -> Self:
        """Return what a manifest says; of an older one without such a count, what is known."""
        evidence, roles = manifest["k_anonymous"], manifest["roles"]
        published = manifest["published"]
        return cls(
            k=manifest["k"],
            n_records=manifest["n_records"],
            n_quasi=len(evidence["quasi_identifiers"]),
            holds=evidence["holds"],
            counted=published["counted"],
            beside=tuple(role for role in published["roles"] if role in _BESIDE),
            below_k=published["below_k"],
            unique=published["unique"],
            columns=tuple(published["columns"]),
            has_confidential=bool(roles["confidential"]),
            unit=unit,
            n_sets=len(evidence.get("separate", ())),
        )

    @property
    def is_complete(self) -> bool:
        """Whether no record stands out, neither by the masked columns nor by all that is published.

        Only then may anything call the release safe.
        """
        return self.holds and self.below_k == 0

    @property
    def over(self) -> str:
        """The columns that were counted together."""
        words = [
            counted(self.n_quasi, "quasi-identifier"),
            *(_BESIDE[role] for role in self.beside),
        ]
        return listed(words)

    @property
    def noun(self) -> str:
        """What was counted, one of them."""
        return self.unit if self.counted == "units" else _RECORD

    @property
    def others(self) -> str:
        """How many others agree with a record at least, where the promise holds."""
        return self._of(f"at least {counted(self.k - 1, f'other {self.noun}')}")

    @property
    def fewer_others(self) -> str:
        """How many others agree with a record that stands out."""
        if self.k == 2:
            return self._of(f"no other {self.noun}")
        return self._of(f"fewer than {counted(self.k - 1, f'other {self.noun}')}")

    def _of(self, others: str) -> str:
        return f"records of {others}" if self.counted == "units" else others

    @property
    def published_values(self) -> str:
        """The values that were counted over, as a reader of the file sees them."""
        return (
            "published values, confidential ones aside,"
            if self.has_confidential
            else ("published values")
        )

    @property
    def everything(self) -> str:
        """What was found on everything published, in one sentence that names no column."""
        if self.below_k == 0:
            return f"Every record shares all its {self.published_values} with {self.others}."
        are_all, many = self.below_k == self.n_records, self.below_k != 1
        which = counted(self.n_records, _RECORD)
        which = f"All {which}" if are_all else f"{self.below_k:,} of the {which}"
        if self.unique == self.below_k:
            values = f"{'their' if many else 'its'} {self.published_values}".rstrip(",")
            return f"{which} {'differ' if many else 'differs'} from every other record in {values}."
        alone = f"; {self.unique:,} of them with none" if self.unique else ""
        return f"{which} share all their {self.published_values} with {self.fewer_others}{alone}."

    @property
    def masked(self) -> str:
        """What holds on the quasi-identifiers, in one sentence."""
        if not self.holds and self.n_sets:
            return (
                f"In each of {self.n_sets} separate sets of variables every record shares its "
                f"values with {self.others}; whole records are not k-anonymous."
            )
        if not self.holds:
            return "Records need not share all their quasi-identifiers with others."
        value = "value" if self.n_quasi == 1 else "values"
        return (
            f"Every record shares its {value} of {counted(self.n_quasi, 'variable')} with "
            f"{self.others}."
        )

    @property
    def kept(self) -> str:
        """Whether k was kept, and on what, as the end of a line."""
        if self.holds:
            return "kept"
        if self.n_sets:
            return f"kept in each of {self.n_sets} separate sets; whole records are NOT k-anonymous"
        return "NOT kept: records need have no twins"

    @property
    def lead(self) -> str:
        """What holds on everything published, in one sentence that names no column."""
        return self.masked if self.is_complete and not self.beside else self.everything

    @property
    def counting(self) -> str:
        """What `below_k` is a number of, and over which columns."""
        aside = ", all that is published"
        if self.has_confidential:
            aside += " but confidential columns"
        return f"records in classes of fewer than {self.k} {self.counted}, by {self.over}{aside}"

    @property
    def warning(self) -> str:
        """Who stands out among everything that is published and by which columns; mostly nobody."""
        if self.below_k == 0:
            return ""
        cause = f" It is because of {named(self.columns)}." if self.columns else ""
        return f"{self.everything}{cause}"
