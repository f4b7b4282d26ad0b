"""What a manifest promises of its file, read with suspicion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NoReturn, cast, get_args

from covey.core.errors import InputError, VerificationError
from covey.core.files import DocumentError, is_encoding, is_file, load_text, parse_json
from covey.core.formulas import FormulaTreatment
from covey.core.request import Order
from covey.core.roles import ROLE_NAMES, Roles
from covey.core.separate import SeparateSet
from covey.core.settings import WeightRelease
from covey.core.spelling import Setting
from covey.core.table import Dialect
from covey.releasing.formats import DELIMITED, FileFormat, names_in_file, roles_in_file
from covey.releasing.manifest import manifest_path

_BEYOND_ALL = 2**62
_KINDS: dict[type, str] = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}


@dataclass(frozen=True, slots=True)
class Promise:
    """The parts of a manifest that its file can be held to."""

    k: int  # at least 2
    roles: Roles  # under the names that the file has; at least one is a quasi-identifier
    holds: bool  # whether the release claims to be k-anonymous on all quasi-identifiers jointly
    smallest_class: int  # as counted when the file was written
    n_records: int
    sha256: str
    format: FileFormat
    dialect: Dialect | None  # of a delimited file
    method: str  # how it was masked
    order: Order
    separate: tuple[SeparateSet, ...] = ()  # on each of which it claims to be k-anonymous
    published: PublishedPromise | None = None  # None in an older manifest
    only_told: Mapping[str, Any] = field(default_factory=dict)
    """What the manifest says and its file cannot show, such as units, by the manifest's names."""


@dataclass(frozen=True, slots=True)
class PublishedPromise:
    """What a manifest says of everything that is published."""

    below_k: int  # in records, as a reader can count them
    unique: int
    counted: Literal["records", "units"]
    below_k_units: int  # records in classes of fewer than k units, or records where there are none


_ONLY_TOLD = ("group_units", "missing", "strata", "coded", "weights")


