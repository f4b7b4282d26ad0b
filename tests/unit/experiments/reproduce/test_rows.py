from covey.experiments.reproduce.rows import (
    PUBLISHED,
    Printed,
    Row,
    Status,
    Verdict,
    printed_in,
)


def test_units():
    assert Printed("a", "b", 3, "IL", "19.545").unit == 0.001
    assert Printed("a", "b", 3, "groups", "76").unit == 0.0
    assert Printed("a", "b", 3, "IL").number is None


def test_coordinates():
    place = Printed("normal-1560x16", "mdav", 3, "IL").coordinates()
    assert (place["family"], place["records"], place["variables"]) == ("normal", 1560, 16)
    assert Printed("sim-1", "mdav", 3, "IL").coordinates()["family"] == "sim-1"
    binary = Printed("binary-sibling-50", "emad emim", None, "edges found").coordinates()
    assert (binary["family"], binary["records"]) == ("binary-sibling", 50)


def test_difference():
    row = Row("001-1", "census", "mdav", 3, "IL", 5.0, 5.25, Verdict.CLOSE)
    assert row.difference == 0.25
    assert Row("001-1", "census", "mdav", 3, "IL", None, 5.0, Verdict.IN_TREND).difference is None


def test_parts_belong_to_their_table():
    panels = {row.panel for row in printed_in("004-2")}
    assert panels == {"size", "dimension", "group size"}
    assert {row.panel for row in printed_in("001-1")} == {""}
    assert len(printed_in("001-1")) == 32


def test_every_line_is_used_or_reused():
    from covey.experiments.reproduce import TABLES

    n_lines = len(PUBLISHED.read_text(encoding="utf-8").splitlines()) - 1
    own = sum(
        bool(row.value) and row.measure != "listed subsets proposed"
        for name, table in TABLES.items()
        if name not in ("000-figure-1", "000-figure-3", "000-figure-4")
        for row in table.printed
    )
    assert own == n_lines


def test_statuses_are_known():
    assert all(isinstance(row.status, Status) for row in printed_in("000-III"))
