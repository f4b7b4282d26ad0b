"""Blocks against the whole: what the measures of a table are, however it is cut."""

from __future__ import annotations

import json
import math

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.core.measure import Findings
from covey.measuring import (
    MEASURES,
    Attribute,
    Coordinates,
    Evidence,
    combine,
    evaluate,
    only_defined,
    summarize,
)
from covey.reading import read

WITHIN_BLOCKS = ("DLD", "DBRL1", "DBRL2", "RLD", "KNOWN")
"""Tried among the records of a block; G_DR and SI are made of RLD among others."""

EXACT = [symbol for symbol in MEASURES if symbol not in (*WITHIN_BLOCKS, "G_DR", "SI")]
MODEL = "y ~ x0"


def table_of(seed, n_groups, p, shape):
    """Return original and masked values, and other columns: confidential, response, categories."""
    rng = np.random.default_rng(seed)
    group = np.repeat(np.arange(n_groups), rng.integers(3, 6, n_groups))
    n = len(group)
    X = rng.normal(rng.normal(size=p), 1.0, (n, p))
    if shape == "ties":
        X = np.round(X)
    if shape == "constant":
        X[:, -1] = 0.1
    if shape == "extreme":
        X = X * 10.0 ** rng.choice([-290, 0, 290], p)
    scaled = X / np.abs(X).max(axis=0)
    means = np.array([scaled[group == g].mean(axis=0) for g in range(n_groups)])
    Y = means[group] * np.abs(X).max(axis=0)
    if shape == "ties":
        # A mean that misses a value by its last bit is taken for that value unless another group
        # has the same mean, and that group may lie in another block.
        Y = np.round(Y, 9)
    sex = rng.integers(0, 3, n)
    released = np.array([np.bincount(sex[group == g]).argmax() for g in range(n_groups)])[group]
    if shape == "gaps":
        may_lack = (group > 0)[:, np.newaxis]  # the first group is left for the regression
        X[(rng.random((n, p)) < 0.1) & may_lack] = np.nan
        Y[(rng.random((n_groups, p)) < 0.2)[group] & may_lack] = np.nan
        sex[rng.random(n) < 0.1] = -1
        released[rng.random(n_groups)[group] < 0.1] = -1
    debt = np.where(rng.random(n) < 0.1, np.nan, np.round(rng.lognormal(size=n), 1))
    illness = rng.integers(0, 4, n).astype(float)
    columns = {
        "debt": debt,
        "illness": illness,
        "y": rng.normal(size=n) + scaled[:, 0],
        "weight": rng.uniform(0.5, 9.0, n),
        "sex": sex,
        "released": released,
    }
    return X, Y, columns


def attributes(columns, rows):
    return (
        Attribute("debt", columns["debt"][rows], is_numeric=True),
        Attribute("illness", columns["illness"][rows], is_numeric=False),
    )


def categories(columns, rows):
    """Return the category of each record, 0 to 2, in coordinates of its own scale."""
    if "sex" not in columns:
        return ()
    codes = [columns[name][rows] for name in ("sex", "released")]
    points = np.vstack([np.eye(3) - 1 / 3, np.zeros(3)])
    return (Coordinates("sex", *(points[code] for code in codes), *codes),)


def tables(X, Y, columns, rows):
    return tuple(read(pl.DataFrame({"x0": Z[rows, 0], "y": columns["y"][rows]})) for Z in (X, Y))


def whole_evidence(X, Y, columns, **settings):
    rows = np.arange(len(X))
    return Evidence(
        X,
        Y,
        categories=categories(columns, rows),
        attributes=attributes(columns, rows),
        weights=columns["weight"],
        tables=tables(X, Y, columns, rows),
        model=MODEL,
        **settings,
    )


def in_blocks(X, Y, columns, blocks, symbols):
    """Return the scores of a table that was cut into blocks, and shipped as JSON."""
    measures = [MEASURES[symbol] for symbol in symbols]
    whole = whole_evidence(X, Y, columns).whole
    summaries = []
    for block in np.unique(blocks):
        rows = np.flatnonzero(blocks == block)
        evidence = Evidence(
            X[rows],
            Y[rows],
            categories=categories(columns, rows),
            attributes=attributes(columns, rows),
            weights=columns["weight"][rows],
            tables=tables(X, Y, columns, rows),
            within=whole,
        )
        summaries.append(summarize(evidence, measures))
    shipped = json.loads(json.dumps(summaries, allow_nan=False))
    return combine(shipped, whole, measures)


def blocks_of(Y, n_blocks, seed, columns):
    """Return a block for each record; twins lie in one block, as groups do."""
    rows = np.column_stack([np.nan_to_num(Y), np.isnan(Y), columns["released"]])
    twins = np.unique(rows, axis=0, return_inverse=True)[1].ravel()
    label = np.random.default_rng(seed).integers(0, n_blocks, twins.max() + 1)
    return label[twins]


@given(
    seed=st.integers(0, 10_000),
    n_groups=st.integers(2, 25),
    p=st.integers(1, 4),
    n_blocks=st.integers(1, 6),
    shape=st.sampled_from(["normal", "ties", "constant", "extreme", "gaps"]),
)
def test_blocks_add_up_to_the_whole(seed, n_groups, p, n_blocks, shape):
    X, Y, columns = table_of(seed, n_groups, p, shape if p > 1 else "normal")
    found = in_blocks(X, Y, columns, blocks_of(Y, n_blocks, seed, columns), EXACT)
    expected = evaluate(whole_evidence(X, Y, columns), [MEASURES[symbol] for symbol in EXACT])
    for symbol in EXACT:
        known = pytest.approx(expected[symbol], rel=1e-9, abs=1e-9, nan_ok=True)
        assert found[symbol] == known, symbol
        details, known = (scores.details.get(symbol, {}) for scores in (found, expected))
        assert details == pytest.approx(known, rel=1e-8, abs=1e-8), symbol
    assert found.notes == expected.notes


