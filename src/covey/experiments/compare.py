"""Trying methods and group sizes on one table, side by side."""

from __future__ import annotations

import json
import warnings
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal

from covey.core.declared import DeclaredColumns
from covey.core.digest import digest_of, digest_of_code, digest_of_text
from covey.core.errors import LongRunWarning, RequestError
from covey.core.files import DocumentError, cache_folder, keep, load_text, parse_json
from covey.core.measure import Measure
from covey.core.parallel import run_all
from covey.core.plan import Plan
from covey.core.progress import Progress, Stage, Stages, part, unwatched
from covey.core.registry import unknown
from covey.core.request import ComparisonRequest, Request
from covey.core.spelling import Setting
from covey.core.table import Table
from covey.core.trials import Run, Subject
from covey.core.wording import counted, figure
from covey.experiments.usual import room_of, usual_methods, usual_sizes
from covey.measuring import MEASURES, only_defined, refuse_idle_model, select
from covey.pipeline import METHODS, RUNNABLE, at_hand, encoded, protect_table
from covey.planning import (
    PATIENCE,
    fit_to_width,
    look_at,
    make_plan,
    notes_on_respondents,
    seconds_of,
    settled_roles,
    time_in_words,
)
from covey.reading import read
from covey.reading.taxonomies import with_taxonomies
from covey.refining import REFINERS
from covey.results import Comparison, Release

_FILES = {"input", "output", "report", "audience", "comparison", "force", "reading", "workers"}
"""Settings of a request that say nothing about the result."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A setting to try: the request for it, the plan that it leads to, the name of its result."""

    request: Request
    plan: Plan
    key: str
    width: int  # how many numbers stand for a record


def compare(source: Any, request: ComparisonRequest, stages: Stages = unwatched) -> Comparison:
    """Try every method with every group size on one table: the risk–utility map.

    Settings that an earlier comparison tried on the same content are not tried again.
    """
    request = with_taxonomies(request)
    declared = DeclaredColumns.of(request.roles, request.columns)
    table = read(source, request.reading, declared)
    loss, risk = _axis("loss", request.loss, request), _axis("risk", request.risk, request)
    digest = digest_of(table)
    request = request.model_copy(update={"roles": settled_roles(table, request)})
    cells, notes = plan_cells(table, request, (loss, risk), digest)
    memory = cache_folder() / "runs" if request.remember else None
    known = _remembered(cells, memory)
    missing = [cell for cell in cells if cell.key not in known]
    stage = f"Comparing {counted(len(missing), 'setting')}"
    made = _try(table, missing, request, memory, stages(stage)) if missing else {}
    runs, axes = known | made, {loss.symbol, risk.symbol}
    roles = cells[0].plan.roles
    n_units = room_of(table, request).n_units if roles.unit else None
    notes = (*notes, *notes_on_respondents(table, cells[0].plan))
    return Comparison(
        runs=tuple(_shown(runs[cell.key], axes) for cell in cells),
        loss=loss,
        risk=risk,
        subject=Subject(table.origin.name, digest, table.n_records, roles.quasi, n_units),
        settings={
            "roles": roles.to_dict(),
            "scaling": request.scaling,
            "effort": request.effort,
            "seed": request.seed,
            "model": request.model,
        },
        n_remembered=len(known),
        notes=notes,
        inputs=table.origin.files,
    )


