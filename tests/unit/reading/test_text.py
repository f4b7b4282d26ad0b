from __future__ import annotations

import gzip

import polars as pl
import pytest

from covey.core.errors import InputError, RequestError
from covey.core.progress import unwatched
from covey.core.settings import ReadingRequest
from covey.reading import read
from covey.reading.text import PIECE, TEXT, convert, reopen

from .refusals import check_refused_alike

FILES = {
    "plain": b"a,b,c\n1,2.5,x\n2,3.25,y\n3,NA,\n4,1e3,z\n",
    "blank lines": b"\n\na,b\n1,2\n\n3,4\n\n\n5,6\n\n",
    "one column": b"a\n1\n\n2\n\n\n3\n\n4\n5\n\n\n\n\n\n\n\n\n6\n" * 2 + b"\n\n",
    "quoted": b'a,"b ""x"""\n1,"two\nlines"\n2,"a, b"\n3,""\n4,"""q"""\n',
    "quoted late": b"a,b\n1,x\n2,y\n3,z\n4,u\n5,v\n" + b'6,"w"\n' * 5,
    "inner quotes": b'a,b\n1,5" pipe\n2,y\n3,z"\n',
    "semicolon, comma": b"a;b;c\n1;2,5;x\n2;3,25;y\n3;-1,5;NA\n",
    "tab": b"a\tb\n1\t2\n3\t4\n",
    "returns": b"a,b\r1,2\r3,4\r5,6\r",
    "windows": "a,b\r\n1,José\r\n2,œ\r\n".encode("cp1252"),
    "mark": "a,b\n1,é\n2,x\n".encode("utf-8-sig"),
    "two marks": b"\xef\xbb\xbf\xef\xbb\xbfa,b\n1,x\n2,y\n",
    "two marks and a separator line": b"\xef\xbb\xbf\xef\xbb\xbfsep=;\na;b\n1;2,5\n2;3\n",
    "two marks, utf-16": "\ufeff\ufeffa,b\n1,x\n2,y\n".encode("utf-16-le"),
    "utf-16": "a,b\n1,é\n2,x\n".encode("utf-16"),
    "separator line": b"sep=;\na;b,c\n1;2\n3;4\n",
    "codes": b"a,b\n1,001\n2,123\n3,456\n4,99\n",
    "missing first": b"a,b,c\n,NA,\n,,\n,,\n1,2.5,x\n2,3,y\n",
    "text late": b"a,b\n1,1\n2,2\n3,3\n4,4\n5,x\n",
    "decimal late": b"a,b\n1,1\n2,2\n3,3\n4,4\n5,1.5\n",
    "padded": b"a,b\n 1 , x \n 2 , NA \n3, y\n",
    "points": b"a,b\n1,.\n2,3\n.,4\n3,x\n",
    "no last line end": b"a,b\n1,2\n3,4",
    "long numbers": b"a,b\n1,123456789012345678901\n2,3.5\n3,1\n",
    "no header": b"x,1,2.5\ny,2,3\n\nx,3,4\nz,4,5\n",
    "no header, quoted": b'"x",1\n"y, ""z""",2\n"x",3\n',
    "c1 by name": b"c1,c2\n1,x\n2,y\n3,z\n",
    "row names of R": b'"","age","c3",""\n"1",30,1.5,x\n"2",41,2.5,y\n"3",52,3,z\n',
    "years": b"2019,2020\n1,2\n3,4\n5,6\n",
    "whole numbers as decimals": b"a,b,c\n1.0,7.3e+07,-2.\n2.0,1e5,0.0\n3,4,.\n4.00,5,1E0\n",
    "a fraction late": b"a,b\n1.0,x\n2.0,y\n3.0,x\n4.0,y\n5.5,x\n",
    "long whole numbers": b"a,b\n1,9007199254740993\n2,3.0\n3,1e3\n4,9007199254740995\n",
    "pattern": b"^a.*$,b\n1,2\n3,4\n5,6\n",
}


PIECES = [18, 30, PIECE]
"""Bytes of the pieces that a file is cut into, about."""

READING = {
    "semicolon, comma": {"decimal": ","},
    "one column": {"header": "yes"},  # the name is a value as well
    "no header": {"header": "no"},
    "no header, quoted": {"header": "no"},
    "c1 by name": {"header": "no"},
    "row names of R": {"header": "yes"},
    "years": {"header": "yes"},
}


