"""Encodings: detected, stated, wrong."""

from __future__ import annotations

import codecs

import pytest

from covey.core.errors import InputError, RequestError
from covey.core.records import as_utf8
from covey.core.settings import ReadingRequest
from covey.reading import read
from covey.reading.encodings import detect, to_utf8

TEXT = "naam,größe\nZoë,1.5\nÅsa,2.5\n"


@pytest.fixture
def write(tmp_path):
    def _write(data: bytes):
        path = tmp_path / "t.csv"
        path.write_bytes(data)
        return path

    return _write


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode(), "utf-8"),
        (TEXT.encode("utf-8-sig"), "utf-8-sig"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16"),
        (TEXT.encode("cp1252"), "cp1252"),
    ],
)
def test_the_encoding_is_detected(write, data, encoding):
    table = read(write(data))
    assert table.origin.dialect.encoding == encoding
    assert table.names == ("naam", "größe")
    assert table.frame["naam"].to_list() == ["Zoë", "Åsa"]
    assert table.kind("größe") == "decimal"


def test_bytes_without_meaning_in_cp1252_make_it_latin_1(write):
    table = read(write(b"a,b\nx\x81\xe9,1\n"))
    assert table.origin.dialect.encoding == "latin-1"
    assert table.frame["a"].to_list() == ["x\x81é"]


@pytest.mark.parametrize("size", [1, 3, 1 << 20])
@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode("utf-8"),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-32"),
        TEXT.encode("cp1252"),
        TEXT.encode("latin-1") + b"\x81\n",
        "aé€𝄞éééé".encode(),
        "aé€éééé".encode()[:-1],
        b"a\n1\n",
        b"\xff",
        b"",
    ],
)
def test_an_encoding_is_detected_in_pieces_too(tmp_path, data, size):
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    text, encoding = to_utf8(data, None, path=tmp_path)
    found = detect(pieces)
    assert found.encoding == encoding
    assert found.has_zero == (b"\0" in data)
    assert b"".join(as_utf8(pieces, encoding)) == text


@pytest.mark.parametrize(
    ("stated", "data", "recorded"),
    [
        ("UTF8", TEXT.encode(), "utf-8"),
        ("utf-8", TEXT.encode("utf-8-sig"), "utf-8-sig"),
        ("latin-1", TEXT.encode("latin-1"), "iso8859-1"),
        ("cp437", TEXT.replace("Å", "Ä").encode("cp437"), "cp437"),
        ("utf-16-le", TEXT.encode("utf-16-le"), "utf-16-le"),
    ],
)
def test_a_stated_encoding_is_used(write, stated, data, recorded):
    table = read(write(data), ReadingRequest(encoding=stated))
    assert table.names == ("naam", "größe")
    assert table.origin.dialect.encoding == recorded


@pytest.mark.parametrize(
    ("stated", "data"),
    [
        ("utf-8", TEXT.encode("cp1252")),
        ("ascii", TEXT.encode()),
        ("utf-16", TEXT.encode()),
        ("utf-16-le", b"naam,nr\nZoe,1.5\n"),
        ("utf-32", TEXT.encode("utf-16")),
        ("cp1252", b"a,b\nx\x81,1\n"),
    ],
)
def test_a_wrong_encoding_is_named_with_the_remedy(write, stated, data):
    with pytest.raises(
        InputError, match=rf"cannot be decoded as {stated}.*Leave 'encoding' out"
    ) as e:
        read(write(data), ReadingRequest(encoding=stated))
    assert "Zo" not in str(e.value)
    assert e.value.__cause__ is None


def test_utf_16_that_was_cut_off_is_refused(write):
    with pytest.raises(InputError, match="cannot be decoded as utf-16: it is damaged"):
        read(write(TEXT.encode("utf-16")[:-1]))


@pytest.mark.parametrize("name", ["klingon", "base64", "rot13", "", "a\0b"])
def test_an_unknown_encoding_is_a_wrong_request(write, name):
    with pytest.raises(RequestError, match="'encoding' must be the name of a text encoding"):
        read(write(TEXT.encode()), ReadingRequest(encoding=name))


@pytest.mark.parametrize("mark", [codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE])
def test_the_mark_of_utf_32_is_not_that_of_utf_16(tmp_path, mark):
    name = "utf-32-le" if mark == codecs.BOM_UTF32_LE else "utf-32-be"
    path = tmp_path / "wide.csv"
    path.write_bytes(mark + "größe,b\n1,ä\n".encode(name))
    table = read(path)
    assert table.names == ("größe", "b")
    assert table.origin.dialect.encoding == "utf-32"