def plan_cells(
    table: Table, request: ComparisonRequest, axes: tuple[Measure, Measure], digest: str
) -> tuple[list[Cell], tuple[str, ...]]:
    """Plan every setting before the first one runs, so that nothing is refused halfway.

    Each is planned once, also where two names stand for it, as ``auto`` and its choice may. Where
    they differ in effort, it is the one with more: a map cannot tell them apart, and a remark does.
    """
    room = room_of(table, request)
    sizes = request.k or usual_sizes(room.n_units, room.smallest)
    first = make_plan(table, _request_for("auto", min(sizes), request, ()), RUNNABLE, REFINERS)
    width = encoded(first, look_at(table, first, RUNNABLE)).n_coordinates
    names, notes = _names(table, request, sizes, width)
    _check_options(request, names)
    measures = _symbols(request, axes)
    cells: dict[tuple[str, str, int], Cell] = {}
    efforts: dict[str, set[float]] = {}
    for name in names:
        for k in sizes:
            cell = _request_for(name, k, request, measures)
            plan = make_plan(table, cell, RUNNABLE, REFINERS)
            plan = fit_to_width(plan, cell, table.n_records, width, RUNNABLE, REFINERS)
            key = (plan.method, plan.refine, k)
            efforts.setdefault(f"{plan.method}+{plan.refine}", set()).add(plan.effort)
            if key not in cells or cells[key].plan.effort < plan.effort:
                cells[key] = Cell(cell, plan, _key(cell, digest), width)
    doubled = tuple(
        f"'auto' stands for {name} with an effort of {figure(min(asked), 3)}; it is shown once, "
        f"with {figure(max(asked))}."
        for name, asked in efforts.items()
        if len(asked) > 1
    )
    return list(cells.values()), notes + doubled


def _request_for(
    name: str, k: int, request: ComparisonRequest, measures: tuple[str, ...]
) -> Request:
    method, _, refine = name.partition("+")
    return Request(
        k=k,
        method=method,
        refine=refine or None,
        options=request.options.get(method, {}),
        roles=request.roles,
        columns=request.columns,
        unit_mode=request.unit_mode,
        small_strata=request.small_strata,
        missing=request.missing,
        weight_release=request.weight_release,
        scaling=request.scaling,
        effort=request.effort,
        seed=request.seed,
        measures=measures,
        model=request.model,
        allow_not_k_anonymous=request.allow_not_k_anonymous,
        bound="none",
    )


def _remembered(cells: Sequence[Cell], memory: Path | None) -> dict[str, Run]:
    """Return results that were kept in a folder, so that an interrupted comparison goes on."""
    runs: dict[str, Run] = {}
    if memory is None:
        return runs
    for cell in cells:
        # Whatever is wrong with what was kept, it can be computed again.
        with suppress(
            DocumentError, KeyError, TypeError, ValueError, AttributeError, OverflowError
        ):
            kept = parse_json(load_text(memory / f"{cell.key}.json"))
            run = Run.from_dict(kept, MEASURES)
            if _answers(run, cell):
                runs[cell.key] = run
    return runs


def _answers(run: Run, cell: Cell) -> bool:
    """Whether a run is one of this setting, with every score that is asked for."""
    setting = attrgetter("method", "refine", "effort", "k")
    is_same = setting(run) == setting(cell.plan)
    return is_same and set(run.scores) == set(cell.request.measures)


def _try(
    table: Table,
    cells: Sequence[Cell],
    request: ComparisonRequest,
    memory: Path | None,
    progress: Progress,
) -> dict[str, Run]:
    """Run settings, keep each result as soon as it is there, and return them by key."""

    def job(cell: Cell, share: Progress) -> Run:
        stages = _two_stages(share)
        release = protect_table(table, cell.request, stages, is_announced=True)
        kept = _run_of(release).to_dict()
        if memory is not None:
            keep(memory / f"{cell.key}.json", json.dumps(kept).encode())
        return Run.from_dict(kept, MEASURES)

    # The longest first: then no worker is left alone with one at the end.
    cells = sorted(cells, key=lambda cell: -_seconds(cell, table))
    seconds = [_seconds(cell, table) for cell in cells]
    if sum(seconds) > PATIENCE:
        warnings.warn(_wait(len(cells), sum(seconds), request), LongRunWarning, stacklevel=3)
    jobs = [partial(job, cell) for cell in cells]
    runs = run_all(jobs, weights=seconds, workers=request.workers, progress=progress)
    return dict(zip((cell.key for cell in cells), runs, strict=True))


