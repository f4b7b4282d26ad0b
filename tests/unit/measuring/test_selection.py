import pytest

from covey.core.errors import RequestError
from covey.core.measure import Measure, Result
from covey.measuring.selection import select


def declared(symbol, **settings):
    return Measure(symbol, symbol, "loss", "f", "r", "p", lambda _: Result(0.0), **settings)


MEASURES = {
    measure.symbol: measure
    for measure in (
        declared("IL", is_default=True),
        declared("M1"),
        declared("T", needs="confidential", is_default=True),
        declared("REG", needs="model"),
    )
}
NOTHING = frozenset()


def symbols(asked, available=NOTHING):
    return [measure.symbol for measure in select(MEASURES, asked, frozenset(available))]


def test_what_can_be_computed():
    assert symbols("all") == ["IL", "M1"]
    assert symbols("all", {"confidential", "model"}) == ["IL", "M1", "T", "REG"]
    assert symbols("default") == ["IL"]
    assert symbols("default", {"confidential"}) == ["IL", "T"]


def test_by_symbol_in_the_order_of_declaration():
    assert symbols(["m1", "il"]) == ["IL", "M1"]
    assert symbols("M1") == ["M1"]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["ILL"], "No measure 'ILL'. Did you mean 'IL'"),
        (["T"], "Measure 'T' needs a confidential column: name it with 'confidential'"),
        (["REG"], "Measure 'REG' needs a regression model"),
        ([], "No measure is left"),
    ],
)
def test_wrong_choices(asked, message):
    with pytest.raises(RequestError, match=message):
        symbols(asked)
