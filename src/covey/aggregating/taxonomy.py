"""Categories in a tree: an indicator for each node, so that cousins are nearer than strangers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from covey.aggregating.categories import NominalEncoder, by_frequency, numbered
from covey.core.arrays import Labels, Matrix, Vector
from covey.core.encoding import Treatment
from covey.core.errors import InputError
from covey.core.partition import Partition
from covey.core.profile import MOST_COUNTED, ColumnProfile
from covey.core.spelling import Setting
from covey.core.table import Table
from covey.core.taxonomy import EVERYTHING, Taxonomy
from covey.core.wording import counted

_NONE = -1
"""Stands for no node: the way to a category ends above."""


@dataclass(frozen=True)
class Places:
    """Where the categories of a column lie in their tree, of which the rest is left out."""

    nodes: tuple[str, ...]  # below the root, on the way to a category; lower ones first
    numbers: dict[str, int]  # the row of each value that may be released, in `ways`
    ways: NDArray[np.intp]  # the nodes on the way to each, from the top; none behind its end

    @classmethod
    def of(cls, tree: Taxonomy, categories: tuple[str, ...]) -> Self:
        """Return the places of categories that occur, of all nodes above them and of the root."""
        paths = tree.paths(categories)
        nodes = tuple(paths)
        place = {node: i for i, node in enumerate(nodes)}
        depth = max((len(path) for path in paths.values()), default=0)
        ways = np.full((len(nodes) + 1, depth), _NONE, dtype=np.intp)
        for i, path in enumerate(paths.values()):
            ways[i, : len(path)] = [place[node] for node in path]
        numbers = {**place, tree.root: len(nodes), EVERYTHING: len(nodes)}
        return cls(nodes, numbers, ways)

    @property
    def depth(self) -> int:
        """The length of the longest way."""
        return int(self.ways.shape[1])

    @cached_property
    def steps(self) -> Vector:
        """How many levels each node stands for: one, or all below it where its way ends early.

        All ways to the last node count the same then, and so do any two that share nothing.
        """
        own = (self.ways[:-1] != _NONE).sum(axis=1)
        has_below = np.zeros(len(self.nodes), dtype=bool)
        has_below[np.unique(self.ways[:-1, :-1][self.ways[:-1, 1:] != _NONE])] = True
        return np.where(has_below, 1.0, 1.0 + self.depth - own)


class TaxonomyEncoder(NominalEncoder):
    """An indicator for each node on the way to a category.

    A group's value is its most frequent category, or the lowest node that covers all of them.
    """

    @classmethod
    def fit(cls, profile: ColumnProfile, treatment: Treatment) -> Self:
        """Return the encoder of a variable with this profile; refuse values outside the tree."""
        name, tree = profile.name, treatment.taxonomy
        if tree is None:
            raise ValueError(f"Column '{name}' has no taxonomy.")
        if profile.is_open:
            raise InputError(
                f"Column '{name}' has more than {MOST_COUNTED:,} categories, too many for a "
                "taxonomy. Recode it to nodes further up, or, if it names people or things, give "
                "it the role identifier: ",
                Setting("roles", {"identifier": [name]}),
                ".",
            )
        strange = [count for node, count in profile.categories.items() if node not in tree]
        if strange:
            raise InputError(
                f"Column '{name}' holds {counted(len(strange), 'value')} that "
                f"{'is' if len(strange) == 1 else 'are'} not in its taxonomy, in "
                f"{counted(sum(strange), 'record')}. Add a line for each: the value, and the node "
                "above it."
            )
        return cls(profile, treatment, by_frequency(profile))

    @cached_property
    def places(self) -> Places:
        """Where the categories lie in the tree."""
        assert self.treatment.taxonomy is not None  # noqa: S101 (checked by fit)
        return Places.of(self.treatment.taxonomy, self.categories)

    @property
    def width(self) -> int:
        """How many coordinates it has."""
        return len(self.places.nodes)

    @cached_property
    def node_shares(self) -> Vector:
        """In which share of the records each node is on the way to the category."""
        ways = self.places.ways[[self.places.numbers[name] for name in self.categories]]
        shares = np.zeros(self.width + 1)  # the last for no node
        np.add.at(shares, ways, self.shares[:, np.newaxis])
        return shares[:-1]

    def codes(self, batch: Table) -> Labels:
        """Return the number of each record's category, or of the node that covers a group."""
        known = {name: i for i, name in enumerate(self.categories)}
        others = (name for name in self.places.numbers if name not in known)
        return numbered(
            batch, self.name, {**known, **{name: i for i, name in enumerate(others, len(known))}}
        )

    @property
    def blank(self) -> Vector:
        """The coordinates of the shares that the nodes have."""
        if self.treatment.scaling == "zscore":
            return np.zeros(self.width)
        return np.sqrt(self.places.steps) * self.node_shares * self._unit

    @property
    def _unit(self) -> float:
        """What a step costs, unless variances do: leaves that share nothing are 1 apart."""
        return math.sqrt(self.treatment.importance / (2 * max(1, self.places.depth)))

    def encode(self, batch: Table) -> Matrix:
        """Return scaled indicators: leaves that share nothing cost 1 unless variances do."""
        if self.treatment.scaling == "zscore":
            X, factor = self.standard(batch), math.sqrt(self.treatment.importance)
        else:
            X, factor = self._weighted(batch), self._unit
        X *= factor
        return X

    def standard(self, batch: Table) -> Matrix:
        """Return indicators of total variance 1, about their means; zeros for a constant.

        What is released for a group may be any node above its members.
        """
        shares, steps = self.node_shares, self.places.steps
        variance = float((steps * shares * (1.0 - shares)).sum())
        if self.profile.is_constant or variance <= 0.0:
            return np.zeros((batch.n_records, self.width))
        X = self._weighted(batch)
        X -= np.sqrt(steps) * shares
        X /= math.sqrt(variance)
        return X

    def _weighted(self, batch: Table) -> Matrix:
        """Return the root of the steps of each node on the way to a record's category, else 0."""
        roots = np.sqrt(self.places.steps)
        found = np.zeros((batch.n_records, self.width))
        for nodes in self._ways(batch).T:
            records = np.flatnonzero(nodes != _NONE)
            found[records, nodes[records]] = roots[nodes[records]]
        return found

    def _ways(self, batch: Table) -> NDArray[np.intp]:
        """Return the nodes on the way to each record's category, from the top."""
        ways: NDArray[np.intp] = self.places.ways[numbered(batch, self.name, self.places.numbers)]
        return ways

    def decode(
        self, batch: Table, partition: Partition, weights: Vector | None = None
    ) -> nw.Series[Any]:
        """Return the mode of each record's group, or the lowest node that covers its members.

        Nodes are released as text, in a column of categories as such; the root as ``*``.
        """
        if self.treatment.aggregate != "ancestor":
            return super().decode(batch, partition, weights)
        nodes = np.array([*self.places.nodes, EVERYTHING], dtype=object)
        released = nodes[_covering(self._ways(batch), partition)][partition.labels].tolist()
        column = batch.column(self.name)
        text = nw.new_series(
            self.name, released, nw.String, backend=nw.get_native_namespace(batch.frame)
        )
        if column.dtype == nw.Categorical:
            return text.cast(nw.Categorical)
        return _as_texts_of(column, text) if column.dtype == nw.String else text


