"""What ``auto`` stands for."""

from __future__ import annotations

from dataclasses import dataclass

from covey.core.registry import Method
from covey.core.request import Request

AUTO = Method(
    name="auto",
    family="choice",
    summary="Lets Covey choose; the plan says what it chose and why.",
    reference="Covey",
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A method that was chosen, and the reason for people to read."""

    method: str
    reason: str = ""


def choose(request: Request) -> Choice:
    """Return the method that a request means."""
    if request.method != AUTO.name:
        return Choice(request.method)
    return Choice(
        "mdav-generic",
        "auto chose mdav-generic, the variant of MDAV that most of the field's tools compute; "
        "this version of Covey makes the same choice for every table.",
    )
