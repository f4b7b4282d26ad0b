"""The plan: everything that was decided before the first record moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.bound import Bounding
from covey.core.divisions import Division, labels_of
from covey.core.encoding import Encoding, Treatment
from covey.core.formulas import Formulas
from covey.core.markers import Markers, hidden
from covey.core.request import Order, Rounding
from covey.core.roles import Roles
from covey.core.settings import (
    MissingPolicy,
    Scaling,
    SmallStrata,
    UnitMode,
    VariableKind,
    WeightRelease,
)
from covey.core.subsets import RankedSubsets
from covey.core.table import Table

_RECORDED = 50
"""Candidates that a manifest names: an exhaustive search may have tried a million."""

KEPT_ORDER = (
    "Rows stand in the order of the input. Whoever holds the input, or knows how it was sorted, "
    "can link records by their position: do not publish this file."
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What will be done to a table, in full: the request with every default decided.

    What the settings mean is said in `core.request`.
    """

    k: int
    method: str  # that runs, never ``auto``
    requested_method: str
    options: dict[str, Any]  # a value for each
    roles: Roles
    scaling: Scaling
    treatments: Mapping[str, Treatment] = field(default_factory=dict)  # of quasi-identifiers
    watched_kinds: Mapping[str, VariableKind] = field(default_factory=dict)  # of confidential ones
    refine: str = "none"
    refine_options: dict[str, Any] = field(default_factory=dict)
    effort: float = 1.0
    seed: int = 0
    round: Rounding = "none"
    formulas: Formulas = field(default_factory=Formulas)
    bound: Bounding = "none"
    is_k_anonymous: bool = True  # on whole records; False only where the user asked for it
    order: Order = "sorted"
    is_strict: bool = False  # refuse records that stand out among everything published
    unit_mode: UnitMode = "apart"  # whether a unit's records may lie in different groups
    small_strata: SmallStrata = "error"
    missing: MissingPolicy = "pattern"
    weight_release: WeightRelease = "mean"
    separate: tuple[tuple[str, ...], ...] = ()  # sets of variables that are grouped by themselves
    notes: tuple[str, ...] = field(default=())  # decisions that a reader should know
    selection: RankedSubsets | None = None  # what records are grouped on; None for all
    encoding: Encoding | None = field(default=None, repr=False)  # once records were looked at
    watched: Encoding | None = field(default=None, repr=False)  # confidential, if looked at
    divisions: tuple[Division, ...] = field(default=(), repr=False)  # that no group may cross
    n_merged_strata: int = 0  # strata of fewer than k units that joined others
    blanked_strata: tuple[str, ...] = ()  # columns in which strata that were joined differ
    mixed_gaps: tuple[str, ...] = ()  # variables in which patterns that were joined differ
    expected_blanks: float = 0.0  # percent of all cells that joining patterns blanks, estimated
    n_dropped: int = 0  # records that were left out for a missing value

    @property
    def variables(self) -> tuple[str, ...]:
        """The quasi-identifiers that records are grouped on; all of them are aggregated."""
        return self.roles.quasi if self.selection is None else self.selection.variables

    @property
    def replaced(self) -> tuple[str, ...]:
        """The columns that are released with other values than they had."""
        is_mean = self.weight_release == "mean"
        return self.roles.quasi + (self.roles.weight if is_mean else ()) + self.blanked_strata

    @property
    def in_words(self) -> frozenset[str]:
        """The columns that are released as text whatever they were: nodes of a taxonomy."""
        kept = self.treatments.items()
        return frozenset(name for name, one in kept if one.aggregate == "ancestor")

    @property
    def markers(self) -> tuple[Markers, ...]:
        """What stands for a missing value in each quasi-identifier."""
        codes = {name: one.codes for name, one in self.treatments.items()}
        return tuple(Markers(name, codes.get(name, ())) for name in self.roles.quasi)

    def values(self, batch: Table, name: str) -> Vector:
        """Return the numbers of a quasi-identifier in a batch, NaN where a record has none."""
        [one] = [one for one in self.markers if one.name == name]
        return hidden(batch, [one]).values([name])[:, 0]

    @property
    def n_coordinates(self) -> int:
        """How many numbers stand for a record; before its values are known, one for each."""
        return len(self.roles.quasi) if self.encoding is None else self.encoding.width

    @property
    def coordinates(self) -> Encoding:
        """The encoding of the variables that records are grouped on."""
        return self.encoded.only(self.variables)

    def places(self, batch: Table) -> Matrix:
        """Return by what records are sorted into blocks: coordinates, and the division if any."""
        X = self.coordinates.encode(batch)
        labels = labels_of(self.divisions, batch)
        return X if labels is None else np.column_stack([X, labels])

    @property
    def encoded(self) -> Encoding:
        """The encoding of all quasi-identifiers."""
        if self.encoding is None:
            raise ValueError("The plan has no encoding yet: look at the records first.")
        return self.encoding

    def grouping_on(self, selection: RankedSubsets) -> Plan:
        """Return the plan that groups records on the chosen variables, and says so."""
        chosen = ", ".join(f"'{name}'" for name in selection.variables)
        how = (
            f"the best of all {len(selection.candidates):,} subsets of that size"
            if selection.is_exhaustive
            else "chosen from the tree of dependences between them"
        )
        note = (
            f"Records were grouped on {chosen} alone, {how}; all {len(self.roles.quasi)} "
            "quasi-identifiers were aggregated, and the loss is that of all."
        )
        return replace(self, selection=selection, notes=(*self.notes, note, *selection.notes))

    def finding(self, formulas: Formulas) -> Plan:
        """Return the plan with what was found that a spreadsheet would run, and a note on it."""
        return replace(self, formulas=formulas, notes=(*self.notes, *filter(None, [formulas.note])))

    def ordered(self, order: Order) -> Plan:
        """Return the plan that writes rows in this order, and says so if it is the input's."""
        notes = tuple(note for note in self.notes if note != KEPT_ORDER)
        if order == "kept":
            notes = (*notes, KEPT_ORDER)
        return replace(self, order=order, notes=notes)

    def _columns(self) -> dict[str, Any]:
        """Return how variables are treated, and how many values were set to limits."""
        told = {name: one.to_dict() for name, one in self.treatments.items()}
        for encoder in () if self.encoding is None else self.encoding.encoders:
            if encoder.profile.limits is not None:
                found = {"below": encoder.profile.n_below, "above": encoder.profile.n_above}
                told[encoder.name] = {**told[encoder.name], "coded": found}
        return told

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as it stands in the manifest."""
        return {
            "k": self.k,
            "method": self.method,
            "requested_method": self.requested_method,
            "options": dict(self.options),
            "roles": self.roles.to_dict(),
            "scaling": self.scaling,
            "refine": self.refine,
            "refine_options": dict(self.refine_options),
            "effort": self.effort,
            "seed": self.seed,
            "round": self.round,
            "formulas": self.formulas.to_dict(),
            "bound": self.bound,
            "is_k_anonymous": self.is_k_anonymous,
            "order": self.order,
            "unit_mode": self.unit_mode,
            "small_strata": self.small_strata,
            "missing": self.missing,
            **({"weight_release": self.weight_release} if self.roles.weight else {}),
            "separate": [list(names) for names in self.separate],
            "columns": self._columns(),
            "notes": list(self.notes),
            "variables": list(self.variables),
            "selection": (
                None if self.selection is None else self.selection.to_dict(most=_RECORDED)
            ),
        }
