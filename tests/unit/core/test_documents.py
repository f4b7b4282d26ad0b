from __future__ import annotations

import os

import pytest

from covey.core.documents import DocumentError, is_file, is_folder, load_text, parse_json


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
