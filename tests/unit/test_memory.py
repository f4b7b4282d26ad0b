"""Files that need more memory than is allowed, from Python."""

from __future__ import annotations

import gc
import inspect
import re

import numpy as np
import polars as pl
import pytest

import covey
from covey.core.errors import OutputError, RequestError
from covey.core.request import Request
from covey.opening import open_store
from covey.pipeline import protect
from covey.releasing.changes import changes_of
from covey.releasing.correlations import correlations_of

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
        with pytest.raises(RequestError, match="sizes of the groups from its manifest, or raise"):
            _ = release.partition
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


def charts(page):
    """Return the pictures of a report."""
    return re.findall(r"<svg.*?</svg>", page.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("audience", ["public", "internal"])
def test_one_block_on_disk_has_the_report_of_a_table_in_memory(people, tmp_path, audience):
    whole, one = tmp_path / "whole.html", tmp_path / "one.html"
    protect(people, request()).report(whole, audience=audience)
    with protect(people, request(), n_blocks=1) as release:
        release.report(one, audience=audience)
    assert charts(one) == charts(whole)
    assert len(charts(whole)) > (5 if audience == "internal" else 0)


def test_the_report_of_many_blocks_tells_what_can_be_counted(people, tmp_path):
    with protect(people, request(), n_blocks=3) as release:
        release.write(tmp_path / "out.csv", report=tmp_path / "r.html", audience="internal")
        masked = release.data
        changes = changes_of(release)
        found = correlations_of(release, ["v0", "v1", "v2"])
    original = pl.read_csv(people)
    for change in changes:
        before, after = original[change.name].to_numpy(), masked[change.name].to_numpy()
        loss = 100 * np.square(before - after).sum() / np.square(before - before.mean()).sum()
        assert change.loss == pytest.approx(loss)
        assert change.mean == pytest.approx(0.0, abs=1e-12)
        assert change.spread == pytest.approx(after.std() / before.std() - 1)
        lost = pl.Series("lost", np.square(before - after))
        by_group = masked.with_columns(lost).group_by("v0", "v1", "v2").agg(pl.col("lost").sum())
        heaviest = by_group["lost"].max()
        assert change.heaviest == pytest.approx(heaviest / np.square(before - after).sum())
    for table, correlation in ((original, found.before), (masked, found.after)):
        expected = np.corrcoef(table.select("v0", "v1", "v2").to_numpy().T)
        np.testing.assert_allclose(correlation, expected, atol=1e-12)
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "first cut into 3 blocks of similar records" in page


def test_one_block_on_disk_has_a_bound(people):
    asked = request(refine="search", effort=0.01, bound="simple")
    with protect(people, asked, n_blocks=1) as one:
        assert one.bound is not None
        assert one.bound == protect(people, asked).bound
    with pytest.raises(RequestError, match="'bound' does not go with a table"):
        protect(people, asked, n_blocks=3)
