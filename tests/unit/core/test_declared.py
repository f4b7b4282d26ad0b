"""What a request says of columns before they are read."""

from covey.core.declared import DeclaredColumns
from covey.core.request import Request


def test_names_and_dates():
    request = Request.of(
        {
            "k": 3,
            "roles": {"identifier": ["a"], "unit": "u", "other": ["seen"]},
            "columns": {"born": {"kind": "date"}, "seen": {"kind": "date"}, "x": {"importance": 2}},
        }
    )
    found = DeclaredColumns.of(request.roles, request.columns)
    assert found.names == {"a", "u", "seen", "born", "x"}
    assert found.dates == {"born"}  # the other one is released as it is