class _Reader:
    """Takes typed values out of a manifest, and says which one is wrong."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def reject(self, reason: str) -> NoReturn:
        raise VerificationError(f"The manifest '{self._path}' {reason}.")

    def take(self, parent: dict[str, Any], name: str, kind: type) -> Any:
        value = parent.get(name)
        if not isinstance(value, kind):
            self.reject(f"is incomplete: '{name}' must be {_KINDS[kind]}")
        return value

    def count(self, parent: dict[str, Any], name: str) -> int:
        value = parent.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < _BEYOND_ALL:
            self.reject(f"is incomplete: '{name}' must be a whole number of at least 0")
        return value

    def names(self, parent: dict[str, Any], name: str) -> tuple[str, ...]:
        values = self.take(parent, name, list)
        if not all(isinstance(value, str) for value in values):
            self.reject(f"is incomplete: '{name}' must be a list of column names")
        return tuple(values)

    def roles(self, parent: dict[str, Any]) -> Roles:
        given = self.take(parent, "roles", dict)
        there = [role for i, role in enumerate(ROLE_NAMES) if i < 4 or role in given]
        return Roles.of({role: self.names(given, role) for role in there})


def read_promise(path: Path) -> Promise:
    """Read a manifest; raise `VerificationError` unless it makes one consistent promise.

    A manifest that promises nothing (k below 2, no quasi-identifier), or whose parts contradict
    each other, was edited or is damaged.
    """
    reader = _Reader(path)
    manifest = _load(path, reader)
    if not isinstance(manifest.get("covey"), str):
        reader.reject("is not one of Covey's: it names no version of Covey")
    evidence = reader.take(manifest, "k_anonymous", dict)
    file_format, dialect = _read_output(manifest, reader)
    promise = Promise(
        k=reader.count(manifest, "k"),
        roles=_read_roles(manifest, reader),
        holds=reader.take(evidence, "holds", bool),
        smallest_class=reader.count(evidence, "smallest_class"),
        n_records=reader.count(manifest, "n_records"),
        sha256=reader.take(manifest["output"], "sha256", str),
        format=file_format,
        dialect=dialect,
        method=reader.take(manifest, "method", str),
        order=_read_order(manifest["output"], reader),
        published=_read_published(manifest, reader),
        only_told={name: manifest[name] for name in _ONLY_TOLD if manifest.get(name)},
        separate=_read_sets(evidence, reader),
    )
    _check_consistent(promise, manifest, reader)
    if file_format in DELIMITED and _is_escaped(manifest["plan"], reader):
        return _as_escaped(promise)
    return promise


def _as_escaped(promise: Promise) -> Promise:
    """Return the promise under the names that a file with an apostrophe before formulas has."""
    sets = (replace(one, names=names_in_file(one.names, "escape")) for one in promise.separate)
    roles = roles_in_file(promise.roles, "escape")
    return replace(promise, roles=roles, separate=tuple(sets))


def _read_sets(evidence: dict[str, Any], reader: _Reader) -> tuple[SeparateSet, ...]:
    """Return the separate sets of variables, if the manifest names any."""
    found = []
    for one in reader.take({"separate": [], **evidence}, "separate", list):
        if not isinstance(one, dict):
            reader.reject("is incomplete: 'separate' must be a list of objects")
        names = reader.names(one, "quasi_identifiers")
        found.append(SeparateSet(names, reader.count(one, "smallest_class")))
        reader.take(one, "holds", bool)
    return tuple(found)


def _read_roles(manifest: dict[str, Any], reader: _Reader) -> Roles:
    """Return the roles, which say whether the sampling weight is released, if there is any."""
    roles = reader.roles(manifest)
    if not roles.weight:
        return roles
    release = reader.take(reader.take(manifest, "plan", dict), "weight_release", str)
    if release not in get_args(WeightRelease):
        reader.reject("is incomplete: 'weight_release' must be mean, asis or drop")
    return replace(roles, is_weight_released=release != "drop")


def _is_escaped(plan: dict[str, Any], reader: _Reader) -> bool:
    if "formulas" not in plan:
        return False  # an older manifest
    treatment = reader.take(reader.take(plan, "formulas", dict), "treatment", str)
    if treatment not in get_args(FormulaTreatment):
        reader.reject("is incomplete: 'treatment' must be keep or escape")
    return bool(treatment == "escape")


def promised_roles(path: Path) -> Roles | None:
    """Return the roles of a released file's columns, if its manifest lies beside it."""
    manifest = manifest_path(path)
    return read_promise(manifest).roles if is_file(manifest) else None


def promised_columns(path: Path) -> dict[str, dict[str, Any]]:
    """Return of what kind a released file's quasi-identifiers are, in the words of `columns`.

    A taxonomy is not in the manifest; without it, its nodes are categories like others.
    """
    manifest = manifest_path(path)
    if not is_file(manifest):
        return {}
    reader = _Reader(manifest)
    told = reader.take(_load(manifest, reader), "plan", dict).get("columns", {})
    if not isinstance(told, dict) or not all(isinstance(one, dict) for one in told.values()):
        reader.reject("is incomplete: 'columns' must be an object of objects")
    kept = ("kind", "levels", "missing_codes", "top", "bottom")
    return {
        name: {
            **{setting: one[setting] for setting in kept if setting in one},
            **({"aggregate": "median"} if one.get("aggregate") == "median" else {}),
        }
        for name, one in told.items()
    }


def check_row_order(path: Path) -> None:
    """Refuse a released file whose rows were sorted: they stand beside those of no other table."""
    manifest = manifest_path(path)
    if is_file(manifest) and read_promise(manifest).order == "sorted":
        raise InputError(
            f"'{path}' was written in the order of its own values: row by row it does not go with "
            f"the original. What was measured before it was written is in '{manifest}'. To measure "
            "it here, say which column names the same record in both, ",
            Setting("id", "COLUMN"),
            ", or write it again with ",
            Setting("order", "kept"),
            ".",
        )


def _load(path: Path, reader: _Reader) -> dict[str, Any]:
    try:
        manifest = parse_json(load_text(path))
    except DocumentError as error:
        reader.reject(f"{error}; take the original from where the release was made")
    if not isinstance(manifest, dict):
        reader.reject("is not one of Covey's: it must be a JSON object")
    return manifest


