import pytest

from covey.core.method import Method
from covey.partitioning import ALGORITHMS
from covey.planning.duration import describe_wait


def method(seconds):
    return Method(
        name="slow",
        family="test",
        summary="Slow.",
        reference="2001",
        work=lambda n, p, k: seconds * 1.5e9,
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (59, ""),
        (61, "about 1 minute "),
        (600, "about 10 minutes"),
        (5400, "about 2 hours"),
        (7200, "about 2 hours"),
        (1e6, "12 days"),
    ],
)
def test_only_long_waits_are_worth_a_word(seconds, words):
    sentence = describe_wait(method(seconds), 1000, 2, 3)
    assert (words in sentence) if words else sentence == ""


def test_a_method_without_an_estimate_says_nothing():
    assert (
        describe_wait(Method(name="m", family="test", summary="M.", reference="2001"), 10**9, 9, 3)
        == ""
    )


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_method_has_an_estimate_that_grows(name):
    work = ALGORITHMS[name].work
    assert work is not None
    assert 0 < work(1_000, 5, 3) < work(10_000, 5, 3) < work(100_000, 5, 3)


def test_cubic_methods_warn_early():
    assert "hours" in describe_wait(ALGORITHMS["md"], 40_000, 10, 3)
    assert describe_wait(ALGORITHMS["mdav-generic"], 40_000, 10, 3) == ""
