"""A source of which some records are left out."""

from __future__ import annotations

import numpy as np
import polars as pl

from covey.core.source import KeptSource
from covey.reading import read


def test_kept_records_stay_in_order_and_empty_batches_are_left_out():
    tables = [read(pl.DataFrame({"a": part, "b": part})) for part in ([1, 2], [3, 5], [4, 7])]

    class Batches:
        def batches(self, names):
            assert set(names) == {"a", "b"}
            return iter(tables)

    kept = KeptSource(
        origin=tables[0].origin,
        kinds={"a": "integer", "b": "integer"},
        n_records=2,
        source=Batches(),
        is_kept=lambda batch: np.asarray(batch.column("a").to_numpy() % 2 == 0),
        looked_at=("a",),
    )
    assert [batch.column("b").to_list() for batch in kept.batches(["b"])] == [[2], [4]]
