"""Whatever is wrong: one clear message, exit 2, nothing left behind, no record shown."""

from __future__ import annotations

import os
import re

import polars as pl
import pytest

VALUE = "8675309"
"""A value that stands in every bad file and must not come back in a message."""

GOOD = "a,b\n" + "".join(f"{i}.5,{i * i}\n" for i in range(20))


def text(content, encoding="utf-8"):
    return lambda path: path.write_bytes(content.encode(encoding))


def truncated_parquet(path):
    pl.DataFrame({"a": list(range(100))}).write_parquet(path)
    path.write_bytes(path.read_bytes()[:60])


CASES = {
    "empty file": ("in.csv", text(""), "empty"),
    "only a header": ("in.csv", text("a,b\n"), "no records"),
    "one row": ("in.csv", text(f"a,b\n{VALUE},1\n"), "The table has 1 record"),
    "fewer than k rows": ("in.csv", text(f"a,b\n{VALUE},1\n2,3\n"), "'k' must be at most 2"),
    "all missing": ("in.csv", text("a,b\n" + "1.5,\n" * 9), "'b'"),
    "infinite": (
        "in.csv",
        text(f"a,b\n{VALUE},1.5\n2.5,-inf\n3,3\n4,4\n"),
        "'b' has 1 value infinite",
    ),
    "text in numbers": ("in.csv", text(f"a,b\n{VALUE},1\n2,two\n3,3\n4,4\n"), "'b'"),
    "duplicate header": ("in.csv", text(f"a,a\n{VALUE},1\n2,3\n4,5\n"), "columns 1, 2,"),
    "no header": ("in.csv", text(f"x,{VALUE}\ny,3\nz,5\n"), "--header no"),
    "missing header": ("in.csv", text(f"a,\n{VALUE},1\n2,3\n4,5\n"), "column 2|position 2|second"),
    "ragged": ("in.csv", text(f"a,b\n{VALUE},1\n2,3,4\n5,6\n7,8\n"), "line 3|field"),
    "truncated parquet": ("in.parquet", truncated_parquet, "Parquet"),
    "csv called parquet": ("in.parquet", text(f"a,b\n{VALUE},1\n"), "Parquet"),
    "a directory": ("in.csv", lambda path: path.mkdir(), "directory|folder"),
    "a device": ("in.csv", lambda path: path.symlink_to("/dev/zero"), "is a device, not a file"),
    "a pipe": ("in.csv", os.mkfifo, "is a pipe, not a file"),
    "an unknown format": ("in.xyz", text(GOOD), ".csv"),
    "binary": ("in.csv", lambda path: path.write_bytes(b"\x00\x01\x02" * 50), "NUL|binary|text"),
}


FLAGS = {
    "stray quote": (f'a,b\n1,x"y\n2,"{VALUE}"\n', "or set --quote if fields"),
    "ragged": (f"a,b\n{VALUE},1\n2,3,4\n", "or set --delimiter if fields"),
    "blanks": (
        f"1 1 3\n2 4 {VALUE}\n",
        "set --delimiter space; if it is one column, set --delimiter ,",
    ),
    "a title": (f"Export\na;b\n1;2\n3;{VALUE}\n", "If the first line is a title, remove it"),
    "binary": ("a,b\n1,\0\n", "or set --encoding, for instance"),
}


@pytest.mark.parametrize("case", FLAGS)
@pytest.mark.parametrize("memory", [(), ("--memory", "2GB")])
def test_the_command_line_names_flags(covey, tmp_path, case, memory):
    content, message = FLAGS[case]
    (tmp_path / "in.csv").write_text(content, encoding="utf-8")
    result = covey("protect", "in.csv", "-o", "out.csv", "-k", 3, *memory)
    assert result.code == 2
    assert message in result.err
    assert VALUE not in result.err
    for name in ("'quote'", "'delimiter'", "'encoding'", "'memory'"):
        assert name not in result.err


def test_too_little_memory_is_told_by_its_flag(covey, tmp_path):
    (tmp_path / "in.csv").write_text(GOOD, encoding="utf-8")
    result = covey("protect", "in.csv", "-o", "out.csv", "-k", 3, "--memory", "2")
    assert result.code == 2
    assert "--memory is too little for this table" in result.err


