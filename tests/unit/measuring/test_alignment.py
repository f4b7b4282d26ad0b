import narwhals as nw
import polars as pl
import pytest

from covey.core.errors import InputError, RequestError
from covey.core.table import Origin, Table
from covey.measuring.alignment import align, check_numbers, common_keys, left_out
from covey.measuring.confidential import attributes_of


def table(**columns):
    return Table(nw.from_native(pl.DataFrame(columns), eager_only=True), Origin("test"))


ORIGINAL = table(id=[10, 20, 30], age=[1, 2, 3], name=["a", "b", "c"])
SHUFFLED = table(id=[30, 10, 20], age=[3, 1, 2])


def test_rows_as_they_stand():
    assert align(ORIGINAL, SHUFFLED)[1] is SHUFFLED


def test_rows_by_a_column():
    _, masked = align(ORIGINAL, SHUFFLED, "id")
    assert masked.numbers("age").tolist() == [1.0, 2.0, 3.0]


def test_ids_may_be_text_in_one_and_numbers_in_the_other():
    _, masked = align(ORIGINAL, table(id=["30", "10", "20"], age=[3, 1, 2]), "id")
    assert masked.numbers("age").tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("masked", "by", "error", "message"),
    [
        (table(age=[1, 2]), None, InputError, "original has 3 records and the masked table 2"),
        (table(age=[1, 2, 3]), "id", RequestError, "No column of the masked table 'id'"),
        (
            table(id=[1, 1, 2]),
            "id",
            InputError,
            "not name each record once.*order='kept' and leave 'id' out",
        ),
        (
            table(id=[1, None, 2]),
            "id",
            InputError,
            "not name each record once.*order='kept' and leave 'id' out",
        ),
        (table(id=[10, 20, 40]), "id", InputError, "1 records of the original have no partner"),
    ],
)
def test_what_does_not_fit(masked, by, error, message):
    with pytest.raises(error, match=message):
        align(ORIGINAL, masked, by)


def test_keys_are_the_numeric_columns_of_both():
    assert common_keys(ORIGINAL, SHUFFLED, None) == ("id", "age")
    assert common_keys(ORIGINAL, SHUFFLED, None, ["id"]) == ("age",)
    assert common_keys(ORIGINAL, SHUFFLED, ["age"]) == ("age",)


def test_keys_that_are_not_there():
    with pytest.raises(RequestError, match="No column of the masked table 'name'"):
        common_keys(ORIGINAL, SHUFFLED, ["name"])
    with pytest.raises(InputError, match="no numeric column in common"):
        common_keys(ORIGINAL, table(other=[1, 2, 3]), None)
    with pytest.raises(RequestError, match="No key variable is named"):
        common_keys(ORIGINAL, SHUFFLED, [])


def test_columns_that_are_not_compared_have_a_reason():
    before = table(id=[1, 2], age=[1, 2], town=["a", "b"], pay=[1, 2], size=["s", "t"])
    after = table(id=[1, 2], age=[1, 2], town=["a", "b"], pay=["1k", "2k"], size=[1, 2], Age=[1, 2])
    assert left_out(before.without(["id"]), after, ["id"]) == {
        "town": "not numeric in both tables",
        "pay": "not numeric in the masked table",
        "size": "not numeric in the original table",
        "Age": "only in the masked table",
    }
    assert left_out(after, before, ["id"])["Age"] == "only in the original table"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            [None, float("inf")],
            "of the masked table has 1 value infinite, the first in record 2. Correct or remove th",
        ),
        (["x", "y"], "can be compared: name other columns to compare: keys=['A', 'B']."),
    ],
)
def test_key_variables_that_are_no_numbers_are_told_with_their_table(values, message):
    with pytest.raises(InputError) as caught:
        check_numbers(table(age=values), ["age"], "masked")
    assert message in str(caught.value)
    assert "role" not in str(caught.value)


def test_columns_of_which_something_is_declared_are_keys():
    assert common_keys(ORIGINAL, ORIGINAL, None, ["id"], ["name"]) == ("age", "name")
    with pytest.raises(RequestError, match="'name', which is no column of the masked table"):
        common_keys(ORIGINAL, SHUFFLED, None, (), ["name"])


def test_a_key_that_was_parted_at_its_comma_is_shown_as_it_is_written():
    both = table(**{"pay, net": [1, 2], "age": [1, 2]})
    with pytest.raises(RequestError) as caught:
        common_keys(both, both, ["pay", "net"])
    assert "Did you mean keys=['pay, net']?" in str(caught.value)
    with pytest.raises(RequestError) as caught:
        attributes_of(both, ["pay", "net"])
    assert "Did you mean confidential=['pay, net']?" in str(caught.value)
