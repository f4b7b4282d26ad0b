from __future__ import annotations

import hashlib

import pytest

from covey.reading.encodings import to_utf8
from covey.reading.pieces import scan_bytes, utf8_chunks

TEXT = 'name,note\nJosé,"two\nlines"\nœuvre,""\n'


@pytest.mark.parametrize("chunk", [1, 3, 1 << 20])
@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode("utf-8"),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-32"),
        TEXT.encode("cp1252"),
        TEXT.replace("œ", "o").encode("latin-1") + b"\x81\n",
        b"a\n1\n",
        b"\xff",
        b"",
    ],
)
def test_bytes_are_detected_as_by_the_ordinary_reader(tmp_path, data, chunk):
    path = tmp_path / "in.csv"
    path.write_bytes(data)
    text, encoding = to_utf8(data, None, path=path)
    found = scan_bytes(path, chunk=chunk)
    assert found.encoding == encoding
    assert found.sha256 == hashlib.sha256(data).hexdigest()
    assert found.has_zero == (b"\0" in data)
    assert b"".join(utf8_chunks(path, encoding, chunk=chunk)) == text
