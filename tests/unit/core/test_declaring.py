"""Settings that are declared once."""

import inspect
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

import covey
from covey.core.declaring import declared, settings_of, with_settings
from covey.core.request import ComparisonRequest, MeasureRequest, Request, SelectionRequest
from covey.core.strict import Strict


class Small(Strict):
    """A request with one setting of each kind."""

    size: Annotated[int, declared("How large.")] = 3
    metric: Annotated[Literal["a", "b"] | None, declared("Which.", help="Short.")] = None
    names: Annotated[tuple[str, ...], declared("Names.")] = ()
    options: Annotated[dict[str, Any], declared("Options.")] = Field(default_factory=dict)
    output: Annotated[str | None, declared("Where.", only="command")] = None


@with_settings(Small)
def take(data, size=3, **options):
    """Take settings.

    Parameters
    ----------
    data : frame
        What to take.
    {settings}
    **options
        Of the method.
    """
    return data, size, options


def test_the_signature_has_the_settings_of_python():
    parameters = inspect.signature(take).parameters
    assert list(parameters) == ["data", "size", "metric", "names", "options"]
    assert parameters["metric"].kind is inspect.Parameter.KEYWORD_ONLY
    assert (parameters["metric"].default, parameters["names"].default) == (None, ())
    assert parameters["options"].kind is inspect.Parameter.VAR_KEYWORD


def test_the_docstring_describes_them():
    described = inspect.getdoc(take)
    assert 'size : int\n    How large.\nmetric : {"a", "b"}, optional\n    Which.\n' in described
    assert "names : sequence of str\n    Names.\n**options\n" in described
    assert "output" not in described


def test_a_function_without_a_variable_keyword_has_no_room_for_settings():
    with pytest.raises(TypeError, match="takes them as a variable keyword"):
        with_settings(Small)(lambda data: data)


def test_an_interface_has_what_is_not_kept_for_the_other():
    assert "output" not in settings_of(Small, "python")
    assert list(settings_of(Small, "command", ("size", "options"))) == ["metric", "names", "output"]


@pytest.mark.parametrize(
    ("function", "request_model"),
    [
        (covey.protect, Request),
        (covey.compare, ComparisonRequest),
        (covey.select, SelectionRequest),
        (covey.measure, MeasureRequest),
    ],
)
def test_public_functions_show_every_setting_with_its_default_and_its_words(
    function, request_model
):
    parameters = inspect.signature(function).parameters
    described = inspect.getdoc(function)
    assert "{settings}" not in described
    for name, field in settings_of(request_model, "python").items():
        assert name in parameters
        if parameters[name].kind is not inspect.Parameter.VAR_KEYWORD:
            assert f"\n{name} : " in described
            if field.default_factory is None and not field.is_required():
                assert parameters[name].default == field.default


def test_positions_are_a_contract():
    def positional(function):
        parameters = inspect.signature(function).parameters.values()
        return [each.name for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]

    assert positional(covey.protect) == ["data", "k", "method"]
    assert positional(covey.compare) == ["data", "k", "methods"]
    assert positional(covey.select) == ["data", "count", "metric", "width"]
    assert positional(covey.measure) == ["original", "masked", "keys"]
