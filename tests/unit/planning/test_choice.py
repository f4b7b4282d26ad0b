import pytest

from covey.planning.choice import choose


@pytest.mark.parametrize("n", [2, 1_000, 5_000])
def test_a_small_table_is_searched_with_all_the_effort(n):
    choice = choose(n, 10, 5, 2.0)
    assert (choice.method, choice.refine, choice.effort) == ("iamat", "search", 2.0)


def test_a_larger_one_with_as_many_iterations_in_all():
    assert choose(50_000, 10, 5, 1.0).effort * 50_000 == pytest.approx(5_000)
    assert choose(50_000, 10, 5, 1.0).method == "iamat"


def test_a_large_one_is_cut_into_blocks():
    choice = choose(50_001, 10, 5, 1.0)
    assert (choice.method, choice.refine) == ("blocks", "search")
    assert "50,001 records" in choice.why_method


def test_the_work_grows_with_the_table_from_some_size_on():
    assert choose(10_000_000, 10, 5, 1.0).effort == choose(1_000_000, 10, 5, 1.0).effort > 0.0


def test_many_variables_count_as_many_records_do():
    assert choose(5_000, 200, 5, 1.0).effort == choose(100_000, 10, 5, 1.0).effort == 0.05
    assert choose(20_000, 200, 5, 1.0).method == "blocks"
    assert "20,000 records of 200 variables are" in choose(20_000, 200, 5, 1.0).why_method


def test_large_groups_form_around_centroids():
    assert choose(1_000, 10, 49, 1.0).method == "iamat"
    assert choose(1_000, 10, 50, 1.0).method == "mdav-centroid"
    assert choose(1_000_000, 10, 50, 1.0).method == "blocks"


def test_few_variables_make_a_table_no_smaller():
    assert choose(50_000, 2, 5, 1.0) == choose(50_000, 10, 5, 1.0)


@pytest.mark.parametrize(
    ("n", "effort", "words"),
    [
        (100, 0.0, "an effort of 0"),
        (5_000, 30.0, "that is what an effort of 30 asks for"),
        (50_000, 1.0, "10 % of what a small table gets with an effort of 1, because 50,000"),
    ],
)
def test_it_says_how_much_of_the_effort_it_grants(n, effort, words):
    assert words in choose(n, 10, 5, effort).why_effort


@pytest.mark.parametrize("n", [100, 1_000_000])
def test_no_effort_is_local_search_alone(n):
    assert choose(n, 10, 5, 0.0).effort == 0.0