@given(seed=st.integers(0, 10_000), n_blocks=st.integers(2, 4))
def test_attacks_within_blocks_find_no_fewer_records(seed, n_blocks):
    X, Y, columns = table_of(seed, 12, 2, "normal")
    blocks = blocks_of(Y, n_blocks, seed, columns)
    symbols = ["DLD", "DBRL1", "RLD", "KNOWN"]
    found = in_blocks(X, Y, columns, blocks, symbols)
    expected = evaluate(whole_evidence(X, Y, columns), [MEASURES[symbol] for symbol in symbols])
    n_found = len(np.unique(blocks))
    for symbol in symbols:
        assert found[symbol] >= expected[symbol] - 1e-9
        if n_found > 1:
            assert f"within each of {n_found} blocks" in found.notes[symbol]
        else:
            assert found.notes.get(symbol) == expected.notes.get(symbol)


@pytest.mark.parametrize("symbol", MEASURES)
def test_one_block_gives_what_memory_gives(symbol):
    X, Y, columns = table_of(3, 20, 3, "normal")
    found = in_blocks(X, Y, columns, np.zeros(len(X)), [symbol])
    expected = evaluate(whole_evidence(X, Y, columns), [MEASURES[symbol]])
    assert found[symbol] == expected[symbol] or math.isnan(expected[symbol])
    assert found.notes == expected.notes
    assert found.details == expected.details


def test_what_is_not_defined_is_left_out_with_a_word():
    _, _, columns = table_of(3, 5, 1, "normal")
    nothing = np.empty((len(columns["sex"]), 0))
    evidence = Evidence(nothing, nothing, categories=categories(columns, np.arange(len(nothing))))
    scores = evaluate(evidence, [MEASURES[symbol] for symbol in ("IL", "G_IL", "CHANGED", "PP")])
    assert math.isnan(scores["G_IL"])
    assert scores.notes["PP"] == "Not defined: no key variable is a number."
    found = only_defined(scores, wanted=["PP"])
    assert list(found) == ["IL", "CHANGED", "PP"]
    assert found.notes["IL"] == "G_IL is left out: no key variable is a number."
    assert list(only_defined(scores)) == ["IL", "CHANGED"]


def test_a_measure_names_only_the_numbers_that_it_ran_on():
    X, Y, columns = table_of(3, 20, 2, "normal")
    X[:, 0], X[:, 1] = -np.abs(X[:, 0]) - 1, np.abs(X[:, 1])
    notes = evaluate(whole_evidence(X, Y, columns), [MEASURES["PP"]]).notes["PP"]
    negative, other = whole_evidence(X, Y, columns).whole.names
    assert f"Left out, with negative values: '{negative}'." in notes
    assert f"On numbers only: '{other}'." in notes


def test_where_nothing_varied_a_change_is_a_loss_of_100_percent():
    X, Y = np.ones((6, 2)), np.full((6, 2), 2.0)
    columns = {name: np.arange(6.0) for name in ("debt", "illness", "y", "weight")}
    for n_blocks in (1, 2):
        found = in_blocks(X, Y, columns, np.arange(6) % n_blocks, ["IL"])
        assert found["IL"] == 100.0
        assert found.notes["IL"] == "No variable varied before masking."
        assert in_blocks(X, X, columns, np.arange(6) % n_blocks, ["IL"])["IL"] == 0.0


@pytest.fixture(scope="module")
def wide():
    """So many variables that blocks keep hundreds of values of each, and a part of the records."""
    rng = np.random.default_rng(1)
    n, p = 24_000, 40
    X = rng.normal(size=(n, 1)) * rng.normal(1.0, 0.1, size=p) + rng.normal(0.0, 0.1, size=(n, p))
    X[:, 1] = np.maximum(X[:, 1], 0.0)  # half are 0
    X[:, 2] = np.round(X[:, 2])
    order = np.argsort(X[:, 0])
    Y = np.empty_like(X)
    Y[order] = np.repeat(X[order].reshape(n // 4, 4, p).mean(axis=1), 4, axis=0)
    blocks = np.empty(n, dtype=int)
    blocks[order] = np.repeat(np.arange(8), n // 8)
    return X, Y, blocks


@pytest.mark.parametrize("symbol", ["KS", "W1", "ID_value", "ID_record"])
def test_what_blocks_keep_a_part_of_lies_in_its_interval(wide, symbol):
    X, Y, blocks = wide
    measure = MEASURES[symbol]
    evidence = Evidence(X, Y)
    exact = measure.compute(evidence)
    assert (exact.margin, exact.note) == (0.0, "")
    summaries = [
        summarize(Evidence(X[blocks == b], Y[blocks == b], within=evidence.whole), [measure])
        for b in range(8)
    ]
    found = Findings(summaries, evidence.whole, [measure]).result(measure)
    assert exact.value > 0.0
    assert abs(found.value - exact.value) <= found.margin
    assert found.margin < {"KS": 0.05, "W1": 0.05, "ID_value": 5.0, "ID_record": 5.0}[symbol]
    assert "±" in found.note
    assert len(json.dumps(summaries)) < 30e6
