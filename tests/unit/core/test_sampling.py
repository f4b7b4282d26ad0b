"""Samples of records that pass by."""

import narwhals as nw
import numpy as np
import polars as pl

from covey.core.sampling import Sample
from covey.core.table import Origin, Table


def test_a_thinner_sample_keeps_records_and_numbers_together():
    sample = Sample(5_000, 1, seed=0)
    frame = pl.DataFrame({"x": np.arange(5_000)})
    pieces = [
        Table(nw.from_native(frame[a:b], eager_only=True), Origin("t"))
        for a, b in ((0, 1_001), (1_001, 3_000), (3_000, 5_000))
    ]
    for _ in sample.passing(pieces):
        pass
    assert sample.thinned(1) is sample
    # 5,000 records of 2,000 coordinates take 80 MB, and 32 MiB are allowed: one in three stays.
    thin = sample.thinned(2_000)
    assert thin.rows.tolist() == list(range(0, 5_000, 3))
    kept = [value for table in thin.tables for value in table.column("x").to_list()]
    assert kept == thin.rows.tolist()
    assert len(sample.rows) == 5_000
    # Never fewer than a thousand or so.
    assert len(sample.thinned(10**6).rows) == 1_000
