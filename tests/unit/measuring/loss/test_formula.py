import pytest

from covey.core.errors import RequestError
from covey.measuring.loss.formula import Model, parse_model


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y ~ a", Model("y", ("a",))),
        (" y~a+b ", Model("y", ("a", "b"))),
        ("`net income` ~ `a+b` + hours.week", Model("net income", ("a+b", "hours.week"))),
        ("y ~ years of schooling + b", Model("y", ("years of schooling", "b"))),
    ],
)
def test_reading(text, expected):
    assert parse_model(text) == expected


@pytest.mark.parametrize(
    "text", ["", "y", "y ~", "~ a", "y ~ a +", "y ~ a ~ b", "y + a", "y ~ + a"]
)
def test_malformed(text):
    with pytest.raises(
        RequestError, match=r"^'model' must .* Got '.*'\. Write it as \"y ~ a \+ b\""
    ):
        parse_model(text)


def test_backticks():
    with pytest.raises(RequestError, match="a backtick without its partner"):
        parse_model("y ~ `a")
    with pytest.raises(RequestError, match="must alternate names and signs"):
        parse_model("y ~ `a` `b`")
    with pytest.raises(RequestError, match="must alternate names and signs"):
        parse_model("y ~ `` + b")


@pytest.mark.parametrize("text", ["y ~ a + a", "a ~ a + b"])
def test_a_column_twice(text):
    with pytest.raises(RequestError, match="names column 'a' more than once"):
        parse_model(text)
