"""The page about speed."""

from __future__ import annotations

import json
import re

from benchmarks.catalogue import SECTIONS
from benchmarks.machine import describe
from benchmarks.page import FOLDER, table_text
from benchmarks.record import FILE, Record

PAGE = FOLDER.with_suffix(".md")


def test_the_page_shows_every_table():
    text = PAGE.read_text(encoding="utf-8")
    for name in SECTIONS:
        assert f"{{include}} speed/{name}.txt" in text
        assert (FOLDER / f"{name}.txt").is_file()


def test_what_the_page_shows_is_what_was_recorded():
    for name, section in SECTIONS.items():
        assert (FOLDER / f"{name}.txt").read_text(encoding="utf-8") == table_text(section)


def test_day_and_machine_stand_below(tmp_path):
    file = tmp_path / "results.jsonl"
    machine = describe()
    record = Record("2026-01-02T03:04:05Z", machine, file)
    record.add("efforts", {"set": "census", "k": 3})
    record.finish("efforts")
    text = table_text(SECTIONS["efforts"], file)
    assert "| census | 3 |" in text
    assert f"*2026-01-02: {machine['processor']}" in text


def test_a_table_that_was_never_measured_says_so(tmp_path):
    assert "not measured yet" in table_text(SECTIONS["auto"], tmp_path / "none.jsonl")


def test_results_name_no_folder():
    lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    for line in lines:
        words = [value for value in json.loads(line).values() if isinstance(value, str)]
        assert not any(re.search(r"(^|\s)[/~]\w|\\", word) for word in words)
