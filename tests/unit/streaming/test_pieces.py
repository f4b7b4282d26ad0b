from __future__ import annotations

import hashlib

import pytest

from covey.reading.encodings import to_utf8
from covey.streaming import pieces
from covey.streaming.pieces import scan_bytes, utf8_chunks, whole_records

TEXT = 'name,note\nJosé,"two\nlines"\nœuvre,""\n'


@pytest.fixture(params=[1, 3, 1 << 20])
def chunk(request, monkeypatch):
    monkeypatch.setattr(pieces, "_CHUNK", request.param)


@pytest.mark.usefixtures("chunk")
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
def test_bytes_are_detected_as_by_the_ordinary_reader(tmp_path, data):
    path = tmp_path / "in.csv"
    path.write_bytes(data)
    text, encoding = to_utf8(data, None, path=path)
    found = scan_bytes(path)
    assert found.encoding == encoding
    assert found.sha256 == hashlib.sha256(data).hexdigest()
    assert found.has_zero == (b"\0" in data)
    assert b"".join(utf8_chunks(path, encoding)) == text


@pytest.mark.parametrize("size", [1, 2, 5, 100])
def test_pieces_hold_whole_records(size):
    text = b'a,b\n1,"x\ny"\n\n\n2,"z"""\n3,\n'
    chunks = (text[i : i + size] for i in range(0, len(text), size))
    found = list(whole_records(chunks, '"'))
    assert b"".join(found) == text
    for piece in found[:-1]:
        assert piece.endswith(b"\n")
        assert piece.count(b'"') % 2 == 0
        assert not piece.endswith(b"\n\n")


def test_a_quote_that_is_never_closed_does_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(pieces, "_LONGEST_RECORD", 10)
    found = list(whole_records(iter([b'a\n"xxxx\n'] + [b"1\n" * 4] * 3), '"'))
    assert max(map(len, found)) < 30
