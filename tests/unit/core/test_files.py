"""What is no file is told apart before it is opened: it may never end, or never begin."""

from __future__ import annotations

import os
import socket
import stat

import pytest

from covey.core.errors import CoveyError
from covey.core.files import (
    DocumentError,
    is_file,
    is_folder,
    keep,
    kind_other_than_file,
    load_text,
    parse_json,
)
from covey.core.request import Request
from covey.opening import open_store
from covey.reading import read
from covey.reading.config import read_config
from covey.reading.parquet import open_parquet
from covey.releasing.publisher import read_comparison


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


def _make(kind, folder):
    path = folder / "file"
    if kind == "directory":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "endless":
        path.symlink_to("/dev/zero")
    elif kind == "large":
        path.write_bytes(b" " * (2 << 20))
    elif kind == "binary":
        path.write_bytes(b"\xff\xfe\x00")
    elif kind == "long":
        path = folder / ("x" * 300)
    elif kind == "nul":
        path = folder / "a\0b"
    return path


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("absent", "does not exist"),
        ("directory", "is a directory"),
        ("loop", "cannot be read"),
        ("long", "cannot be read: File name too long"),
        ("nul", "has a NUL character in its name"),
        ("endless", "is a device"),
        ("large", "is larger than 1 MB"),
        ("binary", "must be written in UTF-8"),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="files as POSIX has them")
def test_what_is_no_document(tmp_path, kind, message):
    path = _make(kind, tmp_path)
    with pytest.raises(DocumentError, match=message):
        load_text(path, largest=1 << 20)
    assert is_folder(path) == (kind == "directory")
    assert is_file(path) == (kind in ("binary", "large"))


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path):
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbf{}")
    assert parse_json(load_text(tmp_path / "a")) == {}


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, "9" * 5_000, "NaN", "[Infinity]", "{'a': 1}"]
)
def test_what_is_no_json(text):
    with pytest.raises(DocumentError, match="is not valid JSON"):
        parse_json(text)


def test_what_is_kept_only_its_owner_can_read(tmp_path):
    path = tmp_path / "new" / "folder" / "a.json"
    keep(path, b"first")
    keep(path, b"second")
    assert path.read_bytes() == b"second"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_a_place_that_takes_nothing_is_no_failure(tmp_path):
    file = tmp_path / "file"
    file.write_text("in the way")
    keep(file / "a.json", b"{}")
    assert file.read_text() == "in the way"
