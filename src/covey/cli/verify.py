"""``covey verify``: whether a file is what its manifest promises."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from covey.cli.configuring import Config, configured, file_of
from covey.cli.console import guarded, print_json, say, watching
from covey.cli.flags import in_flags
from covey.cli.options import AsJson, Quiet
from covey.core.errors import VerificationError
from covey.core.wording import counted

if TYPE_CHECKING:
    from covey.releasing.verify import Verification


@guarded
def verify(
    file: Annotated[
        Path | None, typer.Argument(metavar="OUT", help="A file that Covey released.")
    ] = None,
    manifest: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Its manifest. (default: OUT.manifest.json)"),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT",
            help="What Covey may take, such as 2GB; the file is then counted piece by piece, with "
            "the same answer. (default: it is read as a whole)",
        ),
    ] = None,
    config: Config = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Recompute hash and k-anonymity of a released file. Exit 0 if they hold, 2 if not."""
    from covey.core.request import memory_in_bytes
    from covey.releasing import verify as check

    chosen = configured(config)
    file = file_of(file, chosen, "output", "to verify")
    amount = chosen.get("memory") if memory is None else memory
    allowed = None if amount is None else memory_in_bytes(amount)
    try:
        with watching(is_quiet=quiet or as_json) as stages:
            found = check(file, manifest, memory=allowed, progress=stages("Counting twins"))
    except VerificationError as error:
        if as_json:
            print_json({"verified": False, "reason": error.told(in_flags)})
        raise
    if as_json:
        print_json(_summary(file, found))
    elif not quiet:
        for line in _lines(file, found):
            say(line)


def _summary(file: Path, found: Verification) -> dict[str, Any]:
    """Return the object that ``--json`` prints."""
    sets = [one.to_dict(found.k) for one in found.separate]
    return {
        "verified": True,
        "output": str(file),
        "k": found.k,
        "smallest_class": found.smallest_class,
        "n_records": found.n_records,
        "quasi_identifiers": list(found.quasi_identifiers),
        **({"separate": sets} if sets else {}),
        "published": {
            "below_k": found.below_k,
            "unique": found.unique,
            "counted": "records",
            "over": list(found.columns),
        },
        "only_in_manifest": _only_told(found),
    }


def _only_told(found: Verification) -> dict[str, Any]:
    """Return what the manifest says and the file cannot show."""
    published, told = found.promise.published, dict(found.promise.only_told)
    if published is not None and published.counted == "units":
        told["below_k_units"] = published.below_k_units
    return told


def _lines(file: Path, found: Verification) -> Iterator[str]:
    """Yield what was recounted, and what cannot be."""
    from covey.releasing.remarks import remarks_on

    yield f"{file}: unchanged since its release. {_shared(found)}"
    n_columns = len(found.columns)
    if n_columns > len(found.quasi_identifiers):
        alone = f", {found.unique:,} of them alone" if found.below_k else ""
        yield (
            f"By all {n_columns} columns that are published and not confidential, "
            f"{counted(found.below_k, 'record')} {'stands' if found.below_k == 1 else 'stand'} in "
            f"classes of fewer than {found.k} records{alone}."
        )
    told = remarks_on(found.promise.only_told)
    published = found.promise.published
    if published is not None and published.counted == "units":
        records = counted(published.below_k_units, "record")
        verb = "stands" if published.below_k_units == 1 else "stand"
        told.append(f"{records} {verb} in classes of fewer than {found.k} units.")
    if told:
        yield f"Only the manifest says, and the file cannot show: {' '.join(told)}"


def _shared(found: Verification) -> str:
    """Return what each record shares with others: its values, or those of each separate set."""
    quasi = counted(len(found.quasi_identifiers), "quasi-identifier")
    if found.separate:
        least = min(one.smallest_class for one in found.separate)
        return (
            f"Its {quasi} were grouped in {len(found.separate)} separate sets: in each set, each "
            f"of its {found.n_records:,} records shares its values with at least "
            f"{counted(least - 1, 'other')} (k = {found.k}). Whole records are not k-anonymous."
        )
    return (
        f"Each of its {found.n_records:,} records shares its {quasi} with at least "
        f"{counted(found.smallest_class - 1, 'other')} (k = {found.k})."
    )
