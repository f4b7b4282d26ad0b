"""Files that cannot be used: one clear message each, and never a value of the data."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

from covey.core.errors import InputError
from covey.core.settings import ReadingRequest
from covey.reading import delimited, read
from covey.reading.structure import TextPlace, examine

SECRET = "s3cr3t"  # noqa: S105


@pytest.fixture
def refused(tmp_path):
    """Read a file and return the message of the refusal."""

    def _refused(content: str | bytes, name: str = "bad.csv", reading=None) -> str:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(InputError) as caught:
            read(path, reading)
        message = str(caught.value)
        assert SECRET not in message
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__ or caught.value.__context__ is None
        assert str(path) in message
        return message

    return _refused


def test_a_missing_file(tmp_path):
    with pytest.raises(InputError, match=r"There is no file '.*nowhere\.csv'. Check the name"):
        read(tmp_path / "nowhere.csv")
    with pytest.raises(InputError, match=r"There is no file '.*nowhere\.parquet'"):
        read(str(tmp_path / "nowhere.parquet"))


@pytest.mark.parametrize("name", ["nowhere", "nowhere.xlsx"])
def test_no_file_of_another_suffix(tmp_path, name):
    with pytest.raises(InputError, match=r"There is no file '.*nowhere"):
        read(tmp_path / name)


@pytest.mark.parametrize("suffix", ["", ".csv", ".parquet", ".d"])
def test_a_directory(tmp_path, suffix):
    folder = tmp_path / f"folder{suffix}"
    folder.mkdir()
    with pytest.raises(InputError, match=r"is a directory\. Name one of the files"):
        read(folder)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (PermissionError(13, "Permission denied"), "No permission to read '.*'. Ask its owner"),
        (OSError(5, "Input/output error"), "cannot be read: Input/output error"),
    ],
)
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_no_permission_and_other_trouble(tmp_path, monkeypatch, error, message, suffix):
    path = tmp_path / f"t.{suffix}"
    path.write_text("a\n1\n")

    def fail(*args, **kwargs):
        raise error

    monkeypatch.setattr(Path, "open", fail)
    monkeypatch.setattr(Path, "read_bytes", fail)
    with pytest.raises(InputError, match=message):
        read(path)


@pytest.mark.parametrize(
    ("name", "got"), [("t.xlsx", "'.xlsx'"), ("t", "none"), ("t.xlsx.gz", "'.xlsx.gz'")]
)
def test_an_unknown_suffix_names_the_known_ones(tmp_path, name, got):
    (tmp_path / name).touch()
    with pytest.raises(InputError, match=r"\.csv, \.tsv, .*, \.csv\.gz, .*\.pq; .* has " + got):
        read(tmp_path / name)


@pytest.mark.parametrize("name", ["bad.csv", "bad.parquet"])
def test_an_empty_file(refused, name):
    assert "is empty: 0 bytes" in refused(b"", name)


@pytest.mark.parametrize("content", [" ", "\n", "\r\n \t\r\n", "\n\n\n"])
def test_only_white_space(refused, content):
    assert "holds nothing but white space" in refused(content)


def test_only_a_byte_order_mark(refused):
    assert "holds nothing but white space" in refused(b"\xef\xbb\xbf")


@pytest.mark.parametrize("content", ["a,b", "a,b\n", "a\n", "a,b\n\n \n"])
def test_only_a_header(refused, content):
    assert "has columns but no records" in refused(content)


def test_duplicate_headers_are_located_and_named_only_where_they_are_names(refused):
    content = f"age,id,age, id\n1,2,3,{SECRET}\n"
    message = refused(content)
    assert "has the same name for columns 1, 3, counted from 1" in message
    assert "'age'" not in message
    sure = refused(content, reading=ReadingRequest(header="yes"))
    assert "more than one column named 'age', 'id'" in sure


@pytest.mark.parametrize(
    ("header", "positions"),
    [(",a,b", "column 1,"), ("a,,b", "column 2,"), ('a," ",', "columns 2, 3,"), (",,", "1, 2, 3")],
)
def test_missing_headers_are_located(refused, header, positions):
    message = refused(f"{header}\n1,2,{SECRET}\n")
    assert "has no header for " in message
    assert positions in message
    assert "Give every column a name" in message


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (f"a,b\n1,2\n{SECRET}\n3,4\n", "Line 3 of '.*' has 1 field, but the first line has 2"),
        (f"a,b\n1,2\n3,4,{SECRET}\n", "Line 3 of '.*' has 3 fields, but the first line has 2"),
        (f'a,b\n1,"x\ny"\n\n3,4,{SECRET}\n', "Line 5 of '.*' has 3 fields"),
        (f"\na,b\n1,{SECRET},3\n4,5,6\n", "Line 3 of '.*' has 3 fields, but the first line has 2"),
        ("a;b\n1\n", "set 'delimiter' if fields are separated by something else than ';'"),
        ("a\tb\n1\n", "something else than a tab"),
    ],
)
def test_ragged_records_are_located(refused, content, expected):
    message = refused(content)
    assert re.search(expected, message), message


def examined(content, chunk):
    return examine(content.encode(), ",", '"', place=TextPlace(Path("t.csv")), chunk=chunk)


def test_ragged_records_are_found_across_chunks():
    rows = "".join(f'{i},"x,{i}"\n' for i in range(50))
    with pytest.raises(InputError, match="Line 52 of "):
        examined(f"a,b\n{rows}{SECRET}\n", chunk=7)


def test_structure_does_not_depend_on_the_chunk(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(content := 'a,b\n1,"x ""y"", \nz"\n\n2,"""q"""\n')
    assert read(path).frame.rows() == [(1, 'x "y", \nz'), (2, '"q"')]
    for chunk in range(1, 12):
        assert examined(content, chunk).is_record.tolist() == [True, False, True]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (f'a,b\n1,"{SECRET}\n3,4\n', 2),
        (f'a,b\n1,2\n3,"{SECRET}\n5,"x"\n', 3),
        (f'a,b\n1,"x"{SECRET}\n', 2),
        (f'a,b\n1,2\n3,"x" \n4,{SECRET}\n', 3),
    ],
)
def test_unclosed_quotes_are_located(refused, content, line):
    message = refused(content)
    assert message.startswith(f"Line {line} of ")
    assert "opens a quoted field that is not closed" in message
    assert "set 'quote'" in message


def test_a_quote_inside_a_plain_field_is_located(refused):
    message = refused(f'a,b\n"x",1\n5" {SECRET},2\n')
    assert message.startswith("Line 3 of ")
    assert "quote character inside a field that does not begin with one" in message


def test_a_wrong_delimiter_or_quote_is_an_input_error(refused):
    content = f"a;b\n1;'x;{SECRET}'\n2;'y'\n"
    assert "has columns but no records" in refused("a;b\n", reading=ReadingRequest(delimiter=","))
    assert "Line 2 of" in refused(content, reading=ReadingRequest(quote='"'))
    assert "Line 2 of" in refused("a,b;c\n1;2,5,3\n", reading=ReadingRequest(delimiter=","))


@pytest.mark.parametrize("content", [b"a,b\n1,\x00\n", b"\x7fELF\x00\x01\n", b"MZ\x90\x00\x03,\n"])
def test_a_binary_file(refused, content):
    assert "holds NUL bytes: it is not a text file" in refused(content)


@pytest.mark.parametrize(
    ("content", "what"),
    [(b"PK\x03\x04rest", "a ZIP archive or a workbook"), (b"\x1f\x8brest", "compressed by gzip")],
)
def test_other_formats_are_recognised(refused, content, what):
    assert f"is named as a text file but is {what}" in refused(content)


def test_a_parquet_file_named_csv(tmp_path, refused):
    pl.DataFrame({"a": [SECRET]}).write_parquet(tmp_path / "t.parquet")
    content = (tmp_path / "t.parquet").read_bytes()
    assert "is a Parquet file: rename it to end in .parquet" in refused(content)


def test_what_the_csv_reader_says_is_not_passed_on(refused, monkeypatch):
    def fail(*args, **kwargs):
        raise pl.exceptions.ComputeError(f"could not parse `{SECRET}`")

    monkeypatch.setattr(delimited.pl, "read_csv", fail)
    assert "cannot be split into records" in refused(f"a,b\n1,{SECRET}\n")


def test_a_reader_that_loses_records_is_noticed(refused, monkeypatch):
    monkeypatch.setattr(
        delimited.pl, "read_csv", lambda *args, **kwargs: pl.DataFrame({"a": ["1"]})
    )
    assert "cannot be split into records" in refused("a\n1\n2\n")


def test_standard_input_is_no_source():
    with pytest.raises(InputError, match=r"Standard input is not supported.*Save it to one"):
        read("-")


def test_a_name_that_is_not_utf_8():
    with pytest.raises(InputError, match=r"The name of 'f\?\.csv' is not valid UTF-8. Rename"):
        read("f\udcff.csv")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (f"inc\r{SECRET}\n0\n1\n", 1),
        (f"a,b\n1,2\n3,4\r5,{SECRET}\n", 3),
        (f"a,b\r\n1,2\r\n3,4\r{SECRET},6\r\n", 3),
        ("a,b\r\n1,2\r\n3,4\r", 3),
        (f'a,"b\r"\n1,"{SECRET}\r"\n3,4\r5,6\n', 3),
    ],
)
def test_a_carriage_return_that_may_part_two_records(refused, content, line):
    with pytest.raises(InputError, match=f"Line {line} of "):
        examined(content, chunk=7)
    message = refused(content)
    assert message.startswith(f"Line {line} of ")
    assert "holds a carriage return without a line feed after it, outside quotes" in message


def test_carriage_returns_in_quoted_fields_are_values(tmp_path):
    path = tmp_path / "in.csv"
    path.write_bytes(b'a,b\r\n1,"x\ry"\r\n2,"z\r"\r\n')
    assert read(path).frame["b"].to_list() == ["x\ry", "z\r"]


@pytest.mark.parametrize(
    ("content", "remedy"),
    [
        ('"name" "x" "y"\n"P1" 1 1\n', "reading={'delimiter': ' '}; if it is one column, set "),
        ("1 1 3\n2 4 6\n", "blanks. If these separate fields, set reading={'delimiter': ' '};"),
        (
            "Export vom 1.1.2026\nname;x;y\nP1;1;2\nP2;3;4\n",
            "semicolons. If the first line is a title, remove it; if it is one column, set ",
        ),
        ("Export\nname\tx\nP1\t1\n", "tabs. If the first line is a title, remove it; "),
        ("Export\nname,x,y\nP1,1,2\n", "commas. If the first line is a title, remove it; "),
    ],
)
def test_one_column_that_looks_like_several(refused, content, remedy):
    message = refused(content)
    assert message.startswith("Only one column was found in ")
    assert "but its lines hold equally many " in message
    assert remedy in message


@pytest.mark.parametrize(
    "content",
    ["inc\n1,5\n2,5\n3,5\n", "city\nNew York\nLos Angeles\n", "a b\n1\n2\n", "x\n1;2\n", "x\n1\n"],
)
def test_one_column_that_is_one(tmp_path, content):
    path = tmp_path / "in.csv"
    path.write_text(content, encoding="utf-8")
    assert len(read(path).names) == 1


def test_one_column_that_looks_like_several_is_read_if_a_delimiter_is_stated(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("full name\nA B\nC D\n", encoding="utf-8")
    assert read(path, ReadingRequest(delimiter=",")).names == ("full name",)
