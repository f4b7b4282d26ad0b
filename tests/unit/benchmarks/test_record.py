"""Results as lines of JSON."""

from __future__ import annotations

import pytest
from benchmarks.record import Record, latest


@pytest.fixture
def file(tmp_path):
    return tmp_path / "results" / "results.jsonl"


def write(file, run, table, rows, machine=None, *, is_finished=True):
    record = Record(run, machine or {}, file)
    for row in rows:
        record.add(table, row)
    if is_finished:
        record.finish(table)


def test_what_was_added_is_read_again(file):
    rows = [{"method": "mdav", "seconds": 0.25, "note": "n² ≤ 9"}, {"seconds": None}]
    write(file, "2026-01-01T00:00:00Z", "kernels", rows, {"cores": 2})
    found = latest("kernels", file)
    assert found.rows == rows
    assert found.machine == {"cores": 2}


def test_runs_are_never_mixed(file):
    write(file, "2026-01-01T00:00:00Z", "kernels", [{"n": 1}, {"n": 2}], {"cores": 2})
    write(file, "2026-02-01T00:00:00Z", "kernels", [{"n": 3}], {"cores": 8})
    found = latest("kernels", file)
    assert found.rows == [{"n": 3}]
    assert found.machine == {"cores": 8}


def test_a_run_without_the_table_leaves_the_older_one_standing(file):
    write(file, "2026-01-01T00:00:00Z", "measures", [{"n": 1}])
    write(file, "2026-02-01T00:00:00Z", "kernels", [{"n": 3}])
    assert latest("measures", file).run == "2026-01-01T00:00:00Z"


def test_half_a_table_does_not_replace_a_whole_one(file):
    write(file, "2026-01-01T00:00:00Z", "kernels", [{"n": 1}, {"n": 2}])
    write(file, "2026-02-01T00:00:00Z", "kernels", [{"n": 3}], is_finished=False)
    assert latest("kernels", file).rows == [{"n": 1}, {"n": 2}]


def test_nothing_was_measured(file):
    assert latest("kernels", file) is None
    write(file, "2026-01-01T00:00:00Z", "kernels", [], is_finished=False)
    assert latest("kernels", file) is None
