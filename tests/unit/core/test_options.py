from typing import Annotated, Literal

import pytest
from pydantic import Field

from covey.core.errors import RequestError
from covey.core.options import context_of, options_of, parse_options


def declared(
    X,
    *,
    k: int,
    gamma: Annotated[float, Field(ge=0.0, description="How readily.")] = 0.2,
    count: Annotated[int | None, Field(description="How many.")] = None,
    centre: Annotated[Literal["near", "far"], Field(description="Where.")] = "near",
    seed: int = 0,
):
    return X, k, gamma, count, centre, seed


OPTIONS = options_of(declared)


def test_options_are_read_from_the_signature():
    assert [option.name for option in OPTIONS] == ["gamma", "count", "centre"]
    assert [option.default for option in OPTIONS] == [0.2, None, "near"]
    assert OPTIONS[0].meaning == "How readily."
    assert context_of(declared) == {"k", "seed"}


def test_rules_in_words():
    assert [option.rule for option in OPTIONS] == [
        "a number of at least 0",
        "a whole number or none",
        "one of 'near', 'far'",
    ]


def test_text_from_a_command_line_is_converted():
    given = {"gamma": "1.1", "count": "none", "centre": "far"}
    assert parse_options(OPTIONS, given, owner="m") == {
        "gamma": 1.1,
        "count": None,
        "centre": "far",
    }


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"gamma": "wide"},
            "The 'gamma' option of 'm' must be a number of at least 0. Got 'wide'.",
        ),
        ({"gamma": -1}, "must be a number of at least 0. Got -1"),
        ({"centre": "mid"}, "must be one of 'near', 'far'. Got 'mid'"),
        ({"gama": 1}, "'m' has no option 'gama'. Its options: gamma, count, centre."),
    ],
)
def test_wrong_options(given, message):
    with pytest.raises(RequestError, match=message):
        parse_options(OPTIONS, given, owner="m")


def test_an_option_without_a_meaning_is_a_defect():
    def bare(*, gamma: float = 1.0):
        return gamma

    with pytest.raises(TypeError, match="description"):
        options_of(bare)
