from __future__ import annotations

import json

import numpy as np
import pytest

from covey.core.errors import CoveyError, UnknownNameError
from covey.core.legible import as_json, legible, shown

HOSTILE = "\x1b[2J\x1b]0;title\x07\r\x08\x9b31m\x7f\u202e\u2066\u2028"


def test_nothing_that_a_terminal_obeys_is_left():
    written = legible(HOSTILE)
    assert written.isascii()
    assert written.isprintable()
    assert written.startswith("\\x1b[2J\\x1b]0;title\\x07\\r")


@pytest.mark.parametrize("text", ["age", "größe", "年齢", "سن\u200cها", "👩\u200d🔬", "a\tb\nc"])
def test_what_people_write_stays(text):
    assert legible(text) == text


def test_half_of_a_pair_is_written_out():
    assert legible("\udcff") == "\\udcff"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("x" * 61, f"'{'x' * 60}'…"),
        (10**5_000, "a whole number of about 5,001 digits"),
        (-(10**400), "a whole number of about 401 digits"),
        (np.float64(0.5), "0.5"),
        (np.int64(3), "3"),
        (None, "None"),
        (("a",), "('a',)"),
        ([1, [2, [3]]], "[1, a list]"),
        ([1] * 5, "a list"),
        (np.ones(3), "a ndarray"),
        ({"a": 1}, "a dict"),
    ],
    ids=str.split("text huge negative float int none tuple nested many array dict"),
)
def test_a_value_is_shown_in_a_short_piece(value, words):
    assert shown(value) == words


@pytest.mark.parametrize("kind", [CoveyError, UnknownNameError])
def test_a_message_is_one_line_of_bounded_length_without_escapes(kind):
    text = str(kind(f"No column '{HOSTILE}\n{'x' * 10**6}'. Name another one."))
    assert text.isprintable()
    assert len(text) < 2_100
    assert text.startswith("No column '\\x1b")
    assert text.endswith("Name another one.")


def test_json_means_the_same_without_them():
    text = as_json(json.dumps(["é", HOSTILE], ensure_ascii=False, indent=1))
    assert json.loads(text) == ["é", HOSTILE]
    assert text.replace("\n", "").isprintable()
    assert "é" in text
