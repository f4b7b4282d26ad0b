from __future__ import annotations

import dataclasses
import hashlib
import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from covey.core.errors import RequestError, VerificationError
from covey.releasing import verify
from covey.results import Release

Edit = Callable[[dict[str, Any]], Any]


verify_module = importlib.import_module("covey.releasing.verify")  # a function has its name


@pytest.fixture
def safe(release: Release, tmp_path: Path) -> Path:
    return release.write(tmp_path / "safe.csv", order="kept")


def manifest_of(path: Path) -> Path:
    return path.with_name(path.name + ".manifest.json")


def edit(path: Path, change: Edit) -> None:
    manifest = json.loads(manifest_of(path).read_text(encoding="utf-8"))
    change(manifest)
    manifest_of(path).write_text(json.dumps(manifest), encoding="utf-8")


def replace_bytes(path: Path, data: bytes) -> None:
    """Change a file and its hash: what only counting again can find."""
    path.write_bytes(data)
    edit(path, lambda m: m["output"].update(sha256=hashlib.sha256(data).hexdigest()))


def test_findings(safe: Path) -> None:
    found = verify(str(safe))
    assert dataclasses.asdict(found) == {
        "path": safe,
        "manifest": manifest_of(safe),
        "k": 3,
        "smallest_class": 3,
        "n_classes": 2,
        "n_records": 7,
        "quasi_identifiers": ("age", "income"),
        "method": "mdav",
        "sha256": hashlib.sha256(safe.read_bytes()).hexdigest(),
        "columns": ("age", "income", "code"),
        "below_k": 7,
        "unique": 7,
        "promise": dataclasses.asdict(found.promise),
        "separate": (),
    }
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.k = 2  # type: ignore[misc]


def test_a_manifest_elsewhere(safe: Path, tmp_path: Path) -> None:
    moved = manifest_of(safe).rename(tmp_path / "kept.json")
    assert verify(safe, moved).manifest == moved
    with pytest.raises(VerificationError, match="There is no manifest"):
        verify(safe)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(VerificationError, match=r"absent.csv' does not exist"):
        verify(tmp_path / "absent.csv")
    with pytest.raises(VerificationError, match="is not a file"):
        verify(tmp_path)


def test_every_single_byte_counts(safe: Path) -> None:
    original = safe.read_bytes()
    for i in range(len(original)):
        changed = bytearray(original)
        changed[i] ^= 1
        safe.write_bytes(changed)
        with pytest.raises(VerificationError, match="SHA-256 differs"):
            verify(safe)
    safe.write_bytes(original)
    assert verify(safe).n_records == 7


def test_a_row_more_or_less(safe: Path) -> None:
    original = safe.read_bytes()
    safe.write_bytes(original + original.splitlines(keepends=True)[-1])
    with pytest.raises(VerificationError, match="SHA-256 differs"):
        verify(safe)
    replace_bytes(safe, original + original.splitlines(keepends=True)[-1])
    with pytest.raises(VerificationError, match="has 8 records; its manifest says 7"):
        verify(safe)


def test_a_changed_value_with_a_changed_hash(safe: Path) -> None:
    replace_bytes(safe, safe.read_bytes().replace(b"31.5", b"31.6", 1))
    with pytest.raises(
        VerificationError, match="not k-anonymous: its smallest class has 1 of the 3"
    ):
        verify(safe)


def test_equal_numbers_in_different_text_are_told_apart(safe: Path) -> None:
    replace_bytes(safe, safe.read_bytes().replace(b"31.5", b"31.50", 1))
    with pytest.raises(VerificationError, match="smallest class has 1 of the 3"):
        verify(safe)


def test_an_absent_quasi_identifier(safe: Path) -> None:
    replace_bytes(safe, safe.read_bytes().replace(b"age", b"agE", 1))
    with pytest.raises(VerificationError, match="lacks the column 'age'"):
        verify(safe)


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        (b"age,income,name", "holds 'name', which was to be dropped"),
        (b"age,income,new", "holds a column without a role, 'new'"),
        (b"age,income,age", "has two columns of the same name"),
    ],
)
def test_columns_that_should_not_be_there(safe: Path, header: bytes, sentence: str) -> None:
    replace_bytes(safe, safe.read_bytes().replace(b"age,income,code", header, 1))
    with pytest.raises(VerificationError, match=sentence):
        verify(safe)


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\xff", b'age,income,code\n1,2,3,4,"5\n'])
def test_bytes_that_are_no_such_table(safe: Path, data: bytes) -> None:
    replace_bytes(safe, data)
    with pytest.raises(VerificationError, match="cannot be read as csv"):
        verify(safe)