def _as_texts_of(column: nw.Series[Any], text: nw.Series[Any]) -> nw.Series[Any]:
    """Return texts in the type of text that a column has; pandas and pyarrow have several."""
    native, like = text.to_native(), column.to_native()
    if hasattr(native, "astype"):
        native = native.astype(like.dtype)
    elif hasattr(native, "type"):
        native = native.cast(like.type)
    return nw.from_native(native, series_only=True)


def _covering(ways: NDArray[np.intp], partition: Partition) -> Labels:
    """Return the lowest node on the ways of all members of each group; none where it is the root.

    Examples
    --------
    >>> ways = np.array([[0, 1], [0, 2], [0, 1], [3, -1]])
    >>> _covering(ways, Partition([0, 0, 1, 1], k=2)).tolist()
    [0, -1]
    """
    order = np.argsort(partition.labels, kind="stable")
    starts = np.cumsum(partition.sizes) - partition.sizes
    covering = np.full(partition.n_groups, _NONE, dtype=np.intp)
    is_shared = np.ones(partition.n_groups, dtype=bool)
    for nodes in ways[order].T:
        low, high = np.minimum.reduceat(nodes, starts), np.maximum.reduceat(nodes, starts)
        is_shared &= (low == high) & (low != _NONE)
        covering[is_shared] = low[is_shared]
    return covering
