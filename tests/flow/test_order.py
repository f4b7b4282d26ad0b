"""In what order released rows stand, and what follows from it."""

from __future__ import annotations

import csv
import json

import pytest


@pytest.fixture
def ages(tmp_path):
    """Write people by falling age; return their rows."""
    rows = [(90 - i, i * 37 % 101, "xyz"[i % 3], f"{i % 4}.0") for i in range(90)]
    _write(tmp_path / "in.csv", rows)
    return rows


def _write(path, rows):
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("age", "b", "illness", "code"), *rows])


ROLES = ("--quasi", "age,b", "--confidential", "illness", "--other", "code")


def _rows(path):
    with path.open(newline="") as file:
        return list(csv.reader(file))[1:]


def _protect(covey, *arguments):
    result = covey("protect", "in.csv", "-o", "out.csv", "-k", 3, *ROLES, *arguments)
    assert result.code == 0, result.err
    return result


def test_rows_stand_in_the_order_of_their_released_values(covey, tmp_path, ages):
    _protect(covey)
    rows = _rows(tmp_path / "out.csv")
    keys = [(float(row[0]), float(row[1]), row[2], float(row[3])) for row in rows]
    assert keys == sorted(keys)
    assert (
        json.loads((tmp_path / "out.csv.manifest.json").read_text())["output"]["order"] == "sorted"
    )


def test_kept_rows_stand_as_in_the_input_and_every_place_says_so(covey, tmp_path, ages):
    arguments = ("--order", "kept", "--report", "r.html", "--audience", "internal")
    result = _protect(covey, *arguments)
    assert [row[2] for row in _rows(tmp_path / "out.csv")] == [row[2] for row in ages]
    manifest = json.loads((tmp_path / "out.csv.manifest.json").read_text())
    note = "Rows stand in the order of the input."
    assert manifest["output"]["order"] == manifest["plan"]["order"] == "kept"
    assert any(text.startswith(note) for text in manifest["plan"]["notes"])
    assert note in " ".join((result.out + result.err).split())
    assert note in (tmp_path / "r.html").read_text()


def test_sorted_rows_bear_no_note(covey, tmp_path, ages):
    result = _protect(covey, "--order", "sorted")
    assert "order of the input" not in result.out + result.err


def test_another_order_is_refused(covey, ages):
    result = covey("protect", "in.csv", "-o", "out.csv", "-k", 3, *ROLES, "--order", "random")
    assert result.code == 2
    assert "'order' must be 'sorted' or 'kept'. Got 'random'." in result.err


def test_a_configuration_may_keep_the_order(covey, tmp_path, ages):
    (tmp_path / "c.toml").write_text('order = "kept"\n')
    _protect(covey, "--config", "c.toml")
    assert [row[2] for row in _rows(tmp_path / "out.csv")] == [row[2] for row in ages]


def test_measure_refuses_a_file_that_was_reordered(covey, ages):
    _protect(covey)
    result = covey("measure", "in.csv", "out.csv")
    assert result.code == 2
    assert "written in the order of its own values" in result.err
    assert "out.csv.manifest.json" in result.err
    assert "--id COLUMN" in result.err
    assert "--order kept" in result.err


def test_measure_takes_a_file_whose_order_was_kept(covey, ages):
    printed = _protect(covey, "--order", "kept", "--json").json["scores"]["IL"]
    found = covey("measure", "in.csv", "out.csv", "--measures", "IL", "--json").json["scores"]["IL"]
    assert found == pytest.approx(printed)


def test_measure_aligns_a_reordered_file_by_an_id(covey, tmp_path):
    rows = [(90 - i, i * 37 % 101, "xyz"[i % 3], f"r{i * 7 % 90:02d}") for i in range(90)]
    _write(tmp_path / "in.csv", rows)
    printed = _protect(covey, "--json").json["scores"]["IL"]
    arguments = ("--id", "code", "--measures", "IL", "--json")
    found = covey("measure", "in.csv", "out.csv", *arguments).json["scores"]["IL"]
    assert found == pytest.approx(printed)


def test_a_manifest_that_does_not_say_is_of_a_file_in_the_inputs_order(covey, tmp_path, ages):
    _protect(covey, "--order", "kept")
    path = tmp_path / "out.csv.manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["output"]["order"]
    path.write_text(json.dumps(manifest))
    assert covey("measure", "in.csv", "out.csv", "--measures", "IL").code == 0
    manifest["output"]["order"] = "sideways"
    path.write_text(json.dumps(manifest))
    assert "'order' must be sorted or kept" in covey("measure", "in.csv", "out.csv").err
