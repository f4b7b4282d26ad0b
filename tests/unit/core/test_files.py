"""What is no file is told apart before it is opened: it may never end, or never begin."""

from __future__ import annotations

import os
import socket

import pytest

from covey.core.errors import CoveyError
from covey.core.files import kind_other_than_file
from covey.core.request import Request
from covey.opening import open_store
from covey.reading import read
from covey.reading.config import read_config
from covey.reading.parquet import open_parquet
from covey.releasing.attachment import read_comparison


def link(target):
    return lambda path: path.symlink_to(target)


def bind(path):
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(str(path))


KINDS = {
    "a device": link("/dev/zero"),
    "a pipe": os.mkfifo,
    "a socket": bind,
    "a directory": lambda path: path.mkdir(),
}

READERS = {
    "in.csv": read,
    "in.csv.gz": read,
    "in.parquet": read,
    "streamed.csv": lambda path: open_store(path, Request.of({"k": 3}), n_blocks=2),
    "streamed.parquet": open_parquet,
    "covey.toml": read_config,
    "covey.yaml": read_config,
    "comparison.json": lambda path: read_comparison(path, {}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_kinds(tmp_path, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    KINDS[kind](path := tmp_path.relative_to(tmp_path) / "x")
    assert kind_other_than_file(path) == kind


def test_files_and_what_is_not_there(tmp_path):
    (tmp_path / "a").write_text("a")
    (tmp_path / "b").symlink_to("a")
    (tmp_path / "c").symlink_to("c")
    for name in ("a", "b", "c", "d", "e\0"):
        assert kind_other_than_file(tmp_path / name) is None


@pytest.mark.parametrize("kind", ["a device", "a pipe"])
@pytest.mark.parametrize("name", READERS)
def test_no_reader_opens_them(tmp_path, name, kind):
    path = tmp_path / name
    KINDS[kind](path)
    with pytest.raises(CoveyError, match=f"is {kind}"):
        READERS[name](path)


def test_a_file_of_the_kernel_has_no_bytes(tmp_path):
    path = tmp_path / "in.csv"
    path.symlink_to("/proc/self/status")
    with pytest.raises(CoveyError, match="is empty: 0 bytes"):
        read(path)
