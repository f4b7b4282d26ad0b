import pytest

from covey.core.errors import RequestError
from covey.core.method import Method
from covey.core.registry import Registry

METHODS = Registry(
    "method",
    [
        Method(name=name, family="family", summary="Does it.", reference="someone (2001)")
        for name in ("mdav", "vmdav")
    ],
)


def test_it_is_a_mapping_in_order():
    assert list(METHODS) == ["mdav", "vmdav"]
    assert METHODS["mdav"].family == "family"
    assert len(METHODS) == 2
    assert "md" not in METHODS


def test_a_misspelt_name_gets_the_nearest():
    with pytest.raises(RequestError, match=r"No method 'mdva'\. Did you mean 'mdav'\?"):
        METHODS["mdva"]


def test_a_name_in_another_case_gets_the_nearest():
    with pytest.raises(RequestError, match=r"No method 'VMDAV'\. Did you mean 'vmdav'\?"):
        METHODS["VMDAV"]


def test_a_name_that_is_not_listed_is_no_error_where_none_will_do():
    assert METHODS.get("none") is None
    assert METHODS.get(None) is None


def test_entries_may_be_named_by_another_attribute_and_be_of_another_kind():
    known = Registry("reference", METHODS.values(), key="reference")
    assert list(known) == ["someone (2001)"]
    with pytest.raises(RequestError, match="No reference 'x'"):
        known["x"]
