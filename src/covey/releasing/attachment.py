"""A comparison that goes into a report: read from its file, and held to be about this table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from covey.core.digest import digest_of
from covey.core.errors import InputError, RequestError
from covey.core.files import DocumentError, load_text, parse_json
from covey.core.measure import Measure
from covey.core.request import Audience
from covey.core.source import Source
from covey.core.spelling import Setting
from covey.core.table import Table
from covey.core.trials import HOW_TO_COMPARE, Trials

_REMEDY = ("Make one with: ", HOW_TO_COMPARE, ".")


def read_comparison(path: Path, measures: Mapping[str, Measure]) -> Trials:
    """Read what ``covey compare --json`` printed; the file names measures by their symbols."""
    try:
        comparison = Trials.from_dict(parse_json(load_text(path)), measures=measures)
    except DocumentError as error:
        raise InputError(f"'{path}' is no comparison: it {error}. ", *_REMEDY) from None
    except InputError:
        raise InputError(f"'{path}' is no comparison. ", *_REMEDY) from None
    if not _is_whole(comparison):
        raise InputError(f"'{path}' is no comparison: settings or scores are missing. ", *_REMEDY)
    return replace(comparison, inputs=(path.absolute(),))


def _is_whole(comparison: Trials) -> bool:
    """Whether there is a setting, and all have the same scores, those of the axes among them."""
    scored = {frozenset(run.scores) for run in comparison.runs}
    axes = {comparison.loss.symbol, comparison.risk.symbol}
    return len(scored) == 1 and axes <= next(iter(scored))


def check_audience(audience: Audience, *, has_comparison: bool) -> None:
    """Refuse a comparison in the public edition: the map tells where an attack pays."""
    if has_comparison and audience == "public":
        raise RequestError(
            "A comparison is for the internal report only: its map shows the risk that is left. "
            "Got the audience 'public'. Choose ",
            Setting("audience", "internal"),
            ", or leave the comparison out.",
        )


def check_same_table(comparison: Trials, table: Source) -> None:
    """Refuse a comparison that was made on other data."""
    if not isinstance(table, Table) or comparison.subject.digest != digest_of(table):
        raise RequestError(
            f"The comparison was made on another table: '{comparison.subject.name}' with "
            f"{comparison.subject.n_records:,} records does not hold the values of "
            f"'{table.origin.name}'. Compare this table first, or leave the comparison out."
        )
