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
    with pytest.raises(RequestError, match=r"There is no configuration file '.*c\.toml'"):
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

    monkeypatch.setattr(Path, "read_text", fail)
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
