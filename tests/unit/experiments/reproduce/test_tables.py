import pytest

from covey.experiments.reproduce.bench import Bench
from covey.experiments.reproduce.rows import Printed, Status, Verdict
from covey.experiments.reproduce.tables import PaperTable, count_verdicts
from covey.experiments.reproduce.trends import Trend
from covey.experiments.reproduce.verdicts import Explanation

ROWS = (
    Printed("census", "mdav", 3, "IL", "5.692", Status.MATCH),
    Printed("census", "mdav", 4, "IL", "7.494", Status.TREND),
    Printed("census", "mdav", 5, "IL", "9.088", Status.TREND),
)


def table(*figures, explanations=()):
    ours = {row.key: f for row, f in zip(ROWS, figures, strict=False) if f is not None}
    return PaperTable("001-0", "A table", lambda *_: ours, ROWS, (Trend("k"),), explanations)


def verdicts(table, **options):
    return [row.verdict for row in table.run(Bench(**options))]


def test_rows_are_judged_together():
    assert verdicts(table(5.6922, 10.0, 20.0)) == ["reproduced", "in trend", "in trend"]
    assert verdicts(table(5.6922, 10.0, 8.0)) == ["reproduced", "failed", "failed"]


def test_what_is_missing_was_not_run_if_quick_and_failed_otherwise():
    assert verdicts(table(5.692, 10.0), is_quick=True)[2] is Verdict.NOT_RUN
    assert verdicts(table(5.692, 10.0))[2] is Verdict.FAILED


def test_what_the_reason_gives_is_told():
    reason = Explanation("Another k.", ks=(3,), stand_in=lambda *_: 5.69)
    rows = table(6.0, 7.4, 9.0, explanations=(reason,)).run(Bench())
    assert (rows[0].verdict, rows[0].note, rows[0].if_so) == ("explained", "Another k.", 5.69)
    assert rows[1].if_so is None


def test_every_verdict_is_counted():
    counts = count_verdicts(table(5.692, 7.4, 9.0).run(Bench()))
    assert counts["reproduced"] == 1
    assert counts["failed"] == 0
    assert sum(counts.values()) == 3
    assert list(counts) == [
        "reproduced", "close", "in trend", "explained", "failed", "information", "not run",
    ]  # fmt: skip


def test_a_row_knows_its_table():
    with pytest.raises(AttributeError):
        table(1, 2, 3).run(Bench())[0].table = "other"
