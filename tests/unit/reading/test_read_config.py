"""Configuration files."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey.core.errors import RequestError
from covey.core.request import Request
from covey.reading.config import read_config

TOML = """
k = 5
method = "mdav"
input = "data/in.csv"
output = "../out.csv"
report = "/abs/report.html"
[roles]
quasi = ["age", "income"]
[reading]
decimal = ","
"""
YAML = """
k: 5
method: mdav
input: data/in.csv
output: ../out.csv
report: /abs/report.html
roles: {quasi: [age, income]}
reading: {decimal: ","}
"""


@pytest.mark.parametrize(("name", "content"), [("c.toml", TOML), ("c.yaml", YAML), ("c.YML", YAML)])
def test_both_languages_give_the_same_request(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content)
    request = Request.of(read_config(path))
    assert request.k == 5
    assert request.roles.quasi == ("age", "income")
    assert request.reading.decimal == ","
    assert request.input == tmp_path / "data/in.csv"
    assert request.output == tmp_path.parent / "out.csv"
    assert request.report == Path("/abs/report.html")


def test_paths_are_meant_from_the_folder_of_the_file(tmp_path, monkeypatch):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "c.toml").write_text('input = "in.csv"\nk = 3\nmethod = "in.csv"\n')
    monkeypatch.chdir(tmp_path)
    settings = read_config(Path("sub/c.toml"))
    assert settings == {"input": str(Path("sub/in.csv")), "k": 3, "method": "in.csv"}


@pytest.mark.parametrize("name", ["c.toml", "c.yaml"])
def test_an_empty_file_has_no_settings(tmp_path, name):
    path = tmp_path / name
    path.write_text("# nothing yet\n")
    assert read_config(path) == {}


def test_a_value_that_is_no_text_is_left_for_the_request_to_refuse(tmp_path):
    path = tmp_path / "c.yaml"
    path.write_text("input: 3\n")
    assert read_config(path) == {"input": 3}


def test_a_missing_file_a_directory_and_an_unknown_suffix(tmp_path):
    with pytest.raises(RequestError, match=r"c\.toml' does not exist"):
        read_config(tmp_path / "c.toml")
    (tmp_path / "d.yaml").mkdir()
    with pytest.raises(RequestError, match="is a directory"):
        read_config(tmp_path / "d.yaml")
    with pytest.raises(RequestError, match=r"must end in \.toml, \.yaml, \.yml. Got 'c\.json'"):
        read_config(tmp_path / "c.json")


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("c.toml", "k = 3\nmethod = \n", 2),
        ("c.toml", "k = 3\nk = 4\n", 2),
        ("c.toml", "k = 3\n\nquasi = [1,", 3),
        ("c.yaml", "k: 3\nroles: [a, b\nseed: 1\n", 3),
        ("c.yaml", "k: 3\n\tmethod: x\n", 2),
        ("c.yaml", "k: 3\nmethod: \x01\n", 2),
        ("c.yaml", "k: 3\nmethod: !!python/name:os.system\n", 2),
    ],
)
def test_a_syntax_error_is_located(tmp_path, name, content, line):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(RequestError, match=f"Line {line} of the configuration .* is not valid"):
        read_config(path)


@pytest.mark.parametrize(("content", "kind"), [("- a\n- b\n", "list"), ("hello\n", "str")])
def test_the_top_level_must_be_a_mapping(tmp_path, content, kind):
    path = tmp_path / "c.yaml"
    path.write_text(content)
    with pytest.raises(RequestError, match=f"settings with names.*Got a {kind}"):
        read_config(path)


@pytest.mark.parametrize("name", ["c.toml", "c.yaml"])
def test_other_encodings_and_trouble(tmp_path, monkeypatch, name):
    path = tmp_path / name
    path.write_bytes(b"k = '\xff'\n")
    with pytest.raises(RequestError, match="must be written in UTF-8"):
        read_config(path)

    def fail(*args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(RequestError, match="cannot be read: Permission denied"):
        read_config(path)


@pytest.mark.parametrize(
    ("content", "line", "key"),
    [("k: 3\nk: 5\n", 2, "k"), ("k: 3\nroles:\n  other: [a]\n  other: [b]\n", 4, "other")],
)
def test_a_setting_given_twice_in_yaml(tmp_path, content, line, key):
    path = tmp_path / "twice.yaml"
    path.write_text(content)
    with pytest.raises(RequestError, match=rf"Line {line} of .* gives '{key}' a second time. Keep"):
        read_config(path)


def _write(path, content):
    path.write_text(content, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("010", "010"),
        ("1:30", "1:30"),
        ("no", "no"),
        ("On", "On"),
        ("1_000", "1_000"),
        ("0o10", "0o10"),
        ("0x1F", "0x1F"),
        ("2024-05-01", "2024-05-01"),
        ("=", "="),
        ("1e3", 1000.0),
        ("-.5", -0.5),
        ("-3", -3),
        ("0", 0),
        ("true", True),
        ("~", None),
        ("", None),
    ],
)
def test_yaml_has_the_values_that_people_expect(tmp_path, written, value):
    found = read_config(_write(tmp_path / "c.yaml", f"x: {written}\n"))["x"]
    assert (found, type(found)) == (value, type(value))


def test_leading_zeros_are_no_octal_number(tmp_path):
    settings = read_config(_write(tmp_path / "c.yaml", "k: 010\nseed: 007\nforce: yes\n"))
    request = Request.of(settings)
    assert (request.k, request.seed, request.force) == (10, 7, True)


DEEP = 5_000
BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 9)
)
MERGING = "a0: &a0 {k: 3}\n" + "".join(
    f"a{i}: &a{i} {{<<: [{', '.join([f'*a{i - 1}'] * 9)}]}}\n" for i in range(1, 9)
)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("c.toml", "a = " + "[" * DEEP + "]" * DEEP, "is nested too deeply"),
        ("c.toml", ".".join(["a"] * 100) + " = 1", "is nested too deeply"),
        ("c.yaml", "a: " + "[" * DEEP + "]" * DEEP, "is nested too deeply"),
        ("c.yaml", "a: " + "{b: " * 50 + "1" + "}" * 50, "is nested too deeply"),
        ("c.yaml", "a: &a [*a]\n", "is nested too deeply"),
        ("c.yaml", BOMB, "holds more than 200,000 values"),
        ("c.yaml", MERGING, "holds more than 200,000 values"),
        ("c.yaml", "1: x\n", "a setting whose name is no text"),
        ("c.toml", "k = " + "9" * 5_000, "holds a number that is too long"),
        ("c.yaml", "k: 3\nseed: " + "9" * 5_000, "Line 2 .* is not valid YAML"),
        ("c.yaml", "k: !!int 010\n", "Line 1 .* is not valid YAML"),
        ("c.toml", "#" * (5 << 20), "is larger than 4 MB"),
    ],
    ids=range(12),
)
def test_what_is_beyond_all_measure_is_refused_in_a_sentence(tmp_path, name, content, message):
    with pytest.raises(RequestError, match=message) as refusal:
        read_config(_write(tmp_path / name, content))
    assert len(str(refusal.value)) < 400


def test_a_device_without_end_is_not_read_to_it(tmp_path):
    (tmp_path / "c.toml").symlink_to("/dev/zero")
    with pytest.raises(RequestError, match=r"is a device\. Name a file"):
        read_config(tmp_path / "c.toml")
    _write(tmp_path / "large.toml", " " * (5 << 20))
    with pytest.raises(RequestError, match="is larger than 4 MB"):
        read_config(tmp_path / "large.toml")


def test_a_taxonomy_is_meant_from_the_folder_of_the_file(tmp_path):
    path = tmp_path / "covey.toml"
    path.write_text('[columns.job]\ntaxonomy = "trees/isco.csv"\n', encoding="utf-8")
    assert read_config(path)["columns"]["job"]["taxonomy"] == str(tmp_path / "trees" / "isco.csv")
