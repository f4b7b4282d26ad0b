"""Which role and kind each column of a table may have, and why; careful where it is unclear."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from covey.core.inspection import MOST_COUNTED, Finding
from covey.core.settings import VariableKind
from covey.core.table import NUMERIC
from covey.core.wording import counted, figure
from covey.planning.codes import MOST_VALUES, NUMBERING, WEIGHT, is_body_weight
from covey.planning.looking import ColumnLook
from covey.planning.words import words_of

_NAMES = frozenset(
    [
        "name",
        "names",
        "surname",
        "firstname",
        "lastname",
        "forename",
        "email",
        "mail",
        "phone",
        "telephone",
        "mobile",
        "fax",
        "address",
        "street",
        "ssn",
        "passport",
        "iban",
        "username",
        "login",
        "url",
    ]
)
_UNITS = frozenset(
    [
        "household",
        "households",
        "hh",
        "family",
        "person",
        "patient",
        "respondent",
        "participant",
        "subject",
        "individual",
        "company",
        "firm",
        "enterprise",
        "establishment",
        "utility",
        "customer",
        "client",
        "student",
        "pupil",
        "employee",
        "worker",
        "farm",
        "owner",
        "taxpayer",
        "citizen",
    ]
)
_WEIGHTS = frozenset({WEIGHT, "weights", "wgt", "wt", "pweight", "hweight", "fweight"})
_BODIES = frozenset({"height", "bmi", "waist", "length", "horsepower", "mpg"})
"""Words of columns beside which a weight is that of a body or a thing."""

_STRATA = frozenset({"stratum", "strata"})
_SENSITIVE = frozenset(
    [
        "illness",
        "disease",
        "diagnosis",
        "health",
        "hiv",
        "religion",
        "debt",
        "debts",
        "conviction",
        "crime",
        "orientation",
        "ethnicity",
        "disability",
        "pregnancy",
        "therapy",
        "drug",
        "drugs",
        "mental",
        "political",
        "union",
        "vote",
        "voted",
        "votes",
        "death",
        "deaths",
        "died",
        "status",
        "deny",
        "denied",
        "cancer",
        "suicide",
    ]
)
_SENSITIVE_STEMS = ("smok", "alcohol", "arrest", "abus", "convict", "depress", "relig", "diagnos")
_NO_ID = frozenset({"PAID", "VALID", "INVALID", "COVID", "GRID", "LIQUID", "FLUID", "SOLID", "MID"})

_WITH_ID = re.compile(
    "acid|aid|arid|bid|candid|cide|confid|consid|covid|divid|evid|fluid|grid|humid|hybrid|idea|"
    "idle|kid|lipid|liquid|mid|oid|oxid|presid|provid|rapid|resid|rid[eg]|side|solid|tide|tid[iy]|"
    "uid[ea]|valid|vid|wid"
)
"""Parts of words in which "id" has nothing to do with a number."""

_AMOUNT = "If it is an amount, it belongs to quasi."
_WHOSE = "Does it name somebody or something? Then it is identifier, or unit."

_OWN = 1.05
"""Records for each value on average, below which nearly every record has one of its own."""
_MANY = 100
"""Records among which amounts would hardly be all different by chance."""
_FEW_EACH = 2.0
_MOST_EACH = 60.0
"""Records of a respondent on average; numbers that are more frequent are categories."""
_FEW_CODES = 100
_LARGE_STRATUM = 30


def propose_roles(looks: Sequence[ColumnLook]) -> list[Finding]:
    """Return a proposal for every column; at most one unit and one weight among them."""
    words = frozenset[str]().union(*(words_of(look.name) for look in looks))
    found = [_proposed(look, has_bodies=bool(words & _BODIES)) for look in looks]
    found = _one_unit(found, looks)
    return _one_weight(found)


@dataclass(frozen=True, slots=True)
class _Proposal:
    """A role, and the kind of a quasi-identifier, with reasons."""

    role: str
    reason: str
    kind: VariableKind | None = None
    to_decide: str = ""


def _proposed(look: ColumnLook, *, has_bodies: bool) -> Finding:
    words = words_of(look.name)
    made = (
        _without_values(look)
        or _naming(look, words)
        or _weighing(look, words, has_bodies=has_bodies)
        or _stratum(look, words)
        or (_measured(look) if look.is_dated else None)
        or (_text(look) if look.content == "text" else None)
        or (_whole_numbers(look, words) if look.is_whole else None)
        or _measured(look)
    )
    is_key = made.role == "quasi"
    # Codes with leading zeros must be declared as categories, and hardly have an order.
    may_be_ordered = made.kind == "nominal" and not look.is_number_like
    return Finding(
        look.name,
        look.content,
        look.n_values,
        look.n_gaps,
        made.role,
        made.kind,
        made.reason,
        made.to_decide,
        missing_codes=look.missing_codes if made.kind == "numeric" else (),
        levels=look.levels if may_be_ordered and (look.n_values or 0) <= MOST_VALUES else (),
        may_be_confidential=is_key and _sounds_confidential(words),
    )


def _sounds_confidential(words: frozenset[str]) -> bool:
    return bool(words & _SENSITIVE) or any(word.startswith(_SENSITIVE_STEMS) for word in words)


def _without_values(look: ColumnLook) -> _Proposal | None:
    if look.n_known == 0:
        return _Proposal("identifier", "holds no value, so that nothing is lost without it")
    if look.is_number_like:
        reason = "holds text that looks like numbers"
        if (look.n_values or MOST_COUNTED) <= _FEW_CODES and look.records_per_value >= _FEW_EACH:
            to_decide = "Codes? If these are numbers, correct the file."
            return _Proposal("quasi", reason, "nominal", to_decide)
        to_decide = "If these are numbers, correct the file; otherwise it may be nominal."
        return _Proposal("identifier", reason, to_decide=to_decide)
    if look.content == "other":
        to_decide = "Convert it to numbers, text or dates to release it."
        return _Proposal("identifier", "holds values of another type", to_decide=to_decide)
    return None


def _naming(look: ColumnLook, words: frozenset[str]) -> _Proposal | None:
    """Return the proposal for what names respondents: one record each, or several."""
    if look.content not in ("text", "integer") and not look.is_whole:
        return None
    is_name = bool(words & _NAMES) or look.name.lower().endswith("name")
    if is_name and (look.content == "text" or look.n_values is None):
        return _Proposal("identifier", "its name says that it names or reaches somebody")
    is_own = look.records_per_value < _OWN
    is_numbered = bool(words & NUMBERING) or _ends_in_id(look.name)
    if is_own and look.numbers_the_records and not look.n_gaps:
        to_decide = "" if is_numbered else _AMOUNT
        return _Proposal("identifier", "numbers the records", to_decide=to_decide)
    if is_own and (is_numbered or words <= (_UNITS | NUMBERING)):
        return _Proposal("identifier", "is called a number or a name, and each record has its own")
    is_unit = words <= (_UNITS | NUMBERING) and bool(words & _UNITS)
    is_like_one = is_unit or (is_numbered and look.records_per_value <= _MOST_EACH)
    if is_like_one and "code" not in words and (look.n_values or MOST_COUNTED) > MOST_VALUES:
        each = figure(look.records_per_value, 2)
        reason = f"is called a number or a name, and has {each} records for each value on average"
        to_decide = "Is it the respondent, of whom every group must hold k?"
        return _Proposal("unit", reason, to_decide=to_decide)
    return None


def _ends_in_id(name: str) -> bool:
    return name.endswith(("ID", "Id", "_id")) and name not in _NO_ID


def _weighing(look: ColumnLook, words: frozenset[str], *, has_bodies: bool) -> _Proposal | None:
    is_called = bool(words & _WEIGHTS) or look.name.lower() == "w"
    if not is_called or look.content not in NUMERIC or look.low <= 0 or look.n_gaps:
        return None
    if is_body_weight(words) or has_bodies or look.low > look.high:
        return None
    to_decide = "Is it a sampling weight? If it is the weight of something, it belongs to quasi."
    return _Proposal("weight", "is called a weight, and is above 0", to_decide=to_decide)


def _stratum(look: ColumnLook, words: frozenset[str]) -> _Proposal | None:
    is_called = bool(words & _STRATA) and look.content in ("text", "integer")
    if not is_called or look.least_common < _LARGE_STRATUM:
        return None
    return _Proposal(
        "strata",
        f"is called a stratum, and each of its {look.n_values} values has "
        f"{_LARGE_STRATUM} records or more",
        to_decide="Strata are released as they are. Are they those of the sample?",
    )


def _text(look: ColumnLook) -> _Proposal:
    if look.is_days:
        return _Proposal("quasi", "holds dates that others may know", "date")
    if look.n_values is None:
        reason = f"has more than {MOST_COUNTED:,} different texts, too many for categories"
        to_decide = "Dropped, unless it is recoded to fewer categories."
        return _Proposal("identifier", reason, to_decide=to_decide)
    if look.records_per_value < _FEW_EACH:
        reason = "most of its texts belong to one record alone"
        to_decide = "Dropped, unless it is recoded to fewer categories."
        return _Proposal("identifier", reason, to_decide=to_decide)
    reason = f"has {counted(look.n_values, 'category', 'categories')} that others may know"
    return _Proposal("quasi", reason, "nominal")


def _whole_numbers(look: ColumnLook, words: frozenset[str]) -> _Proposal | None:
    n_values = look.n_values
    if n_values == 1:
        return _Proposal("quasi", "holds one value throughout", "numeric")
    if n_values is not None and n_values <= MOST_VALUES:
        reason = f"has {counted(n_values, 'different whole number')}, which look like codes"
        to_decide = "" if n_values <= 2 else 'Codes, or amounts? For amounts: kind = "numeric".'
        return _Proposal("quasi", reason, "nominal", to_decide)
    if not words & NUMBERING:
        return _perhaps_naming(look)
    to_decide = 'Codes, or amounts? For amounts: role quasi, kind = "numeric".'
    if n_values is None:
        return _Proposal("identifier", "is called a number or code", to_decide=to_decide)
    return _Proposal("quasi", "is called a number or code", "nominal", to_decide)


def _perhaps_naming(look: ColumnLook) -> _Proposal | None:
    """Return the proposal for numbers that may be names, by their own name or as each has one."""
    is_called = _may_mean_a_number(look.name)
    # A first column without a name, which reading calls c1, holds the names of R's rows.
    if look.has_own_numbers and (is_called or look.name == "c1"):
        return _Proposal("identifier", "each record has a number of its own", to_decide=_AMOUNT)
    if look.has_own_numbers and look.n_records >= _MANY:
        return _Proposal("quasi", "each record has a number of its own", "numeric", _WHOSE)
    if is_called:
        reason = "holds numbers, which by its name may be those of people or things"
        return _Proposal("quasi", reason, "numeric", _WHOSE)
    return None


def _may_mean_a_number(name: str) -> bool:
    """Whether a part of a name may stand for id or number; one that begins so counts something.

    Examples
    --------
    >>> [_may_mean_a_number(name) for name in ("intnum", "schidkn", "persnr", "width", "num_kids")]
    [True, True, True, False, False]
    """
    low = name.lower()
    if low.startswith(("num", "n_", "nr_")):
        return False
    return low.endswith(("num", "number", "nr")) or "id" in _WITH_ID.sub("", low)


def _measured(look: ColumnLook) -> _Proposal:
    if look.content == "boolean":
        return _Proposal("quasi", "is true or false, and others may know which", "boolean")
    if look.content == "date" or look.is_dated:
        return _Proposal("quasi", "holds dates that others may know", "date")
    return _Proposal("quasi", "holds numbers that others may know", "numeric")


def _one_unit(found: list[Finding], looks: Sequence[ColumnLook]) -> list[Finding]:
    """Keep the unit with most records each: what holds for it holds for those within it."""
    units = [i for i, one in enumerate(found) if one.role == "unit"]
    if len(units) < 2:
        return found
    kept = max(units, key=lambda i: (looks[i].records_per_value, -i))
    for i in set(units) - {kept}:
        decide = f"Is it the respondent, rather than '{found[kept].name}'?"
        found[i] = replace(found[i], role="identifier", to_decide=decide)
    return found


def _one_weight(found: list[Finding]) -> list[Finding]:
    """Keep the first weight; others are keys that anybody may compare."""
    weights = [i for i, one in enumerate(found) if one.role == "weight"]
    for i in weights[1:]:
        reason = f"{found[i].reason}; the weight is '{found[weights[0]].name}'"
        found[i] = replace(found[i], role="quasi", kind="numeric", reason=reason, to_decide="")
    return found
