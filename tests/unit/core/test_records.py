from __future__ import annotations

import pytest

from covey.core.records import as_utf8, whole_records


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


def test_a_quote_that_is_never_closed_does_not_fill_the_memory():
    chunks = [b'a\n"xxxx\n'] + [b"1\n" * 4] * 3
    found = list(whole_records(chunks, '"', longest=10))
    assert max(map(len, found)) < 30


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_marks_go_and_text_stays(encoding):
    data = "\ufeffà,b\n".encode(encoding) if encoding != "cp1252" else "à,b\n".encode(encoding)
    assert b"".join(as_utf8([data[:1], data[1:]], encoding)) == "à,b\n".encode()
