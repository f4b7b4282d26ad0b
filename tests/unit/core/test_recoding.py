"""Categories before and after: counts that add up."""

from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np

from covey.core.recoding import Recoding, recodings_of

BEFORE = ["a", "a", "b", "c", None, "b"]
AFTER = ["a", "b", "b", None, "a", "b"]


def test_counts_by_hand() -> None:
    found = Recoding.of(BEFORE, AFTER)
    assert found.before == {"a": 2, "b": 2, "c": 1}
    assert found.after == {"a": 2, "b": 3}
    assert (found.gaps_before, found.gaps_after) == (1, 1)
    # Of the four records with a value before and after, the second changed.
    assert (found.n_both, found.changed, found.share_changed) == (4, 1, 25.0)


def test_blocks_add_up_to_the_table_through_json() -> None:
    random = np.random.default_rng(2)
    before = random.choice(["x", "y", "z", None], 200).tolist()
    after = random.choice(["x", "y", "w", None], 200).tolist()
    parts = [
        {"recoded": {"v": asdict(Recoding.of(before[i : i + 70], after[i : i + 70]))}}
        for i in range(0, 200, 70)
    ]
    assert recodings_of(json.loads(json.dumps(parts))) == {"v": Recoding.of(before, after)}


def test_nothing_is_shared_where_nothing_is_known() -> None:
    assert Recoding.of([None, "a"], ["a", None]).share_changed == 0.0