def _run_of(release: Release) -> Run:
    sizes = release.sizes
    return Run(
        method=release.plan.method,
        k=release.plan.k,
        refine=release.plan.refine,
        effort=release.plan.effort,
        options=release.plan.options,
        scores=release.scores,
        n_groups=sizes.n_groups,
        smallest=sizes.smallest,
        largest=sizes.largest,
    )


def _shown(run: Run, axes: Collection[str]) -> Run:
    """Return a run without what is not defined on the table, unless it is an axis of the map."""
    return replace(run, scores=only_defined(run.scores, axes))


def _two_stages(progress: Progress) -> Stages:
    """Report partition and refinement as the first half of a setting, measuring as the second."""
    return lambda stage: (
        part(progress, 0.5, 1.0) if stage is Stage.MEASURING else part(progress, 0, 0.5)
    )


def _seconds(cell: Cell, table: Table) -> float:
    """Estimate how long a setting takes; measuring takes some time even where grouping does not."""
    plan = cell.plan
    method, refiner = RUNNABLE[plan.method], REFINERS.get(plan.refine)
    n, p = table.n_records, cell.width
    return 0.1 + seconds_of(method, n, p, plan.k, refiner, plan.effort)


def _wait(count: int, seconds: float, request: ComparisonRequest) -> str:
    goes_on = (
        " What is done by then is kept, and the same command goes on from there."
        if request.remember
        else ""
    )
    return (
        f"Comparing {count} settings takes about {time_in_words(seconds)} of computing. "
        f"Ctrl-C stops it.{goes_on}"
    )


def _names(
    table: Table, request: ComparisonRequest, sizes: Sequence[int], width: int
) -> tuple[list[str], tuple[str, ...]]:
    """Return the lines of the map, each a method with or without ``+refinement``, and remarks."""
    if request.methods is None:
        return usual_methods(METHODS, table.n_records, width, sizes)
    names = list(dict.fromkeys(name.strip() for name in request.methods if name.strip()))
    if not names:
        raise RequestError(
            "No method is left to compare. Name some, as in ",
            Setting("methods", ["mdav", "iamat"]),
            ", or leave the choice to Covey.",
        )
    for name in names:
        method, plus, refine = name.partition("+")
        METHODS[method]
        if plus and refine not in REFINERS:
            raise unknown("refinement", refine, REFINERS)
    return names, ()


def _check_options(request: ComparisonRequest, names: Sequence[str]) -> None:
    methods = {name.partition("+")[0] for name in names}
    for method in request.options:
        if method not in methods:
            raise RequestError(
                f"Options are given for '{method}', which is not compared. "
                f"Compared are: {', '.join(names)}."
            )


def _axis(kind: Literal["loss", "risk"], symbol: str, request: ComparisonRequest) -> Measure:
    """Return the measure of an axis; what can be learned of confidential values is a risk too."""
    fitting = [m.symbol for m in MEASURES.values() if (m.kind == "loss") == (kind == "loss")]
    (measure,) = select(MEASURES, (symbol,), _at_hand(request))
    if measure.symbol not in fitting:
        raise RequestError(
            f"'{kind}' must be a measure of {kind}. Got '{measure.symbol}'. "
            f"Choose from: {', '.join(fitting)}."
        )
    return measure


def _symbols(request: ComparisonRequest, axes: tuple[Measure, Measure]) -> tuple[str, ...]:
    asked = {m.symbol for m in select(MEASURES, request.measures, _at_hand(request))}
    asked |= {measure.symbol for measure in axes}
    refuse_idle_model((MEASURES[symbol] for symbol in asked), request.model)
    return tuple(symbol for symbol in MEASURES if symbol in asked)


def _at_hand(request: ComparisonRequest) -> frozenset[str]:
    return at_hand(request.roles.confidential, request.model, request.roles.weight)


def _key(request: Request, digest: str) -> str:
    settings = request.model_dump(mode="json", exclude=_FILES)
    return digest_of_text([digest_of_code(), digest, json.dumps(settings, sort_keys=True)])
