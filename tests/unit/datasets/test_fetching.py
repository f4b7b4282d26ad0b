"""Fetching: from a server of the test's own, and files as R writes them."""

from __future__ import annotations

import hashlib
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import polars as pl
import pytest

from covey.core.errors import InputError
from covey.datasets import DATASETS
from covey.datasets.catalogue import PublicFile
from covey.datasets.fetching import download_with_pooch, fetch_public, read_rda

CONTENT = b"not the real thing"
SHA256 = hashlib.sha256(CONTENT).hexdigest()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def server(tmp_path, monkeypatch):
    """Serve a folder with one file; return the address of the folder."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    folder = tmp_path / "served"
    folder.mkdir()
    (folder / "EIA.rda").write_bytes(CONTENT)
    serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=serving.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{serving.server_port}"
    serving.shutdown()
    serving.server_close()
    thread.join()


@pytest.fixture
def pooch():
    return pytest.importorskip("pooch", reason="the extra covey[data] is not installed")


def test_download(pooch, server, tmp_path):
    path = download_with_pooch(PublicFile(f"{server}/EIA.rda", SHA256, ""), tmp_path)
    assert path == tmp_path / "EIA.rda"
    assert path.read_bytes() == CONTENT


def test_download_of_another_file_is_refused(pooch, server, tmp_path):
    with pytest.raises(InputError, match="is not the file that Covey knows: its SHA-256 differs"):
        download_with_pooch(PublicFile(f"{server}/EIA.rda", "0" * 64, ""), tmp_path)
    assert not (tmp_path / "EIA.rda").exists()


def test_download_of_what_is_not_there(pooch, server, tmp_path):
    with pytest.raises(InputError, match=r"none\.rda could not be fetched \(HTTPError\)"):
        download_with_pooch(PublicFile(f"{server}/none.rda", SHA256, ""), tmp_path)


def test_no_server(pooch, tmp_path, monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with pytest.raises(InputError, match=r"could not be fetched \(ConnectionError\)"):
        download_with_pooch(PublicFile("http://127.0.0.1:1/EIA.rda", SHA256, ""), tmp_path)


def test_download_and_conversion_are_joined():
    seen = []

    def download(public, folder):
        seen.append(public)
        path = folder / public.name
        path.write_text("a,b\n1,2\n", encoding="utf-8")
        return path

    frame = fetch_public(DATASETS["eia"], download=download, convert=pl.read_csv)
    assert frame.rows() == [(1, 2)]
    assert seen == [DATASETS["eia"].public]


def test_what_comes_with_covey_is_not_fetched():
    with pytest.raises(InputError, match="'clinic' has no public source"):
        fetch_public(DATASETS["clinic"])


def test_missing_packages_are_named(monkeypatch, tmp_path):
    for module in ("pooch", "rdata"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=r"needs the package pooch.*covey\[data\]"):
        fetch_public(DATASETS["eia"])
    with pytest.raises(InputError, match=r"needs the package rdata.*covey\[data\]"):
        read_rda(tmp_path / "EIA.rda")


def test_files_of_r_become_frames(tmp_path):
    rdata = pytest.importorskip("rdata", reason="the extra covey[data] is not installed")
    import pandas as pd

    original = pd.DataFrame(
        {
            "number": pd.Series([1, 2], dtype="int32"),
            "price": [0.5, 2.0],
            "state": pd.Categorical(["AK", "AL"]),
        }
    )
    rdata.write_rda(tmp_path / "EIA.rda", {"EIA": original})
    frame = read_rda(tmp_path / "EIA.rda")
    assert frame.to_dict(as_series=False) == {
        "number": [1, 2],
        "price": [0.5, 2.0],
        "state": ["AK", "AL"],
    }


def test_file_that_r_did_not_write_is_refused(tmp_path):
    pytest.importorskip("rdata", reason="the extra covey[data] is not installed")
    (tmp_path / "EIA.rda").write_bytes(CONTENT)
    with pytest.raises(InputError, match=r"'EIA\.rda' does not hold one data frame of R"):
        read_rda(tmp_path / "EIA.rda")
