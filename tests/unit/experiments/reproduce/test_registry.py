import pytest

from covey.core.errors import RequestError
from covey.experiments.reproduce import PAPERS, TABLES, find_tables


def test_the_promised_tables_are_there():
    promised = [
        *(f"001-{n}" for n in (1, 2, 3, 4)),
        *("000-II", "000-III", *(f"000-figure-{n}" for n in (1, 2, 3, 4))),
        *("004-1", "004-2"),
        *(f"002-{n}" for n in (4, 5, 6, 7, 8, 9)),
        *(f"002-figure-{n}" for n in (12, 13, 14)),
        *(f"003-figure-{n}" for n in range(1, 7)),
        *(f"003-{n}" for n in (8, 9, 10, 11, 12)),
    ]
    assert sorted(promised) == sorted(TABLES)
    assert {name[:3] for name in TABLES} == set(PAPERS)


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("001-1", "001-1"),
        ("001:1", "001-1"),
        ("001 1", "001-1"),
        ("001 table 1", "001-1"),
        ("000-iii", "000-III"),
        ("000:fig. 2", "000-figure-2"),
        ("002-figure-14", "002-figure-14"),
    ],
)
def test_ways_to_write_a_name(asked, name):
    assert [table.name for table in find_tables([asked])] == [name]


def test_a_paper_is_all_its_tables_and_nothing_twice():
    assert [table.name for table in find_tables(["004-2", "004"])] == ["004-2", "004-1"]


def test_an_unknown_table_gets_the_nearest_name():
    with pytest.raises(RequestError, match=r"No table '001-11'\. Did you mean '001-1'\?"):
        find_tables(["001-11"])


def test_no_row_is_there_twice():
    for table in TABLES.values():
        places = [(row.key, row.panel) for row in table.printed]
        assert len(places) == len(set(places)), table.name


def test_reasons_are_sentences_that_bear_a_test():
    for table in TABLES.values():
        for explanation in table.explanations:
            assert explanation.reason.endswith("."), explanation
            assert explanation.reason[0].isupper(), explanation
