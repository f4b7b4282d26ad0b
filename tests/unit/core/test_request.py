import pytest

from covey.core.errors import RequestError
from covey.core.request import Request


def test_defaults():
    request = Request.of({"k": 3})
    assert (request.method, request.scaling, request.refine, request.round) == (
        "auto",
        "zscore",
        None,
        "none",
    )
    assert request.roles.quasi is None


def test_text_is_converted():
    request = Request.of({"k": "5", "seed": "7", "effort": "0.5"})
    assert (request.k, request.seed, request.effort) == (5, 7, 0.5)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({}, "'k' is required. Usual choices are 3, 5 and 10"),
        ({"k": 1}, "'k' must be a whole number of at least 2.*Got 1"),
        ({"k": "three"}, "'k' must be a whole number of at least 2.*Got 'three'"),
        ({"k": 2.5}, "'k' must be a whole number of at least 2.*Got 2.5"),
        ({"k": True}, "'k' must be a whole number of at least 2.*Got True"),
        ({"k": 3, "scaling": "log"}, "'scaling' must be 'zscore', 'minmax' or 'none'. Got 'log'"),
        ({"k": 3, "seed": -1}, "'seed' must be greater than or equal to 0. Got -1"),
        ({"k": 3, "metod": "mdav"}, "No setting 'metod'. Did you mean 'method'"),
        (
            {"k": 3, "roles": {"quais": ["a"]}},
            "No setting 'roles.quais'. Did you mean 'roles.quasi'",
        ),
        (
            {"k": 3, "roles": {"id": ["a"]}},
            "No setting 'roles.id'. Did you mean 'roles.identifier'",
        ),
        ({"k": 3, "roles": {"Key": ["a"]}}, "'roles.Key'. Did you mean 'roles.identifier'"),
        ({"k": 3, "reading": {"delimiter": ";;"}}, "'reading.delimiter' must be"),
        ({"k": 3, "columns": {"x": 5}}, "'columns.x' must be settings with names.* Got int"),
        (
            {"k": 3, "columns": {"x": {"tonomy": 1}}},
            "Did you mean 'columns.x.taxonomy'.*columns.x.kind, columns.x.levels",
        ),
        (
            {"k": 3, "columns": {"x": {"taxonomy": 5}}},
            "^Column 'x': 'taxonomy' must be the path of a CSV file of child and parent",
        ),
        (
            {"k": 3, "columns": {"x": {"importance": True}}},
            "^Column 'x': 'importance' must be a number above 0. Got True",
        ),
    ],
)
def test_wrong_settings_get_a_sentence(settings, message):
    with pytest.raises(RequestError, match=message):
        Request.of(settings)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, None),
        (1_000, 1_000),
        ("1000", 1_000),
        ("500MB", 500 * 10**6),
        ("2 gb", 2 * 10**9),
        ("1.5GiB", 3 * 2**29),
    ],
)
def test_memory_is_counted_in_bytes(given, expected):
    assert Request.of({"k": 3, "memory": given}).memory == expected


@pytest.mark.parametrize("given", ["", "much", "-1", "2XB", "GB", 0, True, 1e30, "1e3"])
def test_memory_that_is_none_is_refused(given):
    with pytest.raises(RequestError, match=r"'memory' must be an amount of memory.* Got "):
        Request.of({"k": 3, "memory": given})


@pytest.mark.parametrize(("given", "taken"), [("2", 2), (0, 0), ("auto", "auto"), (6, 6)])
def test_decimals_are_numbers_from_0_to_6(given, taken):
    assert Request.of({"k": 3, "round": given}).round == taken


@pytest.mark.parametrize("given", [7, -1, "7", True, 2.5, "two", None, [1]])
def test_other_decimals_are_refused(given):
    with pytest.raises(RequestError, match="'round' must be none, auto or a number of decimals"):
        Request.of({"k": 3, "round": given})
