"""Exceptions of other libraries end at the border, with everything behind them."""

from __future__ import annotations

import traceback

import pytest

from covey.core.errors import CoveyError, InputError, UnexpectedError
from covey.core.sealing import sealed

SECRET = "Meier"  # noqa: S105


class Panic(BaseException):
    """Stands for a panic of polars, which is no Exception."""


def convert(kind):
    raise kind(f"cannot convert '{SECRET}'")


@sealed
def fail(kind, *, is_foreseen=False):
    try:
        convert(kind)
    except Exception as error:
        if is_foreseen:
            raise InputError("A column holds text.") from error
        raise


@pytest.mark.parametrize("kind", [ValueError, KeyError, OverflowError, OSError, Panic])
def test_the_text_of_a_library_stays_inside(kind):
    with pytest.raises(UnexpectedError) as caught:
        fail(kind)
    shown = "".join(traceback.format_exception(caught.value))
    assert SECRET not in shown
    assert f"An unexpected {kind.__name__}" in shown
    assert "in fail" in shown  # where it happened is no secret
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    assert isinstance(caught.value, CoveyError)


def test_own_errors_pass_without_what_caused_them():
    with pytest.raises(InputError, match=r"^A column holds text\.$") as caught:
        fail(ValueError, is_foreseen=True)
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    assert SECRET not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, MemoryError])
def test_what_shows_no_record_passes(kind):
    with pytest.raises(kind):
        fail(kind)


def test_a_wrong_call_is_said_as_python_says_it():
    with pytest.raises(TypeError, match="missing a required argument: 'kind'"):
        fail()


def test_with_debugging_everything_passes(monkeypatch):
    monkeypatch.setenv("COVEY_DEBUG", "1")
    with pytest.raises(ValueError, match=SECRET):
        fail(ValueError)
