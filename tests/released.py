"""Releases built by hand, with the facts that a run would have found about them."""

from __future__ import annotations

from dataclasses import replace

from covey.aggregating import fit
from covey.core.encoding import Treatment
from covey.core.facts import GroupSizes, facts_of
from covey.core.partition import Grouping
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.recoding import recodings_in
from covey.core.scores import Scores
from covey.core.table import Table
from covey.releasing.guarantee import class_sizes
from covey.results import Release


def released(
    original: Table, masked: Table, partition: Grouping, plan: Plan, scores: Scores
) -> Release:
    """Return a release with the facts about its one block."""
    quasi = plan.roles.quasi
    treatments = dict.fromkeys(quasi, Treatment(scaling=plan.scaling))
    encoding = fit(Profile.of(original, quasi), quasi, treatments)
    classes = GroupSizes.of(class_sizes(masked.frame, quasi))
    before, after = original.matrix(quasi), masked.matrix(quasi)
    facts = facts_of(encoding, before, after, partition, classes)
    facts["missing"] = {}
    facts["recoded"] = recodings_in(encoding, original, masked)
    plan = replace(plan, encoding=encoding)
    return Release(original, masked, partition, plan, scores, blocks=(facts,))


def remade(
    release: Release,
    *,
    masked: Table | None = None,
    partition: Grouping | None = None,
    plan: Plan | None = None,
) -> Release:
    """Return a release with other parts, and the facts about them."""
    original, before = release.original, release.masked
    assert isinstance(original, Table)
    assert isinstance(before, Table)
    groups = partition or release.partition
    assert groups is not None
    return released(original, masked or before, groups, plan or release.plan, release.scores)
