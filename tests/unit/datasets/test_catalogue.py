"""What is known of the data sets fits the data sets."""

from __future__ import annotations

import pytest

from covey.core.errors import RequestError
from covey.datasets import DATASETS, benchmark_columns, load


def test_names_in_order() -> None:
    assert list(DATASETS) == ["clinic", "tarragona", "census", "eia"]
    for name, dataset in DATASETS.items():
        assert dataset.name == name
        assert set(dataset.benchmark) <= set(dataset.columns)


def test_shapes_of_the_literature() -> None:
    shapes = {name: (d.n_records, d.n_columns, len(d.benchmark)) for name, d in DATASETS.items()}
    assert shapes == {
        "clinic": (1000, 9, 6),
        "tarragona": (834, 13, 13),
        "census": (1080, 13, 13),
        "eia": (4092, 15, 11),
    }


def test_clinic_is_described_as_it_is() -> None:
    assert load("clinic").columns == list(DATASETS["clinic"].columns)


def test_eia_leaves_out_names_and_dates() -> None:
    left_out = set(DATASETS["eia"].columns) - set(benchmark_columns("eia"))
    assert left_out == {"UTILNAME", "STATE", "YEAR", "MONTH"}


def test_unknown_name() -> None:
    with pytest.raises(RequestError, match=r"No data set 'eai'\. Did you mean 'eia'"):
        benchmark_columns("eai")


def test_public_files_are_named_by_their_address() -> None:
    names = [d.public.name for d in DATASETS.values() if d.public is not None]
    assert names == ["Tarragona.rda", "CASCrefmicrodata.rda", "EIA.rda"]
