"""Delimited files: dialects, records, and what is kept of the text."""

from __future__ import annotations

import csv
import hashlib
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import covey
from covey.core.errors import InputError, RequestError
from covey.core.settings import ReadingRequest
from covey.core.table import Dialect
from covey.reading import read
from covey.releasing import verify


@pytest.fixture
def write(tmp_path):
    def _write(content: str | bytes, name: str = "people.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return _write


def values(table):
    return {name: table.frame[name].to_list() for name in table.names}


def text(table, name):
    return table.verbatim[name].to_list()


def test_columns_get_their_kinds_and_the_origin_is_recorded(write):
    path = write("id,age,income,town\n007,34,1200.50,Ghent\n008,51,900,Bruges\n")
    table = read(path)
    assert values(table) == {
        "id": ["007", "008"],
        "age": [34, 51],
        "income": [1200.5, 900.0],
        "town": ["Ghent", "Bruges"],
    }
    assert [table.kind(name) for name in table.names] == ["text", "integer", "decimal", "text"]
    assert table.origin.name == "people.csv"
    assert table.origin.path == path.resolve()
    assert table.origin.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert table.origin.dialect == Dialect(",", '"', ".", "utf-8")
    assert not table.as_array


def test_the_text_of_every_column_is_kept(write):
    table = read(write('a,b\n1.50,NA\n+2.0,"x ""y"""\n1e3, padded \n'))
    assert text(table, "a") == ["1.50", "+2.0", "1e3"]
    assert text(table, "b") == ["NA", 'x "y"', " padded "]
    assert values(table) == {"a": [1.5, 2.0, 1000.0], "b": [None, 'x "y"', " padded "]}


def test_an_empty_field_and_an_empty_quoted_field_stay_apart_in_the_text(write):
    table = read(write('a,b\n1,\n2,""\n3,x\n'))
    assert text(table, "b") == [None, "", "x"]
    assert values(table)["b"] == [None, None, "x"]


@pytest.mark.parametrize("suffix", [".csv", ".CSV", ".tsv", ".txt"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_every_delimiter_is_detected_whatever_the_suffix(write, delimiter, suffix):
    content = f"a{delimiter}b\n1{delimiter}x\n2{delimiter}y\n"
    table = read(write(content, f"t{suffix}"))
    assert table.origin.dialect.delimiter == delimiter
    assert values(table) == {"a": [1, 2], "b": ["x", "y"]}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_line_end_is_read(write, line_end):
    table = read(write(line_end.join(["a,b", "1,2", "3,4", ""])))
    assert values(table) == {"a": [1, 3], "b": [2, 4]}


def test_quoted_fields_may_hold_delimiters_line_ends_and_quotes(write):
    table = read(write('a,"b,\nname"\n1,"x, y\nz"\n2,"say ""no"", he"\n3,"p\r\nq"\n'))
    assert values(table) == {
        "a": [1, 2, 3],
        "b,\nname": ["x, y\nz", 'say "no", he', "p\r\nq"],
    }


def test_apostrophes_are_quotes_where_they_enclose_fields(write):
    table = read(write("'a','b'\n'1,5','it''s, so'\n'2,5','z'\n"))
    assert table.origin.dialect.quote == "'"
    assert values(table) == {"a": [1.5, 2.5], "b": ["it's, so", "z"]}


def test_apostrophes_that_begin_a_name_are_no_quotes(write):
    table = read(write("town,n\n's-Hertogenbosch,1\n's-Gravenhage,2\nO'Fallon,3\n"))
    assert values(table)["town"] == ["'s-Hertogenbosch", "'s-Gravenhage", "O'Fallon"]
    assert table.origin.dialect.quote == '"'


def test_a_quote_that_opens_no_field_is_a_plain_character(write):
    table = read(write('part,n\n5" pipe,1\n6" pipe,2\n7,3\n'))
    assert values(table)["part"] == ['5" pipe', '6" pipe', "7"]


@pytest.mark.parametrize(
    ("content", "expected", "delimiter"),
    [
        ("x\n1\n2\n", [1, 2], ","),
        ("x\n1,5\n2,75\n", [1.5, 2.75], ";"),
        ("x\nred\nblue\n", ["red", "blue"], ","),
        ('x\n"a, b"\n"c"\n', ["a, b", "c"], ","),
    ],
)
def test_a_single_column_is_read(write, content, expected, delimiter):
    table = read(write(content))
    assert values(table) == {"x": expected}
    assert table.origin.dialect.delimiter == delimiter


def test_a_header_with_commas_does_not_hide_the_semicolon(write):
    table = read(write("Income, total;Age, years\n1,5;20,5\n2,5;30\n"))
    assert table.names == ("Income, total", "Age, years")
    assert values(table)["Income, total"] == [1.5, 2.5]


def test_delimiters_beyond_the_sample_do_not_matter(write):
    rows = "".join(f"{i};text, with, commas {i}\n" for i in range(10_000))
    table = read(write("id;note\n" + rows))
    assert table.origin.dialect.delimiter == ";"
    assert table.n_records == 10_000
    assert values(table)["note"][-1] == "text, with, commas 9999"


@pytest.mark.parametrize(
    ("content", "decimal"),
    [
        ("a;b\n1,5;2\n2,25;3\n", ","),
        ("a;b\n1,234;2\n2,345;3\n", ","),  # the semicolon is there for the decimal comma
        ('a,b\n"1,5",2\n"2,25",3\n', ","),
        ('a,b\n"1,234",2\n"2,345",3\n', "."),  # may be thousands
        ("a\tb\n1,234\t2\n0,345\t3\n", ","),  # no thousand begins with 0
        ("a;b\n1.5;2,5\n2.5;3,5\n", "."),  # a draw
        ("a;b;c\n1.5;2,5;3,5\n2.5;3,5;4,5\n", ","),
        ('a,answers\n1,"1,3"\n2,"1,2,4"\n3,"2"\n', "."),  # lists of codes
        ("a,b\n1.5,2\n", "."),
    ],
)
def test_the_decimal_mark_is_detected(write, content, decimal):
    assert read(write(content)).origin.dialect.decimal == decimal


def test_numbers_that_may_hold_thousands_stay_text_with_a_hint(write):
    table = read(write('a,b\n"1,234",2\n"2,345",3\n999,4\n'))
    assert table.kind("a") == "text"
    assert table.hints["a"].startswith("2 of 3 values hold ',' though the decimal mark is '.'")
    table = read(table.origin.path, ReadingRequest(decimal=","))
    assert values(table)["a"] == [1.234, 2.345, 999.0]
    assert table.hints == {}


@pytest.mark.parametrize(
    "content",
    [
        "a,b\n1,2\n3,4\n\n\n",
        "a,b\r\n1,2\r\n3,4\r\n\r\n \t\r\n",
        "\n \n\na,b\n1,2\n3,4",
        "a,b\n\n1,2\n\n  \n3,4\n",
    ],
)
def test_blank_lines_are_no_records(write, content):
    assert values(read(write(content))) == {"a": [1, 3], "b": [2, 4]}


def test_in_one_column_a_blank_line_is_missing_unless_nothing_follows(write):
    table = read(write("a\n1\n\n3\n\n \n"))
    assert values(table) == {"a": [1, None, 3]}
    assert table.missing("a").tolist() == [False, True, False]


def test_a_line_of_delimiters_is_a_record_without_values(write):
    assert values(read(write("a,b\n1,2\n,\n"))) == {"a": [1, None], "b": [2, None]}


def test_header_names_lose_outer_spaces_only(write):
    assert read(write('a , b,"c d"\n1,2,3\n')).names == ("a", "b", "c d")


def test_overrides_win_over_detection(write):
    path = write("a;b|c\n1;2|3\n")
    assert read(path, ReadingRequest(delimiter="|")).names == ("a;b", "c")
    path = write("a,b\n$x,y$,2\n")
    assert values(read(path, ReadingRequest(quote="$"))) == {"a": ["x,y"], "b": [2]}
    path = write("a'b'c\n1'2'3\n'4'5\n")
    assert values(read(path, ReadingRequest(delimiter="'"))) == {
        "a": [1, None],
        "b": [2, 4],
        "c": [3, 5],
    }
    path = write("a;b\n1,5;2\n")
    table = read(path, ReadingRequest(decimal="."))
    assert table.kind("a") == "text"
    assert table.origin.dialect == Dialect(";", '"', ".", "utf-8")


@pytest.mark.parametrize(
    ("reading", "message"),
    [
        (ReadingRequest(delimiter="§"), "'delimiter' must be one ASCII character"),
        (ReadingRequest(quote="\n"), "'quote' must be one ASCII character"),
        (ReadingRequest(delimiter="'", quote="'"), "'delimiter' and 'quote' must differ"),
    ],
)
def test_impossible_dialects_are_refused(write, reading, message):
    with pytest.raises(RequestError, match=message):
        read(write("a,b\n1,2\n"), reading)


FIELDS = st.text(st.sampled_from("ab 01.,;|\t\"'\n-é"), max_size=6)


@given(
    rows=st.lists(st.lists(FIELDS, min_size=2, max_size=2), min_size=1, max_size=8),
    delimiter=st.sampled_from(",;\t|"),
    quote=st.sampled_from("\"'"),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    line_end=st.sampled_from(["\n", "\r\n"]),
)
def test_what_a_csv_writer_wrote_is_read_field_by_field(
    tmp_path_factory, rows, delimiter, quote, quoting, line_end
):
    buffer = io.StringIO()
    writer = csv.writer(
        buffer, delimiter=delimiter, quotechar=quote, quoting=quoting, lineterminator=line_end
    )
    writer.writerows([["first", "second"], *rows])
    path = tmp_path_factory.mktemp("csv") / "t.csv"
    path.write_bytes(buffer.getvalue().encode())
    table = read(path, ReadingRequest(delimiter=delimiter, quote=quote))
    got = zip(text(table, "first"), text(table, "second"), strict=True)
    assert [[a or "", b or ""] for a, b in got] == rows


def test_a_name_that_looks_like_a_pattern(tmp_path):
    """Polars expands names between ^ and $; these are names like any other."""
    path = tmp_path / "names.csv"
    path.write_text("^a.*$,ab,*,^t$\n1,2,x,\n1.5,3,y,NA\n")
    table = read(path, ReadingRequest(header="yes"))  # a star may stand for a missing value
    assert table.names == ("^a.*$", "ab", "*", "^t$")
    assert table.frame.to_native().rows() == [(1.0, 2, "x", None), (1.5, 3, "y", None)]
    assert table.verbatim["^a.*$"].to_list() == ["1", "1.5"]
    assert table.verbatim["^a.*$"].name == "^a.*$"


@pytest.mark.parametrize("first", ["sep=|\n", "SEP=|\r\n", '"sep=|"\n'])
def test_a_first_line_that_states_the_delimiter(tmp_path, first):
    path = tmp_path / "excel.csv"
    path.write_bytes(f"{first}a,b|c\n1,5|2\n".encode())
    table = read(path)
    assert table.names == ("a,b", "c")
    assert table.origin.dialect.delimiter == "|"
    path.write_bytes(f"{first}a|c\n1|2\n1|2|3\n".encode())
    with pytest.raises(InputError, match="Line 4 of"):
        read(path)


@pytest.mark.parametrize("name", ["x^2", "x\x01", "xڃ", "x"])
@pytest.mark.parametrize("suffix", ["csv", "tsv"])
def test_a_name_that_begins_like_compressed_data(tmp_path, name, suffix):
    mark = "," if suffix == "csv" else "\t"
    path, target = tmp_path / f"in.{suffix}", tmp_path / f"out.{suffix}"
    rows = [f"{i}.5{mark}{i * 50}\n" for i in range(13)]
    path.write_text(f"{name}{mark}y\n" + "".join(rows), encoding="utf-8")
    assert read(path).frame.get_column("y").to_list() == list(range(0, 650, 50))
    covey.protect(path, k=3, method="mdav").write(target)
    assert verify(target).k == 3
    assert verify(target, memory=10**9).k == 3
