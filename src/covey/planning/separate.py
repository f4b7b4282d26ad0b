"""Which quasi-identifiers are microaggregated apart from the others."""

from __future__ import annotations

from collections.abc import Sequence

from covey.core.errors import RequestError
from covey.core.method import Method
from covey.core.registry import nearest
from covey.core.request import Request
from covey.core.roles import Roles
from covey.core.spelling import Setting
from covey.core.wording import few, named

Sets = tuple[tuple[str, ...], ...]


def separate_sets(request: Request, roles: Roles, method: Method) -> Sets:
    """Return the sets that are asked for; quasi-identifiers in none of them form one more."""
    if not request.separate:
        return ()
    _check_request(request, method)
    seen: set[str] = set()
    for names in request.separate:
        if not names:
            raise RequestError("A separate set of variables is empty. Name some, or leave it out.")
        for name in names:
            _check_name(name, roles, seen)
    rest = tuple(name for name in roles.quasi if name not in seen)
    sets = tuple(filter(None, (*request.separate, rest)))
    if len(sets) == 1:
        raise RequestError(
            "The only separate set holds all quasi-identifiers, which are grouped together without "
            "it. Name fewer of them, or leave out ",
            Setting("separate"),
            ".",
        )
    return sets


def _check_request(request: Request, method: Method) -> None:
    """Refuse what holds for groups of whole records, of which there are none."""
    if not method.is_k_anonymous:
        raise RequestError(
            f"'{method.name}' groups each variable by itself already. Choose another method, or "
            "leave out ",
            Setting("separate"),
            ".",
        )
    idle = [("select", request.select is not None)]
    idle.append(("bound", request.bound not in (None, "none")))
    for name, is_asked in idle:
        if is_asked:
            raise RequestError(
                Setting(name),
                " looks at groups of whole records, and separate sets of variables have groups of "
                "their own. Leave out ",
                Setting(name),
                " or ",
                Setting("separate"),
                ".",
            )


def _check_name(name: str, roles: Roles, seen: set[str]) -> None:
    if name not in roles.quasi:
        raise RequestError(
            Setting("separate"),
            f" names '{name}', which is no quasi-identifier.{nearest(name, roles.quasi)} "
            f"Quasi-identifiers: {few(roles.quasi, 20)}.",
        )
    if name in seen:
        raise RequestError(
            Setting("separate"),
            f" names '{name}' twice, and a variable can be in one set only. Keep one of them.",
        )
    seen.add(name)


def note_on_sets(sets: Sets, asked: Sequence[Sequence[str]], k: int) -> str:
    """Return what is promised of separate sets, in words; nothing where there are none."""
    if not sets:
        return ""
    listed = "; ".join(named(names) for names in sets)
    rest = " Those of the last set were named in none." if len(sets) > len(asked) else ""
    return (
        f"Quasi-identifiers were grouped in {len(sets)} sets, each by itself: {listed}.{rest} In "
        f"each set every record shares its values with at least {k - 1} others; whole records are "
        "not k-anonymous."
    )
