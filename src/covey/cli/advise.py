"""``covey advise``: the setting with the least loss under a limit on the risk."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli.configuring import Config, configured, file_of
from covey.cli.console import guarded, print_json, say, stdout, working
from covey.cli.declared import settings_given, taking
from covey.cli.flags import in_flags, quoted
from covey.cli.options import AsJson, Fresh, Source, located
from covey.core.errors import RequestError
from covey.core.spelling import Setting

if TYPE_CHECKING:
    from covey.core.request import ComparisonRequest
    from covey.core.trials import Run
    from covey.results import Advice, Limits

_Risk = Annotated[str | None, typer.Option(metavar="X%", help="The risk that you accept.")]
_Loss = Annotated[str | None, typer.Option(metavar="X%", help="The loss that you accept.")]


@guarded
@taking("ComparisonRequest", without=("measures", "allow_not_k_anonymous"))
def advise(
    source: Source = None,
    max_risk: _Risk = None,
    max_loss: _Loss = None,
    *,
    config: Config = None,
    fresh: Fresh = False,
    as_json: AsJson = False,
    **given: Any,
) -> None:
    """Name the setting with the least loss under a limit on the risk, and the command for it."""
    from covey.core.request import ComparisonRequest
    from covey.results import Limits

    limits = Limits(risk=_limit("--max-risk", max_risk), loss=_limit("--max-loss", max_loss))
    if limits == Limits():
        raise RequestError("Say what you accept: --max-risk 10%, --max-loss 5%, or both.")
    chosen = configured(config)
    source = file_of(source, chosen, "input", "the advice is for")
    settings = settings_given(ComparisonRequest, given, chosen)
    request = ComparisonRequest.of({**settings, "remember": not fresh})
    _check_early(limits, request)

    from covey.experiments.advise import advise as choose
    from covey.experiments.compare import compare as run

    with working(is_quiet=False, as_json=as_json) as stages:
        comparison = run(located(source), request, stages)
    advice = choose(comparison, limits)
    command = None
    if advice.chosen is not None:
        command = command_for(source, advice.chosen, comparison.settings, settings)
    if as_json:
        print_json({**advice.to_dict(), "command": command})
    else:
        _show(advice, command)


def _check_early(limits: Limits, request: ComparisonRequest) -> None:
    """Refuse a limit that makes no sense before the comparison takes its time."""
    from covey.experiments.advise import check_limits
    from covey.measuring import MEASURES

    # A measure that there is not is refused by the comparison, in its own words.
    if {request.loss, request.risk} <= set(MEASURES):
        check_limits(limits, loss=MEASURES[request.loss], risk=MEASURES[request.risk])


def _limit(name: str, text: str | None) -> float | None:
    """Return a limit from ``10%`` or ``10``, both in the unit of the measure."""
    if text is None:
        return None
    try:
        return float(text.strip().removesuffix("%"))
    except ValueError:
        raise RequestError(f"'{name}' takes a number, as in {name} 10%. Got '{text}'.") from None


def command_for(source: Path, run: Run, settings: Any, asked: Mapping[str, Any]) -> str:
    """Return the command that carries a setting out, as one would type it.

    Settings of the comparison are decided; of those that were asked for, some go along.
    """
    # A name that begins with a dash would be taken for an option.
    name = f"./{source}" if str(source).startswith("-") else str(source)
    target = located(source)  # a sample has the name of a file too
    target = target.with_suffix("") if target.suffix.lower() == ".gz" else target
    words = ["covey", "protect", name, "-o", f"{target.stem}-safe{target.suffix}"]
    words += ["-k", str(run.k), "--method", run.method]
    if run.refine != "none":
        words += ["--refine", run.refine, *(["--effort", str(run.effort)] * (run.effort != 1.0))]
    for name, value in run.options.items():
        words += ["--option", f"{name}={value}"]
    for role, columns in settings["roles"].items():
        if columns and role != "quasi":
            words += [f"--{role}", ",".join(map(quoted, columns))]
    words += ["--quasi", ",".join(map(quoted, settings["roles"]["quasi"]))]
    for name, usual in (("scaling", "zscore"), ("seed", 0), ("model", None)):
        if settings[name] != usual:
            words += [f"--{name}", str(settings[name])]
    for name in ("columns", "reading", "unit_mode", "small_strata", "missing", "weight_release"):
        if asked.get(name):
            words += shlex.split(in_flags(Setting(name, asked[name])))
    words += ["--report", f"{target.stem}-report.html"]
    return shlex.join(words)


def _show(advice: Advice, command: str | None) -> None:
    console = stdout()
    console.print(advice.headline, style="bold")
    say(advice.why)
    say(advice.cost)
    if command is not None:
        console.print()
        console.print(command, soft_wrap=True, style="cyan")
