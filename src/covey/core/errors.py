"""Typed errors: a message names parameter, rule, value and remedy, and never shows a record."""

from __future__ import annotations

from covey.core.legible import message_of
from covey.core.spelling import Part, Spell, in_python, joined


class CoveyError(Exception):
    """Base of everything that Covey raises on purpose.

    Its text is in the words of Python; another interface renders the parts in its own words. A
    message quotes names that users, files and other people chose: it is one line of a bounded
    length, without anything that a terminal would obey.
    """

    def __init__(self, *parts: Part) -> None:
        super().__init__(*parts)

    def told(self, spell: Spell = in_python) -> str:
        """Return the message in the words of an interface."""
        return message_of(joined(self.args, spell))

    def __str__(self) -> str:
        return self.told()


class RequestError(CoveyError, ValueError):
    """The request cannot be carried out: an option, a role, *k* or a method is wrong."""


class UnknownNameError(RequestError, KeyError):
    """A name that is in none of Covey's lists."""

    __str__ = CoveyError.__str__  # a KeyError would show its message in quotes


class InputError(CoveyError, ValueError):
    """The data cannot be used: unreadable, empty, missing or non-numeric where numbers are due."""


class OutputError(CoveyError):
    """The release cannot be written: it exists already, or the place does not take it."""


class VerificationError(CoveyError):
    """A released file is not what its manifest promises."""


class LongRunWarning(UserWarning):
    """What was asked for will take long at this size."""


class BlankingWarning(UserWarning):
    """Many cells will be blanked."""


class GuaranteeError(CoveyError):
    """A group would be smaller than *k*. Nothing is released; please report it as a defect."""


class UnexpectedError(CoveyError, RuntimeError):
    """A library failed in a way not foreseen; its words may quote a record and are left out."""
