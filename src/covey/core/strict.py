"""Models of settings that refuse what is wrong in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

from covey.core.declaring import bare_type, is_parted
from covey.core.errors import RequestError
from covey.core.legible import shown
from covey.core.registry import unknown
from covey.core.spelling import Part, Setting


class Strict(BaseModel):
    """A model that takes no setting that it does not know and does not change."""

    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Self:
        """Return the request for these settings, or say in one sentence what is wrong with them."""
        try:
            return cls.model_validate(dict(settings))
        except ValidationError as error:
            told = [_sentence(item, cls) for item in error.errors()]
            # Each once: a setting that may be of two types fails by both.
            sentences = [each for i, each in enumerate(told) if each not in told[:i]]
            spaced = [part for sentence in sentences for part in (" ", *sentence)]
            raise RequestError(*spaced[1:]) from None


def _sentence(item: Any, model: type[BaseModel]) -> tuple[Part, ...]:
    own = item.get("ctx", {}).get("error")
    if isinstance(own, RequestError):  # in words already
        column = f"Column '{item['loc'][1]}': " if _is_of_column(item["loc"]) else ""
        return (column, *own.args) if column else own.args
    name = ".".join(str(part) for part in item["loc"])
    got = item.get("input")
    if item["type"] == "extra_forbidden":
        meant = _ALSO_CALLED.get(name.lower())
        if meant is not None:
            return (f"No setting '{name}'. Did you mean '{meant}'?",)
        return unknown("setting", name, _known(item["loc"], model)).args
    if item["type"] == "missing":
        usual = (" Usual choices are 3, 5 and 10: ", Setting("k", 3), ".")
        return (f"'{name}' is required.", *(usual if name == "k" else ()))
    if item["type"] == "model_type" and _is_of_column(item["loc"]):
        return (f"'{name}' must be settings with names, such as kind. Got {type(got).__name__}.",)
    if item["type"] == "model_type":
        # What was given instead may hold names of columns: its type is all that is told.
        return (*_mapping(name, model), f" Got {type(got).__name__}.")
    if item["loc"][0] == "measures":
        return (f"'measures' must be all, default or a list of names. Got {shown(got)}.",)
    if name == "k" and get_origin(_type_of(name, model)) is tuple:
        rule = "whole numbers of at least 2, the group sizes"
        return (f"'k' must be {rule}. Got {shown(got)}. Give several as in ", _SIZES, ".")
    if name == "k":
        rule = "a whole number of at least 2, the smallest group size"
        return (f"'k' must be {rule}. Got {shown(got)}. Usual choices are 3, 5 and 10.",)
    rule = _RULES.get(item["type"]) or item["msg"].removeprefix("Input should be ")
    # What stands where a name should be may be a column of the data.
    what = type(got).__name__ if "roles" in name else shown(got)
    return (f"'{name}' must be {rule}. Got {what}.",)


def _is_of_column(location: tuple[Any, ...]) -> bool:
    """Whether a place in a request is among the settings of one column."""
    return len(location) > 1 and location[0] == "columns"


_ALSO_CALLED = {
    **{f"roles.{name}": "roles.identifier" for name in ("id", "ids", "key", "keys", "name")},
    **{f"roles.{name}": "roles.confidential" for name in ("sensitive", "secret", "target")},
    **{f"roles.{name}": "roles.quasi" for name in ("qi", "quasi_identifier", "quasi_identifiers")},
}
"""Other words for the roles, whose letters are near to another role's."""

_SIZES = Setting("k", [3, 5])

_RULES = {
    "invalid_key": "a text",
    "string_too_long": "one character",
    "string_too_short": "one character",
    "string_type": "a text",
    "tuple_type": "a list of names",
    "dict_type": "settings with names",
    "path_type": "a path",
    "bool_parsing": "true or false",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number",
    "int_from_float": "a whole number",
    "int_type": "a whole number",
    "float_parsing": "a number",
}


def _mapping(name: str, model: type[BaseModel]) -> tuple[Part, ...]:
    if name == "roles":
        example = Setting("roles", {"quasi": ["A", "B"]})
        words = "'roles' must map role names (identifier, quasi, …) to lists of columns, as in "
    else:
        example = Setting("reading", {"decimal": ","})
        names = ", ".join(_type_of(name, model).model_fields)
        words = f"'{name}' must map names ({names}) to texts, as in "
    return (words, example, ".")


def _type_of(name: str, model: type[BaseModel]) -> Any:
    return bare_type(model.model_fields[name].annotation)


def _known(location: tuple[Any, ...], model: type[BaseModel]) -> list[str]:
    if len(location) == 1:
        return list(model.model_fields)
    part = _type_of(str(location[0]), model)
    if _is_of_column(location):
        _, part = get_args(part)
        return [f"columns.{location[1]}.{name}" for name in part.model_fields]
    return [f"{location[0]}.{name}" for name in (part if is_parted(part) else model).model_fields]
