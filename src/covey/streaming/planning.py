"""The plan of a table that is cut into blocks."""

from __future__ import annotations

import warnings
from dataclasses import replace

from covey.core.errors import LongRunWarning, RequestError
from covey.core.plan import Plan
from covey.core.request import Request
from covey.core.spelling import Part, Setting
from covey.core.wording import amount
from covey.measuring import check_model, parse_model
from covey.pipeline import RUNNABLE
from covey.planning import AUTO, PATIENCE, make_plan, seconds_of, time_in_words
from covey.refining import REFINERS
from covey.streaming.sources import Source


def refuse_what_needs_the_whole(request: Request, at_once: int | None) -> None:
    """Refuse, before a long run begins, what it could not do in the end.

    Parameters
    ----------
    request : Request
        What the user asked for.
    at_once : int, optional
        Bytes with which the table would not be cut.
    """
    for name, what in (
        ("report", "The report draws every record"),
        ("select", "Choosing variables tries them on the whole table"),
        ("bound", "How low the loss can be is a matter of all records"),
    ):
        if getattr(request, name) not in (None, "none"):
            raise RequestError(
                f"'{name}' does not go with a table that is larger than 'memory' allows. {what}. "
                "Leave it out, ",
                *_raise_memory(at_once),
                ", or protect a sample of the records to see it.",
            )


def refuse_what_needs_one_block(plan: Plan, n_blocks: int, at_once: int | None) -> None:
    """Refuse a promise that no block could keep for the whole table."""
    if n_blocks > 1 and plan.refine_options.get("closeness") is not None:
        raise RequestError(
            "'closeness' compares the confidential values of each group with those of the whole "
            f"table, and this one is cut into {n_blocks:,} blocks that fit into 'memory'. Ask for "
            "'distinct' instead, or ",
            *_raise_memory(at_once),
            ".",
        )


def _raise_memory(at_once: int | None) -> tuple[Part, ...]:
    return "raise ", Setting("memory"), "" if at_once is None else f" to {amount(at_once)}"


def plan_streamed(source: Source, request: Request) -> Plan:
    """Decide what a request leaves open, as for a table in memory."""
    request = request.model_copy(update={"bound": "none"})  # which was refused if it was asked for
    plan = make_plan(source, request, RUNNABLE, REFINERS)
    if not plan.is_k_anonymous:
        raise RequestError(
            f"'{plan.method}' ranks each variable of the whole table, which is larger than "
            "'memory' allows. Choose another method, or raise ",
            Setting("memory"),
            ".",
        )
    return plan


def check_streamed_model(source: Source, plan: Plan, model: str | None) -> None:
    """Refuse a regression on columns that are not released or hold no numbers."""
    if model is not None:
        check_model(parse_model(model), source, "original")
        check_model(parse_model(model), source, "masked", without=plan.roles.identifier)


def noting_blocks(plan: Plan, sizes: list[int], memory: str) -> Plan:
    """Return the plan with notes that the table was cut, and how."""
    if len(sizes) == 1:
        note = f"The table was read block by block within {memory} of memory, and grouped as one."
        notes = [*plan.notes, note]
    else:
        note = (
            f"The table does not fit into the {memory} of memory allowed. It was cut into "
            f"{len(sizes):,} blocks of {min(sizes):,} to {max(sizes):,} similar records, and each "
            "was grouped by itself."
        )
        notes = [_cut_further(note, plan), *_within_blocks(plan, sizes)]
    return replace(plan, notes=tuple(notes))


def _cut_further(note: str, plan: Plan) -> str:
    is_cut = plan.method == "blocks"
    return f"{note} The method 'blocks' cuts each of them further." if is_cut else note


def _within_blocks(plan: Plan, sizes: list[int]) -> list[str]:
    """Return the notes of a plan that was made for the whole table as they are true of a block."""
    if plan.requested_method != AUTO.name:
        return list(plan.notes)
    choice, *others = plan.notes
    refiner = REFINERS.get(plan.refine)
    if refiner is not None and refiner.amount is not None:
        meant, done = (refiner.amount(plan.effort, n, plan.k) for n in (sum(sizes), max(sizes)))
        choice = choice.replace(meant, done)
    return [f"For every block alike, by the size of the whole table, {choice}", *others]


def announce(plan: Plan, sizes: list[int]) -> None:
    """Warn if the plan's method and refinement will keep their user waiting."""
    method, refiner = RUNNABLE[plan.method], REFINERS.get(plan.refine)
    p = len(plan.variables)
    seconds = sum(seconds_of(method, n, p, plan.k, refiner, plan.effort) for n in sizes)
    if seconds >= PATIENCE:
        warnings.warn(
            f"Grouping {sum(sizes):,} records in {len(sizes):,} blocks will take about "
            f"{time_in_words(seconds)}. Ctrl-C stops it and removes what it has done so far; "
            "after a crash the same command goes on where it was.",
            LongRunWarning,
            stacklevel=2,
        )
