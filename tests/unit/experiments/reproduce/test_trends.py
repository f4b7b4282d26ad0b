import pytest

from covey.experiments.reproduce.rows import Printed, Status
from covey.experiments.reproduce.trends import Trend, standings


def rows(*values, dataset="normal-1000x10"):
    """Give rows of k = 3, 4, … with these printed values."""
    return [Printed(dataset, "mdav", k, "IL", value) for k, value in enumerate(values, start=3)]


def ours(printed, *figures):
    return dict(zip((row.key for row in printed), figures, strict=True))


def broken(trend, printed, *figures):
    found = standings([trend], printed, ours(printed, *figures))
    return sum(len(standing.broken) for standing in found.values())


def test_as_printed():
    printed = rows("10.0", "12.0", "11.0")
    assert broken(Trend("k"), printed, 5, 7, 6) == 0
    assert broken(Trend("k"), printed, 5, 7, 8) == 2  # both rows of the pair
    assert broken(Trend("k"), printed, 7, 7, 6) == 2  # equal is not below


def test_slack():
    printed = rows("10.0", "10.1")
    assert broken(Trend("k", slack=0.02), printed, 9, 8) == 0
    stated = Trend("k", "rises", slack=0.02)
    assert broken(stated, printed, 8.1, 8.0) == 0
    assert broken(stated, printed, 9.0, 8.0) == 2


@pytest.mark.parametrize(("order", "count"), [("rises", 0), ("falls", 4)])
def test_stated_directions_need_no_print(order, count):
    assert broken(Trend("k", order), rows("", "", ""), 1, 2, 3) == count


def test_a_tuple_names_methods_from_low_to_high():
    printed = [Printed("census", method, 3, "IL") for method in ("mdav", "iamat", "axis")]
    trend = Trend("method", ("iamat", "mdav"))
    assert broken(trend, printed, 2, 1, 0) == 0
    assert broken(trend, printed, 1, 2, 0) == 2


def test_sizes_are_read_from_the_name():
    printed = [Printed(f"uniform-{n}x10", "mdav", 3, "IL") for n in (100_000, 9_000)]
    assert broken(Trend("records", "falls"), printed, 1, 2) == 0
    assert broken(Trend("records", "falls"), printed, 2, 1) == 2


def test_rows_that_were_not_run_and_mere_information_are_left_out():
    printed = rows("10.0", "12.0", "14.0")
    informing = [*printed, Printed(*printed[0].key, "1", Status.INFORMATION)]
    found = standings([Trend("k")], informing, {printed[0].key: 9.0, printed[2].key: 3.0})
    assert found == {}


def test_it_says_what_the_row_was_compared_with():
    printed = rows("10.0", "12.0")
    found = standings([Trend("k")], printed, ours(printed, 5, 4))
    assert found[printed[0].key].broken == ("must be below k = 4",)
    assert found[printed[1].key].broken == ("must be above k = 3",)
