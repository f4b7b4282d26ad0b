import narwhals as nw
import polars as pl
import pytest

from covey.cli.flags import in_flags
from covey.core.errors import RequestError
from covey.core.settings import RolesRequest
from covey.core.table import Origin, Table
from covey.planning.roles import resolve_roles

FRAME = pl.DataFrame(
    {
        "name": ["a", "b"],
        "age": [1, 2],
        "income": [1.5, 2.5],
        "illness": ["x", "y"],
        "alive": [True, False],
    }
)
TABLE = Table(nw.from_native(FRAME, eager_only=True), Origin("test"))


def resolve(**roles):
    return resolve_roles(TABLE, RolesRequest(**roles))


def test_numeric_columns_without_a_role_are_quasi_identifiers():
    roles = resolve(identifier=("name",), confidential=("illness",), other=("alive",))
    assert roles.quasi == ("age", "income")
    assert roles.to_dict()["identifier"] == ["name"]


def test_roles_keep_the_order_of_the_table():
    roles = resolve(quasi=("income", "age"), other=("alive", "illness", "name"))
    assert roles.quasi == ("age", "income")
    assert roles.other == ("name", "illness", "alive")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (
            {},
            r"Columns 'name' \(text\), 'illness' \(text\), 'alive' \(bool.* have no role.*'other'",
        ),
        ({"identifier": ("name", "illness")}, r"Column 'alive' \(boolean\) has no role"),
        (
            {"quasi": ("agee",)},
            "Role 'quasi' names 'agee', which is no column.*mean 'age'.*Columns:",
        ),
        (
            {"identifier": ("name",), "confidential": ("name",)},
            "Column 'name' has two roles, identifier and confidential",
        ),
        (
            {"quasi": (), "other": ("name", "age", "income", "illness", "alive")},
            "No column is a quasi-identifier",
        ),
        (
            {"quasi": ("age",), "other": ("name", "illness", "alive")},
            r"Column 'income' \(decimal\) has no role",
        ),
    ],
)
def test_wrong_roles_get_a_sentence(asked, message):
    with pytest.raises(RequestError, match=message):
        resolve(**asked)


def test_a_name_that_was_parted_at_its_comma_is_shown_as_it_is_written():
    frame = pl.DataFrame({"Name, first": ["a", "b"], "age": [1, 2]})
    table = Table(nw.from_native(frame, eager_only=True), Origin("test"))
    with pytest.raises(RequestError) as caught:
        resolve_roles(table, RolesRequest(identifier=("Name", "first")))
    assert "Did you mean roles={'identifier': ['Name, first']}?" in str(caught.value)
    assert """Did you mean --identifier '"Name, first"'?""" in caught.value.told(in_flags)


def test_the_case_of_a_name_does_not_hide_what_is_meant():
    with pytest.raises(RequestError, match="Did you mean 'income'"):
        resolve(quasi=("INCOME",))
