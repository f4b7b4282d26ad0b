"""Counts of records and units by class."""

from __future__ import annotations

import json

import numpy as np

from covey.core.census import Census


def test_records_and_units_add_up_over_batches():
    census = Census(3, has_units=True)
    census.add(np.array([[0, 1], [0, 1], [2, 0]]), np.array([7, 7, 8]))
    census.add(np.array([[0, 1], [2, 0]]), np.array([9, 8]))
    counts = {key: (count.n_records, count.n_units) for key, count in census.counts.items()}
    assert counts == {(0, 1): (3, 2), (2, 0): (2, 1)}


def test_without_units_each_record_is_one():
    census = Census(3)
    census.add(np.zeros((5, 1), dtype=int))
    assert census.counts[(0,)].n_units == 5


def test_of_many_units_as_many_as_k_are_known_and_fewer_exactly():
    rng = np.random.default_rng(0)
    keys, units = rng.integers(0, 40, 300)[:, np.newaxis], rng.integers(0, 12, 300)
    census = Census(4, has_units=True)
    for part in np.array_split(np.arange(300), 7):
        census.add(keys[part], units[part])
    for (key,), count in census.counts.items():
        true = len(set(units[keys[:, 0] == key]))
        assert min(4, count.n_units) == min(4, true)
        assert len(count.units) < 8


def test_classes_join_under_other_keys():
    census = Census(3, has_units=True)
    census.add(np.array([[0], [1], [1]]), np.array([5, 5, 6]))
    joint = census.by([("all",)] * 2).counts[("all",)]
    assert (joint.n_records, joint.n_units) == (3, 2)


def test_a_census_survives_json():
    census = Census(3, has_units=True)
    census.add(np.array([[0, 2]]), np.array([-(2**62)]))
    assert Census.from_dict(json.loads(json.dumps(census.to_dict()))) == census
