"""Sentences about protection, each from what was counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from covey.releasing.protection import Protection

PLAIN = Protection(
    k=3,
    n_records=600,
    n_quasi=4,
    holds=True,
    counted="records",
    beside=(),
    below_k=0,
    unique=0,
    columns=(),
    has_confidential=True,
)
UNITS = replace(PLAIN, counted="units", beside=("strata", "other"))


@pytest.mark.parametrize(
    ("protection", "sentence"),
    [
        (PLAIN, "Every record shares its values of 4 variables with at least 2 other records."),
        (
            replace(PLAIN, k=2, n_quasi=1),
            "Every record shares its value of 1 variable with at least 1 other record.",
        ),
        (
            replace(PLAIN, beside=("other",)),
            (
                "Every record shares all its published values, confidential ones aside, with at "
                "least 2 other records."
            ),
        ),
        (
            replace(UNITS, has_confidential=False),
            "Every record shares all its published values with records of at least 2 other units.",
        ),
        (
            replace(UNITS, below_k=12, unique=5, columns=("job",)),
            (
                "12 of the 600 records share all their published values, confidential ones aside, "
                "with records of fewer than 2 other units; 5 of them with none."
            ),
        ),
        (
            replace(UNITS, below_k=12, columns=("job",), unit="respondent", k=2),
            (
                "12 of the 600 records share all their published values, confidential ones aside, "
                "with records of no other respondent."
            ),
        ),
        (
            replace(PLAIN, beside=("other",), below_k=600, unique=600, columns=("job",)),
            (
                "All 600 records differ from every other record in their published values, "
                "confidential ones aside."
            ),
        ),
        (
            replace(PLAIN, beside=("other",), below_k=1, unique=1, columns=("job",)),
            (
                "1 of the 600 records differs from every other record in its published values, "
                "confidential ones aside."
            ),
        ),
    ],
)
def test_the_first_sentence_is_about_everything_published(
    protection: Protection, sentence: str
) -> None:
    assert protection.lead == sentence


@pytest.mark.parametrize(
    ("protection", "is_complete"),
    [
        (PLAIN, True),
        (UNITS, True),
        (replace(PLAIN, below_k=1, unique=1), False),
        (replace(PLAIN, holds=False), False),
    ],
)
def test_only_what_was_counted_makes_it_complete(protection: Protection, is_complete: bool) -> None:
    assert protection.is_complete == is_complete


def test_the_columns_are_named_in_the_warning_alone() -> None:
    found = replace(UNITS, below_k=12, unique=5, columns=("job", "town"))
    assert found.warning.endswith("; 5 of them with none. It is because of 'job', 'town'.")
    assert "job" not in found.lead + found.masked + found.counting
    assert UNITS.warning == ""


def test_it_says_over_what_was_counted() -> None:
    assert UNITS.counting == (
        "records in classes of fewer than 3 units, by 4 quasi-identifiers, strata and other "
        "columns, all that is published but confidential columns"
    )


def test_without_the_promise_nothing_is_said_to_be_shared() -> None:
    columnwise = replace(PLAIN, holds=False, below_k=7)
    assert columnwise.everything.startswith("7 of the 600 records share all their published")
    assert columnwise.warning == columnwise.everything  # no other column is the cause
    assert columnwise.masked == "Records need not share all their quasi-identifiers with others."
