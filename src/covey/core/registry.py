"""Lists of what users choose from by name: methods, refinements, measures."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from covey.core.errors import UnknownNameError
from covey.core.spelling import Setting, cut_at_comma

T = TypeVar("T")


class Registry(Mapping[str, T]):
    """Entries by name, in the order given; an unknown name gets a helpful error.

    ``what`` says in that error what they stand for; ``key`` is an entry's attribute with its name.
    """

    def __init__(self, what: str, entries: Iterable[T], *, key: str = "name") -> None:
        self._what = what
        self._entries: dict[str, T] = {getattr(entry, key): entry for entry in entries}

    def __getitem__(self, name: str) -> T:
        if name not in self:
            raise unknown(self._what, name, self._entries)
        return self._entries[name]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"Registry({', '.join(self._entries)})"


def unknown(
    what: str, name: Any, known: Iterable[str], setting: str | None = None
) -> UnknownNameError:
    """Return the error for a name that is not in a list, with the nearest one that is.

    In a setting that lists columns, a name with a comma may have been parted.
    """
    known = list(known)
    cut = cut_at_comma(str(name), known) if setting is not None else None
    if setting is not None and cut is not None:
        return UnknownNameError(f"No {what} '{name}'. Did you mean ", Setting(setting, [cut]), "?")
    hint = nearest(name, known)
    return UnknownNameError(f"No {what} '{name}'.{hint} Choose from: {', '.join(known)}.")


def nearest(name: Any, known: Iterable[str]) -> str:
    """Return a question after the name that was meant, in any case; nothing if none is near."""
    by_lower = {each.lower(): each for each in known}
    close = difflib.get_close_matches(str(name).lower(), by_lower, n=1)
    return f" Did you mean '{by_lower[close[0]]}'?" if close else ""
