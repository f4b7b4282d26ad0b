"""Files of taxonomies."""

import pytest

from covey.core.errors import InputError, RequestError
from covey.core.request import Request
from covey.core.taxonomy import Taxonomy
from covey.reading.taxonomies import read_pairs, with_taxonomies

PAIRS = (("cook", "food"), ("food", "any"))


@pytest.mark.parametrize(
    "text",
    [
        "cook,food\nfood,any\n",
        "child,parent\ncook,food\nfood,any\n",
        "PARENT;CHILD\r\ncook;food\r\n\r\nfood;any",  # no node has these names
        "job\tgroup\ncook\tfood\nfood\tany\n",
        "sep=;\ncook;food\nfood;any\n",
        '"cook", "food"\n"food", "any"\n',
    ],
)
def test_with_or_without_names_and_with_any_delimiter(tmp_path, text):
    path = tmp_path / "tree.csv"
    path.write_text(text, encoding="utf-8", newline="")
    assert read_pairs(path) == PAIRS


def test_a_header_may_name_the_column(tmp_path):
    (path := tmp_path / "tree.csv").write_text("Beruf,Obergruppe\ncook,food\nfood,any\n", "utf-8")
    assert read_pairs(path, "beruf") == PAIRS


@pytest.mark.parametrize("line", ["nurse,health", "a,a"])
def test_a_first_line_that_is_no_header_is_a_pair_though_nothing_hangs_on_it(tmp_path, line):
    (path := tmp_path / "tree.csv").write_text(f"{line}\ncook,food\nfood,any\n", "utf-8")
    pairs = read_pairs(path, "job")
    assert pairs == (tuple(line.split(",")), *PAIRS)
    message = "has a cycle" if line == "a,a" else "has 2 nodes with nothing above .* header"
    with pytest.raises(RequestError, match=message):
        Taxonomy.of(pairs, "It")


def test_the_root_may_have_a_line_without_parent(tmp_path):
    path = tmp_path / "tree.csv"
    path.write_text("cook,food\nfood,any\nany,\n", encoding="utf-8")
    assert read_pairs(path) == (*PAIRS, ("any", ""))


@pytest.mark.parametrize("line", ["a,b,c", ",b"])
def test_a_line_that_is_no_pair_is_named_by_its_number(tmp_path, line):
    path = tmp_path / "tree.csv"
    path.write_text(f"cook,food\nfood,any\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"Line 3 of the taxonomy '.*tree.csv'"):
        read_pairs(path)


def test_an_empty_file_is_refused(tmp_path):
    (tmp_path / "tree.csv").touch()
    with pytest.raises(InputError, match="is empty"):
        read_pairs(tmp_path / "tree.csv")


def test_a_request_holds_what_its_files_say(tmp_path):
    (tmp_path / "tree.csv").write_text("cook,food\nfood,any\n", encoding="utf-8")
    columns = {"job": {"taxonomy": str(tmp_path / "tree.csv")}, "age": {"importance": 2}}
    request = Request.of({"k": 3, "columns": columns})
    found = with_taxonomies(request)
    assert found.columns["job"].taxonomy == PAIRS
    assert found.columns["age"] == request.columns["age"]
    assert with_taxonomies(found) == found