def _read_output(manifest: dict[str, Any], reader: _Reader) -> tuple[FileFormat, Dialect | None]:
    output = reader.take(manifest, "output", dict)
    file_format = reader.take(output, "format", str)
    if file_format not in get_args(FileFormat):
        reader.reject(f"names a format that this version cannot read: '{file_format}'")
    if file_format not in DELIMITED:
        return cast(FileFormat, file_format), None
    given = reader.take(output, "dialect", dict)
    dialect = Dialect(**{name: reader.take(given, name, str) for name in Dialect().to_dict()})
    if not all(len(mark) == 1 and mark.isascii() for mark in (dialect.delimiter, dialect.quote)):
        reader.reject("is incomplete: delimiter and quote must be one ASCII character each")
    if dialect.delimiter == dialect.quote:
        reader.reject("contradicts itself: delimiter and quote are the same character")
    if not is_encoding(dialect.encoding):
        reader.reject("is incomplete: 'encoding' must be the name of a text encoding")
    return cast(FileFormat, file_format), dialect


def _read_order(output: dict[str, Any], reader: _Reader) -> Order:
    # A manifest that does not say is older than the choice: rows were kept as they stood.
    order = reader.take({"order": "kept", **output}, "order", str)
    if order not in get_args(Order):
        reader.reject("is incomplete: 'order' must be sorted or kept")
    return cast(Order, order)


def _read_published(manifest: dict[str, Any], reader: _Reader) -> PublishedPromise | None:
    if "published" not in manifest:
        return None  # an older manifest
    published = reader.take(manifest, "published", dict)
    counted = reader.take(published, "counted", str)
    if counted not in ("records", "units"):
        reader.reject("is incomplete: 'counted' must be records or units")
    below, unique, of_units = (
        reader.count(published, name) for name in ("records_below_k", "unique", "below_k")
    )
    if not unique <= below <= of_units or (counted == "records" and below != of_units):
        reader.reject("contradicts itself: its counts of records below k do not go together")
    return PublishedPromise(below, unique, cast(Literal["records", "units"], counted), of_units)


def _check_consistent(promise: Promise, manifest: dict[str, Any], reader: _Reader) -> None:
    if promise.k < 2:
        reader.reject(f"promises nothing: k must be at least 2, and it has {promise.k}")
    if not promise.roles.quasi:
        reader.reject("promises nothing: it names no quasi-identifier")
    columns = [name for names in promise.roles.to_dict().values() for name in names]
    if len(set(columns)) < len(columns):
        reader.reject("contradicts itself: it gives a column two roles, or one role twice")
    plan = reader.take(manifest, "plan", dict)
    if reader.count(plan, "k") != promise.k:
        reader.reject("contradicts itself: its k is not the k of its plan")
    if reader.roles(plan) != reader.roles(manifest):
        reader.reject("contradicts itself: its roles are not the roles of its plan")
    counted = reader.names(manifest["k_anonymous"], "quasi_identifiers")
    if counted != promise.roles.quasi:
        reader.reject(
            "contradicts itself: the quasi-identifiers it counted are not those of its roles"
        )
    _check_sets(promise, manifest, reader)
    if promise.holds != (promise.smallest_class >= promise.k):
        reader.reject("contradicts itself: its smallest class does not fit what it claims of k")


def _check_sets(promise: Promise, manifest: dict[str, Any], reader: _Reader) -> None:
    """Reject separate sets that are not those of the plan, or do not part the variables."""
    planned = reader.take({"separate": [], **manifest["plan"]}, "separate", list)
    if planned != [list(one.names) for one in promise.separate]:
        reader.reject("contradicts itself: its separate sets are not those of its plan")
    if not promise.separate:
        return
    names = [name for one in promise.separate for name in one.names]
    if sorted(names) != sorted(promise.roles.quasi) or not all(planned):
        reader.reject("contradicts itself: its separate sets are not its quasi-identifiers, parted")
    told = [one["holds"] for one in manifest["k_anonymous"]["separate"]]
    if told != [one.smallest_class >= promise.k for one in promise.separate]:
        reader.reject("contradicts itself: the class of a set does not fit what it claims of k")