@pytest.mark.parametrize("case", CASES)
def test_a_clear_message_and_nothing_left(covey, tmp_path, case):
    name, make, message = CASES[case]
    make(tmp_path / name)
    before = sorted(path.name for path in tmp_path.iterdir())
    result = covey("protect", name, "-o", "out.csv", "-k", 3, "--report", "r.html", "--json")
    assert result.code == 2, result.err
    assert result.out == ""
    assert re.search(message, result.err), result.err
    assert VALUE not in result.err
    assert result.err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.csv", "-o", "o.csv", "-k", 3), "nowhere.csv"),
        (("in.csv", "-o", "o.csv"), "'k' is required"),
        (("in.csv", "-o", "o.csv", "-k", 1), "'k' must be a whole number of at least 2"),
        (("in.csv", "-o", "o.csv", "-k", "three"), "Got 'three'"),
        (("in.csv", "-o", "o.csv", "-k", 21), "'k' must be at most 20, the number of records"),
        (("in.csv", "-k", 3), "Say where the safe file goes"),
        (("-o", "o.csv", "-k", 3), "Say which file to protect"),
        (("in.csv", "-o", "o.doc", "-k", 3), ".parquet"),
        (("in.csv", "-o", "no/such/o.csv", "-k", 3), "folder"),
        (("in.csv", "-o", "in.csv", "-k", 3, "--force"), "input"),
        (("in.csv", "-o", "o.csv", "-k", 3, "--method", "mdva"), "Did you mean 'mdav'"),
        (("in.csv", "-o", "o.csv", "-k", 3, "--option", "gamma"), "name=value"),
        (("in.csv", "-o", "o.csv", "-k", 3, "--option", "gamma=1"), "has no option 'gamma'"),
        (("in.csv", "-o", "o.csv", "-k", 3, "--quasi", "z"), "Role 'quasi' names 'z'"),
        (("in.csv", "-o", "o.csv", "-k", 3, "--quasi", "a", "--other", "a,b"), "two roles"),
        (("in.csv", "-o", "o.csv", "-k", 3, "--other", "a,b"), "No column is a quasi-identifier"),
        (("in.csv", "-o", "o.csv", "-k", 3, "--scaling", "log"), "'scaling' must be"),
        (("in.csv", "-o", "o.csv", "-k", 3, "--refine", "magic"), "No refinement 'magic'"),
        (("in.csv", "-o", "o.csv", "-k", 3, "--round", "up"), "'round' must be"),
        (("in.csv", "-o", "o.csv", "-k", 3, "--seed", "x"), "'seed' must be"),
        (("in.csv", "-o", "o.csv", "-k", 3, "--encoding", "klingon"), "klingon"),
        (("in.csv", "-o", "o.csv", "-k", 3, "--config", "no.toml"), "no.toml"),
    ],
)
def test_a_wrong_request_gets_its_own_sentence(covey, tmp_path, arguments, message):
    (tmp_path / "in.csv").write_text(GOOD, encoding="utf-8")
    result = covey("protect", *arguments)
    assert result.code == 2, result.err
    assert message in result.err
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]
    assert (tmp_path / "in.csv").read_text(encoding="utf-8") == GOOD


def test_a_text_column_without_a_role_names_it_and_the_choices(covey, tmp_path):
    (tmp_path / "in.csv").write_text(
        "a,b,name\n" + "".join(f"{i},{i * i},p{i}\n" for i in range(20)), encoding="utf-8"
    )
    result = covey("protect", "in.csv", "-o", "o.csv", "-k", 3)
    assert result.code == 2
    for word in ("'name'", "--identifier", "--quasi", "--confidential", "--other"):
        assert word in result.err
    assert not (tmp_path / "o.csv").exists()


def test_equal_rows_are_one_answer(covey, tmp_path):
    pl.DataFrame({"a": [0.1] * 20_000, "b": [7.0] * 20_000}).write_parquet(tmp_path / "in.parquet")
    got = covey("protect", "in.parquet", "-o", "o.parquet", "-k", 3, "--json").json
    assert got["scores"]["IL"] == 0.0
    assert pl.read_parquet(tmp_path / "o.parquet")["a"].unique().to_list() == [0.1]


@pytest.mark.parametrize("factor", [1e300, 1e-300])
def test_huge_and_tiny_magnitudes(covey, tmp_path, factor):
    pl.DataFrame({"a": [factor * i for i in range(1, 31)]}).write_parquet(tmp_path / "in.parquet")
    got = covey(
        "protect", "in.parquet", "-o", "o.parquet", "-k", 3, "--json", "--report", "r.html"
    ).json
    assert 0.0 < got["scores"]["IL"] < 5.0
