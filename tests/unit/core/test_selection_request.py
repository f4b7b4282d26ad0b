"""What may be asked of a selection."""

import pytest

from covey.core.errors import RequestError
from covey.core.request import Request, SelectionRequest


def test_by_default_the_candidates_are_grouped_as_in_the_paper():
    request = SelectionRequest.of({}).to_request()
    assert (request.method, request.options) == ("mdav-centroid", {"centroid": "global"})
    assert (request.select, request.k, request.metric) == (3, 3, "emim")


def test_a_method_of_ones_own_brings_its_own_options():
    request = SelectionRequest.of({"method": "mdav", "k": 5, "width": "2.5"}).to_request()
    assert (request.method, request.options) == ("mdav", {})
    assert (request.k, request.width) == (5, 2.5)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"count": 0}, "'count' must be greater than or equal to 1. Got 0"),
        ({"count": "two"}, "'count' must be a valid integer|'count' must be a whole number"),
        ({"width": 0}, "'width' must be greater than 0. Got 0"),
        ({"width": -3}, "'width' must be greater than 0. Got -3"),
        ({"width": "inf"}, "'width' must be a finite number"),
        ({"intervals": 1}, "'intervals' must be greater than or equal to 2. Got 1"),
        ({"metric": "rank"}, "'metric' must be 'emim', 'chi2' or 'correlation'. Got 'rank'"),
        ({"width": 1, "intervals": 2}, "'width' and 'intervals' both say.*Keep one of them"),
        ({"metric": "correlation", "width": 1}, "'width' has no effect with.*'correlation'"),
        ({"metric": "correlation", "intervals": 3}, "'intervals' has no effect with"),
        ({"k": 1}, "'k' must be a whole number of at least 2"),
    ],
)
def test_wrong_settings_get_a_sentence(settings, message):
    with pytest.raises(RequestError, match=message):
        SelectionRequest.of(settings)


@pytest.mark.parametrize(
    "settings", [{"width": 5}, {"intervals": 5}, {"metric": "chi2"}, {"exhaustive": True}]
)
def test_settings_of_a_selection_need_one(settings):
    with pytest.raises(RequestError, match=f"'{next(iter(settings))}' says how to choose"):
        Request.of({"k": 3, **settings})
    assert Request.of({"k": 3, "select": 2, **settings}).select == 2


def test_a_release_can_select_too():
    with pytest.raises(RequestError, match="'select' must be greater than or equal to 1"):
        Request.of({"k": 3, "select": 0})
