"""``covey advise``: the setting with the least loss under a limit on the risk."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli.configuring import Config, configured, file_of, of_use
from covey.cli.console import guarded, print_json, say, stdout, working
from covey.cli.declared import settings_given, taking
from covey.cli.flags import arguments
from covey.cli.options import AsJson, Fresh, Source, located
from covey.core.errors import RequestError
from covey.core.spelling import Setting

if TYPE_CHECKING:
    from covey.core.request import ComparisonRequest
    from covey.core.trials import Run
    from covey.results import Advice, Limits

_Risk = Annotated[str | None, typer.Option(metavar="X%", help="The risk that you accept.")]
_Loss = Annotated[str | None, typer.Option(metavar="X%", help="The loss that you accept.")]

_RELEASED = (
    "roles",
    "columns",
    "unit_mode",
    "small_strata",
    "missing",
    "weight_release",
    "scaling",
    "seed",
    "model",
    "allow_not_k_anonymous",
    "reading",
)
"""Settings of a comparison that a release has too, beside those that are compared."""

_ONLY_RELEASED = ("options", "refine_options", "select", "separate")
"""Settings of a release that change its groups, and that a comparison does not have."""

_SINGLE = ("unit", "weight")
"""Roles of one column."""


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
        if config is None or _changes_groups(chosen):
            decided = comparison.settings["roles"]
            said = spelled({**settings, "roles": decided})
        else:
            said = ["--config", str(config), *spelled(settings_given(ComparisonRequest, given))]
        command = command_for(source, advice.chosen, said)
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


def _changes_groups(configured: Mapping[str, Any]) -> bool:
    """Whether a configuration has settings that a release heeds and a comparison does not.

    With them the command would make another release than the one that was judged.
    """
    from covey.core.request import Request

    settings = of_use(configured, Request)
    return any(settings.get(name) for name in _ONLY_RELEASED)


def spelled(settings: Mapping[str, Any]) -> list[str]:
    """Return the words for those settings of a comparison that its releases depend on."""
    settings = {name: settings[name] for name in _RELEASED if name in settings}
    roles = {
        role: names[0] if role in _SINGLE and isinstance(names, list) else names
        for role, names in settings.pop("roles", {}).items()
        if names
    }
    roles = dict(sorted(roles.items(), key=lambda pair: pair[0] == "quasi"))  # the longest last
    settings = {"roles": roles, **settings}
    return [word for name, value in settings.items() for word in arguments(Setting(name, value))]


def command_for(source: Path, run: Run, said: Sequence[str]) -> str:
    """Return the command that carries a setting out, as one would type it.

    What was said beside the method, its options and its effort is given in words of a command.
    """
    # A name that begins with a dash would be taken for an option.
    name = f"./{source}" if str(source).startswith("-") else str(source)
    target = located(source)  # a sample has the name of a file too
    target = target.with_suffix("") if target.suffix.lower() == ".gz" else target
    words = ["covey", "protect", name, "-o", f"{target.stem}-safe{target.suffix}"]
    words += ["-k", str(run.k), "--method", run.method]
    if run.refine != "none" or "--config" in said:  # which may say another one
        words += ["--refine", run.refine]
    if run.refine != "none" and (run.effort != 1.0 or "--config" in said):
        words += ["--effort", str(run.effort)]
    words += arguments(Setting("options", run.options))
    words += [*said, "--report", f"{target.stem}-report.html"]
    return shlex.join(words)


def _show(advice: Advice, command: str | None) -> None:
    console = stdout()
    console.print(advice.headline, style="bold")
    say(advice.why)
    say(advice.cost)
    if advice.caution:
        say(advice.caution)
    if command is not None:
        console.print()
        console.print(command, soft_wrap=True, style="cyan")