def test_a_truncated_parquet_file(release: Release, tmp_path: Path) -> None:
    path = release.write(tmp_path / "safe.parquet")
    replace_bytes(path, path.read_bytes()[:-20])
    with pytest.raises(VerificationError, match="cannot be read as parquet"):
        verify(path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not valid JSON"),
        ("{", "is not valid JSON"),
        ("[" * 100_000, "is not valid JSON"),
        ('{"covey": NaN}', "is not valid JSON"),
        ("[]", "is not one of Covey's: it must be a JSON object"),
        ("{}", "is not one of Covey's: it names no version"),
        ('{"covey": "1"}', "is incomplete: 'k_anonymous' must be an object"),
    ],
)
def test_manifests_that_are_none(safe: Path, text: str, sentence: str) -> None:
    manifest_of(safe).write_text(text)
    with pytest.raises(VerificationError, match=sentence):
        verify(safe)


def test_a_manifest_that_is_no_text(safe: Path) -> None:
    manifest_of(safe).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(VerificationError, match="must be written in UTF-8"):
        verify(safe)


def set_k(value: Any) -> Edit:
    def change(manifest: dict[str, Any]) -> None:
        manifest["k"] = value
        manifest["plan"]["k"] = value

    return change


def set_quasi(names: list[str]) -> Edit:
    def change(manifest: dict[str, Any]) -> None:
        manifest["roles"]["quasi"] = names
        manifest["plan"]["roles"]["quasi"] = names
        manifest["k_anonymous"]["quasi_identifiers"] = names

    return change


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (set_k(1), "promises nothing: k must be at least 2"),
        (set_k(0), "promises nothing: k must be at least 2"),
        (set_k(-3), "'k' must be a whole number"),
        (set_k(3.0), "'k' must be a whole number"),
        (set_k(True), "'k' must be a whole number"),
        (set_k("3"), "'k' must be a whole number"),
        (set_k(None), "'k' must be a whole number"),
        (set_k(4), "contradicts itself: its smallest class"),
        (set_quasi([]), "promises nothing: it names no quasi-identifier"),
        (set_quasi(["absent"]), "lacks the column 'absent'"),
        (set_quasi(["age"]), "holds a column without a role, 'income'"),
        (set_quasi([1]), "'quasi' must be a list of column names"),  # type: ignore[list-item]
        (lambda m: m.update(k=2), "its k is not the k of its plan"),
        (lambda m: m["roles"]["quasi"].pop(), "its roles are not the roles of its plan"),
        (
            lambda m: m["k_anonymous"]["quasi_identifiers"].pop(),
            "the quasi-identifiers it counted are not those of its roles",
        ),
        (lambda m: m["k_anonymous"].update(smallest_class=5), "has 3 records, not 5"),
        (lambda m: m["k_anonymous"].update(smallest_class=2), "its smallest class does not fit"),
        (lambda m: m["k_anonymous"].update(holds=1), "'holds' must be true or false"),
        (
            lambda m: m["published"].update(below_k=0, records_below_k=0, unique=0),
            "by everything that is published 7 records are in classes of fewer than 3, not 0",
        ),
        (lambda m: m["published"].update(unique=6), "7 records are alone in their class, not 6"),
        (lambda m: m["published"].update(below_k=0), "its counts of records below k do not go"),
        (lambda m: m["published"].update(counted="cows"), "'counted' must be records or units"),
        (lambda m: m["published"].pop("unique"), "'unique' must be a whole number"),
        (lambda m: m.update(n_records=6), "has 7 records; its manifest says 6"),
        (lambda m: m.update(output=None), "'output' must be an object"),
        (lambda m: m.pop("plan"), "'plan' must be an object"),
        (lambda m: m["output"].pop("sha256"), "'sha256' must be a text"),
        (lambda m: m["output"].update(format="xlsx"), "format that this version cannot read"),
        (lambda m: m["output"]["dialect"].update(delimiter=""), "one ASCII character each"),
        (lambda m: m["output"]["dialect"].update(encoding="klingon"), "'encoding' must be"),
        (lambda m: m["output"]["dialect"].update(encoding="rot13"), "'encoding' must be"),
        (lambda m: m["output"]["dialect"].update(encoding="utf-8\0"), "'encoding' must be"),
    ],
)
def test_edited_manifests(safe: Path, change: Edit, sentence: str) -> None:
    edit(safe, change)
    with pytest.raises(VerificationError, match=sentence):
        verify(safe)


