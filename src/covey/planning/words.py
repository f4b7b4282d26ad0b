"""The words of a column's name."""

from __future__ import annotations

import re

_CHANGES = (
    re.compile(r"(?<=[a-z])(?=[A-Z])"),
    re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"),
    re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z]{2})(?=[a-z])"),
)
"""Where the case changes: the last of several capitals may belong to either word."""


def words_of(name: str) -> frozenset[str]:
    """Return the words of a name in small letters, split at non-letters and changes of case.

    Examples
    --------
    >>> sorted(words_of("phone_no1")), sorted(words_of("patientId")), "id" in words_of("HHid")
    (['no', 'phone'], ['id', 'patient'], True)
    >>> "id" in words_of("width"), "id" in words_of("UTILITYID")
    (False, False)
    """
    letters = "".join(sign if sign.isalpha() else " " for sign in name)
    parts = (part for change in _CHANGES for part in change.sub(" ", letters).split())
    return frozenset(part.lower() for part in parts)
