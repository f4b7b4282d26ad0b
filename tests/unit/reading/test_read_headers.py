"""A first line that may be a record is refused without showing it, until the user settles it."""

from __future__ import annotations

import pytest

from covey.core.errors import InputError, RequestError
from covey.core.settings import ReadingRequest
from covey.reading import read
from covey.reading.columns import MISSING, MISSING_NUMBER
from covey.reading.headers import is_marker, is_number_or_date

NO, YES = ReadingRequest(header="no"), ReadingRequest(header="yes")


@pytest.fixture
def write(tmp_path):
    def _write(content, name="h.csv"):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return path

    return _write


RECORDS = {
    "numbers": "4711,52.5\n4712,61.0\n",
    "decimal commas": "4711;52,5\n4712;61,0\n",
    "equal numbers": "73194,73194,x\n1,2,y\n",
    "quoted": '"4711",-1e3\n1,2\n',
    "one column": "4711\n1\n2\n",
    "after a blank line": "\n4711,+.5\n1,2\n",
    "partly text": "Meier,34,51200\nMueller,35,50100\n",
    "a date": "Meier,1967-03-14\nMueller,1971-11-02\n",
    "a written date": "Meier,14. Maerz 1967\nMueller,2. Mai 1971\n",
    "a value again": "Meier,widowed\nMueller,single\nSchmidt, widowed \n",
    "a missing value again": "NA,Meier\nx,Mueller\nNA,Schmidt\n",
    "missing": "Meier,HIV,NA\nP0,flu,20\nP1,cold,21\n",
    "a point": "Meier,HIV,.\nP0,flu,20\nP1,cold,21\n",
    "a quoted dash": 'Meier,HIV,"-"\nP0,flu,20\nP1,cold,21\n',
    "none": "Meier,HIV,none\nP0,flu,20\nP1,cold,21\n",
    "one record": "Meier,34,51200\n",
    "blank and a number": "Meier,,51200\nMueller,3,50100\n",
}


@pytest.mark.parametrize("case", RECORDS)
def test_a_first_record_is_refused_and_not_shown(write, case):
    path = write(RECORDS[case])
    with pytest.raises(InputError) as caught:
        read(path)
    message = str(caught.value).replace(str(path), "")
    assert message.startswith("The first line of '' may be a record instead of column names: in ")
    assert "reading={'header': 'no'}" in message
    assert "reading={'header': 'yes'}" in message
    for secret in ("4711", "52", "73194", "Meier", "34", "widowed", "1967", "Maerz"):
        assert secret not in message


@pytest.mark.parametrize("case", RECORDS)
def test_without_header_every_line_is_a_record(write, case):
    content = RECORDS[case]
    table = read(write(content), NO)
    lines = [line for line in content.splitlines() if line]
    assert table.n_records == len(lines)
    assert table.names == tuple(f"c{i + 1}" for i in range(len(table.names)))
    first = [table.verbatim[name][0] for name in table.names]
    delimiter = table.origin.dialect.delimiter
    assert first == [field.strip('"') or None for field in lines[0].split(delimiter)]


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ('"","age","income"', ("c1", "age", "income")),  # as write.csv of R has it
        (",c1,c4", ("c1_", "c1", "c4")),
        ("c2, ,c2_", ("c2", "c2__", "c2_")),
        (",,", ("c1", "c2", "c3")),
    ],
)
def test_blank_names_become_places_if_the_user_says_that_they_are_names(write, header, names):
    path = write(f"{header}\n1,30,5\n2,41,6\n")
    with pytest.raises(InputError, match=r"'yes'\}; blank ones are then called by place, as c1\."):
        read(path)
    table = read(path, YES)
    assert table.names == names
    assert table.frame[names[1]].to_list() == [30, 41]


def test_names_are_taken_for_names_if_the_user_says_so(write):
    table = read(write("region,2019,2020,north\nx,1,2,north\n"), YES)
    assert table.names == ("region", "2019", "2020", "north")
    assert table.n_records == 1


def test_a_release_of_a_file_without_header_is_read_with_the_same_setting(write):
    table = read(write("c1,c2\n1,2\n3,4\n"), NO)
    assert table.names == ("c1", "c2")
    assert table.n_records == 2


def test_blank_lines_and_single_columns_without_header(write):
    assert read(write("\n\n1,2\n\n3,4\n"), NO).frame.rows() == [(1, 2), (3, 4)]
    assert read(write("1\n\n3\n"), NO).frame.rows() == [(1,), (None,), (3,)]


@pytest.mark.parametrize(
    ("content", "message"),
    [("Meier,Meier,x\na,b,c\n", "same name for columns 1, 2,"), ("Meier,,x\na,b,c\n", "column 2,")],
)
def test_equal_and_blank_names_are_not_shown_and_may_be_a_record(write, content, message):
    path = write(content)
    with pytest.raises(InputError, match=message) as caught:
        read(path)
    assert "Meier" not in str(caught.value)
    assert "reading={'header': 'no'}" in str(caught.value)
    assert read(path, NO).n_records == 2


def test_a_usual_header_is_no_record(write):
    content = "id,x1,Q1 2019,2019Q1,#,%,°C,T/F,Größe,m²,hh:mm,name (2)\n" + ",".join("123456789012")
    assert read(write(content)).n_records == 1


@pytest.mark.parametrize(
    "field",
    [
        "7",
        " 3.5 ",
        "-1e3",
        "7,3E+07",
        "1 234,50 €",
        "12 %",
        "+49 170 1234567",
        "00123",
        "½",
        "1999-12-31",
        "31.12.1999",
        "12/31/99",
        "12:30",
        "1999-12-31T23:59:59Z",
        "3:45 pm",
        "1/31/2024 3:45 PM",
        "31-DEC-1999",
        "31 décembre 1999",
        "Dec 31, 1999",
        "december 31 1999",
    ],
)
def test_numbers_and_dates(field):
    assert is_number_or_date(field)


@pytest.mark.parametrize(
    "field", ["", "x", "x1", "1st", "Q1", "2019Q1", "p50", "wave 3", "e5", "age 18-25", "May", "-"]
)
def test_names(field):
    assert not is_number_or_date(field)


@pytest.mark.parametrize(
    "field",
    ["na", "Nan", "None", "-", "--", "?", " Unknown ", "..", "…", "–", "#N/A", "<NA>", "NaT"],
)
def test_markers_of_missing_values(field):
    assert is_marker(field)


def test_every_marker_that_is_read_as_missing_is_one_in_the_first_line():
    assert all(is_marker(field) for field in (*MISSING, MISSING_NUMBER) if field)


@pytest.mark.parametrize("field", ["", "Na", "name", "nationality", "#", "%", "no", "x_", "a/b"])
def test_names_are_no_markers(field):
    assert not is_marker(field)


def test_the_setting_takes_yaml_s_booleans_and_nothing_else():
    assert ReadingRequest.of({"header": True}).header == "yes"
    assert ReadingRequest.of({"header": False}).header == "no"
    with pytest.raises(RequestError, match=r"'header' must be 'yes' or 'no'\. Got 'maybe'"):
        ReadingRequest.of({"header": "maybe"})