def test_a_release_that_is_not_k_anonymous_on_purpose(safe: Path) -> None:
    def change(manifest: dict[str, Any]) -> None:
        manifest["method"] = "individual-ranking"
        manifest["k_anonymous"].update(holds=False, smallest_class=1)

    replace_bytes(safe, safe.read_bytes().replace(b"31.5", b"31.6", 1))
    edit(safe, change)
    sentence = "not k-anonymous and was released so on purpose: its method, 'individual-ranking'"
    with pytest.raises(VerificationError, match=sentence):
        verify(safe)


def test_no_error_shows_a_record(safe: Path) -> None:
    replace_bytes(safe, b"age,income,code\n4711,1,x,y,z\n")
    with pytest.raises(VerificationError) as caught:
        verify(safe)
    assert "4711" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_what_is_counted_is_what_was_hashed(safe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = verify_module.recount

    def meanwhile(path: Path, *args: Any, **settings: Any) -> Any:
        found = counted(path, *args, **settings)
        path.write_bytes(path.read_bytes() + b"1,1\n")
        return found

    monkeypatch.setattr(verify_module, "recount", meanwhile)
    with pytest.raises(VerificationError, match="is not the file that was released"):
        verify(safe)


def _roles(change: Edit) -> Edit:
    def edit_roles(manifest: dict[str, Any]) -> None:
        for part in (manifest, manifest["plan"]):
            change(part["roles"])
        manifest["k_anonymous"]["quasi_identifiers"] = manifest["roles"]["quasi"]

    return edit_roles


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            _roles(lambda roles: roles["quasi"].append("age")),
            "two roles, or one role twice",
        ),
        (
            _roles(lambda roles: roles["other"].append("age")),
            "two roles, or one role twice",
        ),
        (_roles(lambda roles: roles["other"].append("ghost")), "lacks the column 'ghost'"),
        (lambda m: m["output"]["dialect"].update(quote=","), "are the same character"),
        (
            lambda m: m["plan"].update(formulas={"treatment": ["keep"]}),
            "'treatment' must be a text",
        ),
        (lambda m: m["plan"].update(formulas={"treatment": "run"}), "must be keep or escape"),
    ],
)
def test_a_manifest_that_contradicts_itself_or_its_file(
    safe: Path, change: Edit, reason: str
) -> None:
    edit(safe, change)
    with pytest.raises(VerificationError, match=reason):
        verify(safe)


def test_a_manifest_that_says_a_thing_twice(safe: Path) -> None:
    path = manifest_of(safe)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"k": 3', '"k": 9, "k": 3', 1), encoding="utf-8")
    with pytest.raises(VerificationError, match="is not valid JSON"):
        verify(safe)


def test_a_limit_on_the_memory_changes_no_finding(safe: Path) -> None:
    whole = verify(safe)
    assert verify(safe, memory=2 * 10**9) == whole


def test_too_little_memory_is_refused_with_what_would_do(safe: Path) -> None:
    with pytest.raises(RequestError, match=r"must be at least 436\.21MB to verify a file"):
        verify(safe, memory=10**8)


def test_an_older_manifest_is_recounted_without_comparison(safe: Path) -> None:
    edit(safe, lambda m: m.pop("published"))
    found = verify(safe)
    assert (found.below_k, found.unique, found.promise.published) == (7, 7, None)


def test_what_only_the_manifest_knows(safe: Path) -> None:
    def change(manifest: dict[str, Any]) -> None:
        manifest["group_units"] = {"min": 3, "max": 4}
        manifest["missing"] = {"policy": "fill", "blanked": {}, "filled": {"age": 2}, "dropped": 0}
        manifest["published"]["counted"] = "units"

    edit(safe, change)
    found = verify(safe)
    assert set(found.promise.only_told) == {"group_units", "missing"}
    assert found.promise.published is not None
    assert found.promise.published.below_k_units == 7
