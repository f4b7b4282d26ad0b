"""What becomes of a plan when its table is cut into blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from covey.core.errors import RequestError
from covey.core.method import Method
from covey.core.plan import Plan
from covey.core.refiner import Refiner
from covey.core.request import Request
from covey.core.spelling import Part, Setting
from covey.core.wording import amount
from covey.planning.choice import AUTO, choose
from covey.planning.duration import PATIENCE, describe_wait, seconds_of, time_in_words
from covey.planning.patterns import Patterns
from covey.planning.plan import reason_of_choice


def refuse_what_needs_a_table(request: Request, at_once: int | None) -> None:
    """Refuse, before a long run begins, what a table that is not in memory cannot have."""
    if request.select is not None:
        what = "Choosing variables tries them on the whole table"
        raise _too_large("select", what, at_once)


def fit_to_blocks(plan: Plan, request: Request, n_blocks: int, at_once: int | None) -> Plan:
    """Return the plan for a table of so many blocks; refuse what needs the whole table at once."""
    if n_blocks == 1:
        return plan
    if not plan.is_k_anonymous and not plan.separate:
        raise RequestError(
            f"'{plan.method}' ranks each variable of the whole table, which is larger than ",
            Setting("memory"),
            " allows. Choose another method, or ",
            *_raise_memory(at_once),
            ".",
        )
    if plan.refine_options.get("closeness") is not None:
        raise RequestError(
            "'closeness' compares the confidential values of each group with those of the whole "
            f"table, and this one is cut into {n_blocks:,} blocks that fit into ",
            Setting("memory"),
            ". Ask for 'distinct' instead, or ",
            *_raise_memory(at_once),
            ".",
        )
    if request.bound not in (None, "none"):
        raise _too_large("bound", "How low the loss can be is a matter of all records", at_once)
    return replace(plan, bound="none")


def check_whole_units(plan: Plan, n_blocks: int, at_once: int | None) -> None:
    """Refuse blocks of units whose records lack different things and are to lie together.

    What such a unit lacks is known once all its records are, which no batch holds.
    """
    if n_blocks == 1 or plan.unit_mode == "apart":
        return
    if any(isinstance(division, Patterns) for division in plan.divisions):
        raise RequestError(
            "All records of a unit are to lie in one group, and are grouped with those that lack "
            "the same: that takes the whole table at once, which is larger than ",
            Setting("memory"),
            " allows. Choose ",
            Setting("unit_mode", "apart"),
            " or ",
            Setting("missing", "fill"),
            ", or ",
            *_raise_memory(at_once),
            ".",
        )


def _too_large(name: str, what: str, at_once: int | None) -> RequestError:
    return RequestError(
        Setting(name),
        " does not go with a table that is larger than ",
        Setting("memory"),
        f" allows. {what}. Leave it out, ",
        *_raise_memory(at_once),
        ", or protect a sample of the records to see it.",
    )


def _raise_memory(at_once: int | None) -> tuple[Part, ...]:
    return "raise ", Setting("memory"), "" if at_once is None else f" to {amount(at_once)}"


def noting_blocks(
    plan: Plan, request: Request, sizes: Sequence[int], refiners: Mapping[str, Refiner]
) -> Plan:
    """Return the plan with notes that the table was cut, and how."""
    memory = "memory" if request.memory is None else f"{amount(request.memory)} of memory"
    if len(sizes) == 1:
        note = f"The table was read block by block within {memory}, and grouped as one."
        return replace(plan, notes=(*plan.notes, note))
    spans = dict.fromkeys((f"{min(sizes):,}", f"{max(sizes):,}"))
    cut = (
        f"The table does not fit into the {memory} allowed. It was cut into {len(sizes):,} blocks "
        f"of {' to '.join(spans)} similar records, and each was grouped by itself."
    )
    if plan.method == "blocks" and max(sizes) > max(plan.options["size"], 4 * plan.k):
        cut += " The method 'blocks' cuts each of them further."
    if plan.requested_method != AUTO.name:
        return replace(plan, notes=(cut, *plan.notes))
    p, noun = _width(plan, plan.roles.quasi)
    choice = choose(sum(sizes), p, plan.k, request.effort, noun)
    reason = reason_of_choice(request, choice, plan.k, refiners, largest=max(sizes))
    alike = f"For every block alike, by the size of the whole table, {reason}"
    return replace(plan, notes=(cut, alike, *plan.notes[1:]))


def _width(plan: Plan, names: Sequence[str]) -> tuple[int, str]:
    """Return how many numbers stand for the values of a record, and what they are called."""
    width = len(names) if plan.encoding is None else plan.encoding.only(names).width
    return width, "variables" if width == len(names) else "coordinates"


def describe_wait_for(
    plan: Plan, sizes: Sequence[int], method: Method, refiner: Refiner | None
) -> str:
    """Return a sentence if grouping blocks of these sizes keeps its user waiting, else nothing."""
    p, noun = _width(plan, plan.variables)
    if len(sizes) == 1:
        return describe_wait(method, sizes[0], p, plan.k, refiner, plan.effort, noun)
    seconds = sum(seconds_of(method, n, p, plan.k, refiner, plan.effort) for n in sizes)
    if seconds < PATIENCE:
        return ""
    return (
        f"Grouping {sum(sizes):,} records in {len(sizes):,} blocks will take about "
        f"{time_in_words(seconds)}. Ctrl-C stops it and removes what it has done so far; after "
        "a crash the same command goes on where it was."
    )
