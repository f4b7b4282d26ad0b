"""Every method against independently computed losses on the field's reference sets."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

import numpy as np
import pytest

from covey.measuring import IL, Evidence
from covey.partitioning import ALGORITHMS

HERE = Path(__file__).parent
TOLERANCE = 0.0005


def known_rows():
    with (HERE / "reference.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            name, *options = row["method"].split()
            if name in ALGORITHMS:
                settings = dict(option.split("=") for option in options)
                yield pytest.param(
                    row["dataset"], name, settings, int(row["k"]), float(row["IL"]),
                    id=f"{row['dataset']}-{row['method']}-{row['k']}",
                )  # fmt: skip


@pytest.mark.parametrize(("dataset", "name", "options", "k", "expected"), list(known_rows()))
def test_information_loss(reference_matrix, dataset, name, options, k, expected):
    X = reference_matrix(dataset)
    found = ALGORITHMS[name](X, k=k, **options)
    means = np.array([X[found.labels == group].mean(axis=0) for group in range(found.n_groups)])
    loss = IL.compute(Evidence(X, means[found.labels])).value
    assert loss == pytest.approx(expected, abs=TOLERANCE)


@pytest.mark.parametrize("name", ["census", "eia", "tarragona"])
def test_the_data_are_the_ones_that_the_figures_belong_to(reference_folder, name):
    sums = (HERE / "README.md").read_text(encoding="utf-8")
    digest = hashlib.sha256((reference_folder / f"{name}.csv").read_bytes()).hexdigest()
    assert f"| {name}.csv | {digest} |" in sums
