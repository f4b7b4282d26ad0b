"""Typed errors: a message names parameter, rule, value and remedy, and never shows a record."""

from __future__ import annotations


class CoveyError(Exception):
    """Base of everything that Covey raises on purpose."""


class RequestError(CoveyError, ValueError):
    """The request cannot be carried out: an option, a role, *k* or a method is wrong."""


class UnknownNameError(RequestError, KeyError):
    """A name that is in none of Covey's lists."""

    __str__ = Exception.__str__  # a KeyError would show its message in quotes


class InputError(CoveyError, ValueError):
    """The data cannot be used: unreadable, empty, missing or non-numeric where numbers are due."""


class OutputError(CoveyError):
    """The release cannot be written: it exists already, or the place does not take it."""


class VerificationError(CoveyError):
    """A released file is not what its manifest promises."""


class LongRunWarning(UserWarning):
    """What was asked for will take long at this size."""


class GuaranteeError(CoveyError):
    """A group would be smaller than *k*. Nothing is released; please report it as a defect."""
