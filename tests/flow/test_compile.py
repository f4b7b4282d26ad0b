"""What is said of compiling: only when it happens, and ahead on request."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from covey.cli.compiling import EACH_TIME, ONCE, announcing_compilation
from covey.kernels import compiling

ROLES = ("--identifier", "id", "--confidential", "illness", "--other", "region")


def test_the_first_run_says_that_it_compiles_and_the_second_does_not(covey, people, tmp_path):
    fresh = {"NUMBA_CACHE_DIR": str(tmp_path / "numba"), "NUMBA_DISABLE_JIT": "0"}
    common = ("-k", 4, *ROLES, "--method", "mdav", "--measures", "IL")
    first = covey("protect", people, "-o", "a.csv", *common, env=fresh)
    assert first.code == 0, first.err
    assert first.err.count(ONCE) == 1
    assert ONCE not in first.out
    second = covey("protect", people, "-o", "b.csv", *common, env=fresh)
    assert ONCE not in second.err


def test_scripts_are_not_told(covey, people, tmp_path):
    fresh = {"NUMBA_CACHE_DIR": str(tmp_path / "numba"), "NUMBA_DISABLE_JIT": "0"}
    common = ("-k", 4, *ROLES, "--method", "mdav", "--measures", "IL")
    for flag in ("--json", "--quiet"):
        told = covey("protect", people, "-o", f"{flag}.csv", *common, flag, env=fresh)
        assert (told.code, told.err) == (0, "")


@pytest.mark.parametrize(("is_kept", "words"), [(True, ONCE), (False, EACH_TIME)])
def test_it_is_said_once_and_truly_where_nothing_can_be_kept(monkeypatch, is_kept, words):
    @contextmanager
    def two_kernels(listen):
        listen(is_kept)
        listen(is_kept)
        yield

    monkeypatch.setattr(compiling, "hearing_of_compilation", two_kernels)
    told = []
    with announcing_compilation(told.append):
        assert told == [words]


def test_compiling_ahead_says_where_the_cache_is_and_finds_nothing_to_do_again(covey):
    covey("compile", "--quiet")
    again = covey("compile", "--json").json
    assert again["n_compiled"] == 0
    assert "numba" in again["cache"] or "kernels" in again["cache"]
    shown = covey("compile")
    assert shown.out == f"Nothing had to be compiled. The cache is {again['cache']}\n"
