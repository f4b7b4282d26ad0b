"""Every measure on a million records: time, memory, and how sure the answer is."""

from __future__ import annotations

import time

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.methods import peak_memory
from covey.core.measure import Measure
from covey.measuring import MEASURES, Attribute, Evidence
from covey.partitioning import ALGORITHMS

N_RECORDS, N_VARIABLES, K = 1_000_000, 10, 3
N_CUTS = 10
"""Halvings until the blocks are small enough for MDAV."""


def masked_normal() -> tuple[np.ndarray, np.ndarray]:
    """Return normal data, and the same masked by MDAV in 1,024 blocks."""
    X = np.random.default_rng(0).normal(size=(N_RECORDS, N_VARIABLES))
    blocks = [np.arange(N_RECORDS)]
    for cut in range(N_CUTS):
        halves = []
        for rows in blocks:
            order = np.argsort(X[rows, cut % N_VARIABLES], kind="stable")
            halves += [rows[order[: len(rows) // 2]], rows[order[len(rows) // 2 :]]]
        blocks = halves
    Y = np.empty_like(X)
    for rows in blocks:
        labels = ALGORITHMS["mdav-generic"](X[rows], k=K).labels
        sizes = np.bincount(labels)
        means = np.column_stack([np.bincount(labels, column) / sizes for column in X[rows].T])
        Y[rows] = means[labels]
    return X, Y


def evidence(X: np.ndarray, Y: np.ndarray) -> Evidence:
    """Return original and masked data with a confidential number and a confidential category."""
    rng = np.random.default_rng(1)
    attributes = (
        Attribute("income", rng.lognormal(size=len(X)), is_numeric=True),
        Attribute("diagnosis", rng.integers(0, 50, size=len(X)).astype(float), is_numeric=False),
    )
    return Evidence(X, Y, attributes=attributes)


def timed(measure: Measure, found: Evidence) -> tuple[float, str, str]:
    """Return seconds, peak memory and note of one measure; what others left is used."""
    start = time.perf_counter()
    memory = peak_memory(lambda: found.result(measure))
    return time.perf_counter() - start, memory, found.result(measure).note


def main() -> None:
    """Print one table: each measure in turn, on evidence that they share as in a release."""
    measures = [measure for measure in MEASURES.values() if measure.needs != "model"]
    small = np.random.default_rng(0).normal(size=(120, N_VARIABLES))
    for measure in measures:
        measure.compute(evidence(small, small.round()))  # compile
    title = (
        f"Measures on {N_RECORDS:,} x {N_VARIABLES} normal data, groups of {K}, one after another"
    )
    table = Table(title=title, box=None)
    for heading in ("measure", "value", "seconds", "peak MB", "note"):
        table.add_column(heading, justify="left" if heading in ("measure", "note") else "right")
    found = evidence(*masked_normal())
    total = 0.0
    for measure in measures:
        seconds, memory, note = timed(measure, found)
        total += seconds
        value = f"{found.result(measure).value:.4f}"
        table.add_row(measure.symbol, value, f"{seconds:.2f}", memory, note)
    table.add_row("all", "", f"{total:.2f}", "", "", style="bold")
    Console().print(table)
