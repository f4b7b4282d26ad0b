from pathlib import Path

import pytest

from covey.experiments.reproduce import TABLES
from covey.experiments.reproduce.rows import Printed, Status, Verdict, read_lines
from covey.experiments.reproduce.trends import Standing
from covey.experiments.reproduce.verdicts import (
    EXPLANATIONS,
    MEANINGS,
    STAND_INS,
    Explanation,
    explanation_of,
    explanations_of,
    judge,
)

PAGE = Path(__file__).parents[4] / "docs/theory/reproduced.md"

KEPT, BROKEN = Standing(2), Standing(2, ("must be below k = 4",))
REASON = Explanation("A misprint.", within=0.5)


def printed(value="16.93", status=Status.MATCH):
    return Printed("census", "mdav", 3, "IL", value, status)


@pytest.mark.parametrize(
    ("value", "status", "ours", "standing", "explanation", "expected"),
    [
        ("16.93", Status.MATCH, 16.94, None, None, Verdict.REPRODUCED),
        ("16.93", Status.MATCH, 16.9419, None, None, Verdict.CLOSE),
        ("16.93", Status.MATCH, 17.2, None, None, Verdict.FAILED),
        ("16.93", Status.MATCH, 17.2, None, REASON, Verdict.EXPLAINED),
        ("16.93", Status.CLOSE, 17.2, None, None, Verdict.CLOSE),
        ("16.93", Status.CLOSE, 20.0, None, None, Verdict.FAILED),
        ("16.93", Status.CLOSE, 20.0, None, REASON, Verdict.EXPLAINED),
        ("16.93", Status.CLOSE, 30.0, None, REASON, Verdict.FAILED),
        ("16.93", Status.TYPO, 17.0, None, REASON, Verdict.EXPLAINED),
        ("16.93", Status.TYPO, 17.0, None, None, Verdict.FAILED),
        ("16.93", Status.TREND, 30.0, KEPT, None, Verdict.IN_TREND),
        ("16.93", Status.TREND, 17.0, KEPT, None, Verdict.CLOSE),
        ("16.93", Status.TREND, 16.93, BROKEN, None, Verdict.FAILED),
        ("16.93", Status.TREND, 17.0, BROKEN, REASON, Verdict.EXPLAINED),
        ("16.93", Status.TREND, 30.0, None, None, Verdict.FAILED),
        ("", Status.TREND, 30.0, KEPT, None, Verdict.IN_TREND),
        ("", Status.TREND, 30.0, None, None, Verdict.FAILED),
        ("0.17", Status.INFORMATION, 99.0, BROKEN, None, Verdict.INFORMATION),
    ],
)
def test_verdict(value, status, ours, standing, explanation, expected):
    assert judge(printed(value, status), ours, standing, explanation)[0] is expected


def test_one_unit_of_the_last_digit_is_not_lost_to_binary_fractions():
    assert judge(printed("0.482"), 0.483)[0] is Verdict.REPRODUCED
    assert judge(printed("0.482"), 0.4831)[0] is Verdict.FAILED


def test_counts_must_agree():
    assert judge(printed("76"), 76.0)[0] is Verdict.REPRODUCED
    assert judge(printed("76"), 75.0)[0] is Verdict.FAILED


def test_a_reason_that_can_be_tried_must_give_the_printed_figure():
    reason = Explanation("Another method's value.")
    row = printed("16.966", Status.TYPO)
    assert judge(row, 16.9326, None, reason, 16.9661) == (Verdict.EXPLAINED, reason.reason)
    verdict, note = judge(row, 16.9326, None, reason, 18.0)
    assert verdict is Verdict.FAILED
    assert "does not give it either" in note


def test_what_is_out_of_order_is_named():
    assert "must be below k = 4" in judge(printed("16.93", Status.TREND), 16.93, BROKEN)[1]


def test_an_explanation_covers_the_rows_it_names():
    reasons = (
        Explanation("a", datasets=("eia",)),
        Explanation("b", methods=("mdav",), ks=(3,)),
        Explanation("c", families=("normal",)),
    )
    assert explanation_of(printed(), reasons).reason == "b"
    assert explanation_of(Printed("census", "iamat", 3, "IL"), reasons) is None
    assert explanation_of(Printed("normal-100x2", "iamat", 3, "IL"), reasons).reason == "c"
    assert explanation_of(Printed("normal-100x2", "mdav1", 4, "IL"), reasons).reason == "c"


def test_every_verdict_has_a_meaning_and_the_page_on_the_papers_gives_the_same():
    assert set(MEANINGS) == set(Verdict)
    page = PAGE.read_text(encoding="utf-8").replace("*", "").replace("`", "")
    for verdict, meaning in MEANINGS.items():
        assert f"| {verdict} | {meaning}" in page


def test_every_line_of_the_explanations_is_about_a_table_and_every_stand_in_is_named():
    lines = read_lines(EXPLANATIONS)
    assert {name for line in lines for name in line["tables"].split(";")} <= set(TABLES)
    assert {line["stand_in"] for line in lines if line["stand_in"]} == set(STAND_INS)


def test_explanations_are_read_from_their_lines():
    copied, impossible, *_, direction = explanations_of("001-4")
    assert (copied.datasets, copied.ks, copied.measures) == (("tarragona",), (10,), ("DLD",))
    assert (copied.within, copied.stand_in) == (None, STAND_INS["copied_from_table_3"])
    assert (impossible.within, impossible.stand_in) == (0.15, None)
    assert direction.datasets == direction.families == direction.methods == direction.ks == ()
