"""Files that need more memory than is allowed, from Python."""

from __future__ import annotations

import gc
import inspect

import numpy as np
import polars as pl
import pytest

import covey
from covey.core.errors import OutputError, RequestError
from covey.core.request import Request
from covey.opening import open_store
from covey.pipeline import protect

ROLES = {"identifier": ["name"], "confidential": ["ill"]}


@pytest.fixture
def people(tmp_path, monkeypatch):
    """Write a file, and keep the system's temporary files apart."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    rng = np.random.default_rng(0)
    n = 600
    frame = pl.DataFrame(
        {
            "name": [f"p{i}" for i in range(n)],
            **{f"v{j}": np.round(rng.normal(size=n), 2) for j in range(3)},
            "ill": rng.choice(["a", "b", "c"], n),
        }
    )
    frame.write_csv(path := tmp_path / "in.csv")
    return path


def left(people):
    """Return what lies in the folder for temporary files."""
    return list((people.parent / "tmp").iterdir())


def request(**settings):
    return Request.of({"k": 4, "method": "mdav-generic", "roles": ROLES, **settings})


def test_python_takes_an_amount_of_memory(people):
    assert "memory" in inspect.signature(covey.protect).parameters
    settings = {"method": "mdav-generic", "roles": ROLES, "memory": "2GB"}
    release = covey.protect(people, k=4, **settings)
    assert release.data.height == 600
    assert release.plan.k == 4


def test_a_file_that_needs_more_goes_through_the_disk(people):
    # The process alone takes more than that; the message names what would do.
    with pytest.raises(RequestError, match="'memory' is too little for this table"):
        covey.protect(people, k=4, roles=ROLES, memory="1MB")
    assert left(people) == []


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_the_file_is_that_of_the_command_whatever_folder_holds_the_blocks(people, suffix):
    here, there = people.parent / f"here.{suffix}", people.parent / f"there.{suffix}"
    with protect(people, request(), n_blocks=3) as release:
        assert left(people) != []
        assert release.partition is None
        release.write(here)
    with protect(people, request(output=there), n_blocks=3) as other:
        other.write(there)
    assert here.read_bytes() == there.read_bytes()
    assert left(people) == []


def test_data_are_at_hand_where_they_fit(people):
    with protect(people, request(order="kept"), n_blocks=3) as release:
        found = release.data
        release.write(people.parent / "out.parquet", order="kept")
    assert found.equals(pl.read_parquet(people.parent / "out.parquet"))


def test_data_that_do_not_fit_are_refused_with_what_to_do(people):
    with protect(people, request(memory="560MB"), n_blocks=3) as release:
        with pytest.raises(RequestError, match="Write it to a file with 'write', or raise"):
            _ = release.data
        release.write(people.parent / "out.csv")


def test_what_is_closed_is_said_to_be(people):
    release = protect(people, request(), n_blocks=3)
    release.close()
    assert left(people) == []
    for use in (lambda: release.write(people.parent / "out.csv"), lambda: release.data):
        with pytest.raises(OutputError, match="The release was closed"):
            use()
    assert not (people.parent / "out.csv").exists()


def test_a_release_that_nobody_closes_takes_its_files_along(people):
    release = protect(people, request(), n_blocks=2)
    assert left(people) != []
    del release
    gc.collect()
    assert left(people) == []


def test_several_releases_of_one_file_do_not_meet(people):
    with protect(people, request(), n_blocks=2), protect(people, request(), n_blocks=2):
        assert len(left(people)) == 2


def test_a_frame_is_in_memory_already():
    frame = pl.DataFrame({"a": [1.0, 2.0, 3.0, 4.0]})
    store = open_store(frame, Request.of({"k": 2, "memory": "1MB"}))
    assert store.table is not None


def test_a_report_needs_the_table(people):
    with pytest.raises(RequestError, match="'report' does not go with a table that is larger"):
        protect(people, request(report="r.html"), n_blocks=3)


def test_one_block_on_disk_has_a_bound(people):
    asked = request(refine="search", effort=0.01, bound="simple")
    with protect(people, asked, n_blocks=1) as one:
        assert one.bound is not None
        assert one.bound == protect(people, asked).bound
    with pytest.raises(RequestError, match="'bound' does not go with a table"):
        protect(people, asked, n_blocks=3)