@pytest.fixture
def read_in_pieces(tmp_path):
    def run(path, piece=PIECE, **reading):
        (tmp_path / "temporary").mkdir()
        create = (tmp_path / "temporary").joinpath
        asked = ReadingRequest(**reading)
        found = convert(path, asked, create, unwatched, piece=piece, chunk=5)
        return reopen(found, path, create(TEXT))

    return run


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("file", ["in.csv", "in.csv.gz"])
@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read_as_by_the_ordinary_reader(tmp_path, read_in_pieces, name, file, piece):
    path = tmp_path / file
    path.write_bytes(gzip.compress(FILES[name]) if file.endswith(".gz") else FILES[name])
    reading = READING.get(name, {})
    expected = read(path, ReadingRequest(**reading))
    source = read_in_pieces(path, piece, **reading)
    tables = list(source.batches(source.names))
    assert source.origin == expected.origin
    assert source.names == expected.names
    assert source.n_records == expected.n_records
    found = pl.concat([table.frame.to_native() for table in tables])
    assert found.equals(expected.frame.to_native())
    assert found.schema == expected.frame.to_native().schema
    for column in source.names:
        text = pl.concat([table.verbatim[column].to_native() for table in tables])
        assert text.equals(expected.verbatim[column].to_native())
    assert (set(source.hints) == set(expected.hints)) or name == "text late"
    assert source.as_text == ({"b"} if name == "long numbers" else set())


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"   \n \n",
        b"a,b\n",
        b"1,2\n3,4\n",
        b"a,a\n1,2\n",
        b"73194,73194,x\n1,2,y\n",
        b"f,1999-12-31\nm,2000-01-01\n",
        b"f,x\nm,y\nm,y\nm,y\nm,y\nf,z\n",
        b"a,\n1,2\n",
        b"a,b\n1,2\n3\n4,5\n",
        b"a,b\n1,2\n3,4\n5,6\n7,8,9\n",
        b'a,b\n1,"x"\n2,"y\n3,z\n4,u\n',
        b'a,b\n1,"x"\n2,y"z\n3,u\n',
        b"a,b\n1,2\n3,\0\n",
        b"Meier,HIV,NA\nP0,flu,20\nP1,cold,21\n",
        b"1 1 3\n2 4 6\n",
        b"inc\r987654\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n",
        b"a,b\n1,2\n3,4\n5,6\n7,8\r9,10\n11,12\n",
        b"PAR1....",
        b"PK\x03\x04...",
    ],
)
@pytest.mark.parametrize("file", ["in.csv", "in.csv.gz"])
def test_what_is_wrong_is_said_as_by_the_ordinary_reader(
    tmp_path, read_in_pieces, data, file, piece
):
    path = tmp_path / file
    path.write_bytes(gzip.compress(data) if file.endswith(".gz") else data)
    check_refused_alike(path, lambda path: read_in_pieces(path, piece))


@pytest.mark.parametrize(
    "data", [b"a,b\n1,2\n", gzip.compress(b"a,b\n1,2\n" * 99)[:-9]], ids=["plain", "cut"]
)
def test_what_is_wrong_with_a_compressed_file_is_said_as_by_the_ordinary_reader(
    tmp_path, read_in_pieces, data
):
    path = tmp_path / "in.csv.gz"
    path.write_bytes(data)
    check_refused_alike(path, read_in_pieces)


@pytest.mark.parametrize(
    ("encoding", "error"),
    [("klingon", RequestError), ("utf-8", InputError), ("utf-16", InputError)],
)
def test_a_wrong_encoding_is_refused(tmp_path, read_in_pieces, encoding, error):
    path = tmp_path / "in.csv"
    path.write_bytes(b"a,b\n1,\xe9\xff\n")
    with pytest.raises(error) as expected:
        read(path, ReadingRequest(encoding=encoding))
    with pytest.raises(error) as found:
        read_in_pieces(path, encoding=encoding)
    assert str(found.value) == str(expected.value)


@pytest.mark.parametrize("size", [8, 24, 1 << 16])
@pytest.mark.parametrize(
    ("late", "reason"),
    [("x", "are not numbers"), ("2,5", "hold ',' though the decimal mark is '.': set decimal")],
)
@pytest.mark.parametrize("is_alone", [True, False])
def test_a_hint_names_the_record_where_text_begins(tmp_path, size, late, reason, is_alone):
    path = tmp_path / "in.csv"
    after = [] if is_alone else [late, late]
    values = ["1.5", "2.5", "", "4.5", "5.5", "6.5", late, "8.5", *after]
    path.write_text("\n".join(["a;b", *(f"{i};{value}" for i, value in enumerate(values))]))
    create = tmp_path.joinpath
    hints = convert(path, ReadingRequest(), create, unwatched, piece=size, chunk=5)["hints"]
    assert hints.keys() == {"b"}
    assert hints["b"].startswith(f"some of its values, the first in record 7, {reason}")
    assert "first in record" not in hints["b"].split("record 7,")[1]
