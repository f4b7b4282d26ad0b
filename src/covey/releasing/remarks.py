"""What was done to gaps, strata, extreme values and weights, in sentences from the manifest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from covey.core.wording import counted, listed


def remarks_on(manifest: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each thing that the released file cannot show, where it was done.

    It takes a manifest, or the part of one that `verify` takes on trust.
    """
    return [
        sentence
        for name, describe in _DESCRIBED.items()
        if manifest.get(name)
        for sentence in describe(manifest[name])
    ]


def public_remarks_on(manifest: Mapping[str, Any]) -> list[str]:
    """Return the sentences that users of the data need; how groups are made up is not for them."""
    return remarks_on({name: told for name, told in manifest.items() if name != "group_units"})


def n_dropped(manifest: Mapping[str, Any]) -> int:
    """Return how many records were left out because of gaps."""
    missing = manifest.get("missing") or {}
    return _total(missing.get("dropped"))


def _units(units: Mapping[str, int]) -> Iterator[str]:
    yield f"Every group holds records of at least {counted(units['min'], 'unit')}."


def _missing(missing: Mapping[str, Any]) -> Iterator[str]:
    for what, noun, done in (
        ("blanked", "cell", "blanked"),
        ("filled", "gap", "filled with the group's value"),
        ("dropped", "record", "left out because of a gap"),
    ):
        if count := _total(missing.get(what)):
            yield f"{counted(count, noun)} {'was' if count == 1 else 'were'} {done}."


def _strata(strata: Mapping[str, Any]) -> Iterator[str]:
    merged, blanked = (_total(strata.get(what)) for what in ("merged", "blanked"))
    if merged:
        verb = "was" if merged == 1 else "were"
        yield f"{counted(merged, 'small stratum', 'small strata')} {verb} joined with others."
    if blanked:
        verb = "was" if blanked == 1 else "were"
        yield f"{counted(blanked, 'cell')} of the strata columns {verb} blanked."


def _coded(coded: Mapping[str, Any]) -> Iterator[str]:
    if count := _total(coded):
        is_one = count == 1
        yield (
            f"{counted(count, 'value')} beyond a limit {'was' if is_one else 'were'} set to it "
            "before records were grouped."
        )


def _separate(sets: Sequence[Sequence[str]]) -> Iterator[str]:
    words = listed([f"({', '.join(names)})" for names in sets])
    yield (
        f"The variables were grouped in {len(sets)} sets by themselves, {words}: the promise is "
        "about each set, and whole records are not k-anonymous."
    )


def _total(value: Any) -> int:
    """Return a count, or the sum of those by column."""
    if isinstance(value, Mapping):
        return sum(map(_total, value.values()))
    return int(value) if isinstance(value, int) else 0


_DESCRIBED: dict[str, Callable[[Any], Iterator[str]]] = {
    "group_units": _units,
    "missing": _missing,
    "strata": _strata,
    "coded": _coded,
    "separate": _separate,
}
