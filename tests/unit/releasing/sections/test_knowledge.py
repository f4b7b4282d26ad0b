"""Risk by number of known variables."""

from __future__ import annotations

from covey.core.scores import Scores
from covey.releasing.sections.knowledge import knowledge_section


def test_without_the_measure_there_is_no_section() -> None:
    assert knowledge_section(Scores({"IL": 1.0})) is None


def test_numbers_of_variables_are_in_order() -> None:
    shares = {str(m): float(m) for m in (10, 9, 2, 1)}
    section = knowledge_section(Scores({"KNOWN": 10.0}, {"KNOWN": "Exact."}, {"KNOWN": shares}))
    assert section is not None
    assert [m for m, _ in section.rows] == ["1", "2", "9", "10"]
    assert section.note == "Exact."


def test_very_many_are_thinned_and_the_last_stays() -> None:
    shares = {str(m): 0.0 for m in range(1, 2001)}
    section = knowledge_section(Scores({"KNOWN": 0.0}, {}, {"KNOWN": shares}))
    assert section is not None
    assert len(section.rows) <= 30
    assert section.rows[-1][0] == "2000"
