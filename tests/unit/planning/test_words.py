import pytest

from covey.planning.words import words_of


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("id", {"id"}),
        ("Phone-No.", {"phone", "no"}),
        ("customerNumber2", {"customer", "number"}),
        ("hh_weight", {"hh", "weight"}),
        ("", set()),
        ("17", set()),
        ("größe", {"größe"}),
    ],
)
def test_words_end_at_non_letters_and_where_the_case_changes(name, words):
    assert words_of(name) == words


def test_a_capital_before_a_small_letter_may_belong_to_either_word():
    assert {"hh", "id"} <= words_of("HHid")
    assert {"xml", "key"} <= words_of("XMLKey")


@pytest.mark.parametrize("name", ["width", "note", "keyboard", "IDLE", "decoded", "weighted"])
def test_letters_inside_a_word_are_no_word(name):
    assert not words_of(name) & {"id", "no", "key", "code", "weight"}
