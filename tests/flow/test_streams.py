"""Standard output and error as they may be: closed, full, or of a small character set."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from covey.cli.console import guarded, mark_written
from covey.releasing.atomic import LateInterrupt

COMMAND = Path(sys.executable).with_name("covey")
ROLES = ("--identifier", "id", "--confidential", "illness", "--other", "region")
posix = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


def in_shell(folder, arguments, redirection):
    return subprocess.run(
        ["sh", "-c", f'"$0" "$@" {redirection}', COMMAND, *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )


@posix
@pytest.mark.parametrize(
    ("redirection", "reason"), [(">/dev/full", "No space left"), (">&-", "output is closed")]
)
def test_a_summary_that_cannot_be_printed_does_not_deny_the_files(
    people, tmp_path, redirection, reason
):
    arguments = ["protect", people, "-o", "safe.csv", "-k", "4", *ROLES, "--json"]
    done = in_shell(tmp_path, arguments, redirection)
    assert done.returncode == 1
    assert "The files were written, but" in done.stderr
    assert reason in done.stderr
    assert "othing was" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert (tmp_path / "safe.csv").exists()


@posix
@pytest.mark.parametrize("arguments", [["methods"], ["measures", "--json"], ["verify", "safe.csv"]])
def test_a_result_that_cannot_be_printed_is_said(people, tmp_path, arguments):
    if "verify" in arguments:
        in_shell(tmp_path, ["protect", people, "-o", "safe.csv", "-k", "4", *ROLES], "")
    done = in_shell(tmp_path, arguments, ">/dev/full")
    assert done.returncode == 2
    assert "Standard output cannot be written: No space left" in done.stderr


@posix
def test_a_message_that_cannot_be_printed_leaves_the_exit_code(tmp_path):
    for redirection in ("2>/dev/full", "2>&-"):
        done = in_shell(tmp_path, ["verify", "nowhere.csv"], redirection)
        assert done.returncode == 2


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_small_character_sets(encoding):
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    for arguments in (["methods", "vmdav"], ["measures"], ["measures", "M1"], ["--help"]):
        done = subprocess.run([COMMAND, *arguments], capture_output=True, env=env, timeout=120)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode(encoding)


def test_json_is_ascii_and_holds_every_name(covey, people, tmp_path):
    text = people.read_text(encoding="utf-8").replace("height", "Größe→")
    (tmp_path / "names.csv").write_text(text, encoding="utf-8")
    env = {"PYTHONIOENCODING": "cp1252"}
    result = covey("protect", "names.csv", "-o", "s.csv", "-k", 4, *ROLES, "--json", env=env)
    assert result.code == 0
    assert result.out.isascii()
    assert result.json["plan"]["roles"]["quasi"] == ["age", "Größe→"]


def test_colons_and_brackets_are_shown_as_they_are(covey, people, tmp_path):
    result = covey("protect", people, "-o", "a:smile:[red].csv", "-k", 4, *ROLES)
    assert result.code == 0
    assert "a:smile:[red].csv.manifest.json" in result.out


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt, MemoryError])
def test_no_failure_after_writing_denies_it(capsys, error):
    @guarded
    def command():
        mark_written()
        raise error

    with pytest.raises(typer.Exit) as caught:
        command()
    assert caught.value.exit_code == (2 if error is KeyboardInterrupt else 1)
    assert "The files were written, but" in capsys.readouterr().err


def test_an_interrupt_after_the_last_move_does_not_deny_the_files(capsys):
    @guarded
    def command():
        raise LateInterrupt

    with pytest.raises(typer.Exit):
        command()
    assert "The files were written, but" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="file names are bytes on POSIX only")
def test_names_that_are_not_utf_8(people, tmp_path):
    odd = os.fsencode(tmp_path) + b"/f\xff.csv"
    Path(os.fsdecode(odd)).write_bytes(people.read_bytes())
    for source, target in ((odd, b"safe.csv"), (os.fsencode(people), b"o\xff.csv")):
        done = subprocess.run(
            [COMMAND, b"protect", source, b"-o", target, b"-k", b"4", *map(str.encode, ROLES)],
            cwd=tmp_path,
            capture_output=True,
            timeout=120,
        )
        assert done.returncode == 2
        assert b"is not valid UTF-8" in done.stderr
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".csv", ".csv"]


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("place", ["covey.cli.app", "covey.cli.methods"])
def test_stopping_while_the_program_loads(tmp_path, place):
    """The interrupt comes at the import of a module, before any command runs."""
    program = f"""
import os, signal, sys
from importlib.abc import MetaPathFinder
class Stop(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {place!r}:
            os.kill(os.getpid(), {int(signal.SIGINT)})
sys.meta_path.insert(0, Stop())
from covey.cli import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program, "methods"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2
    assert done.stderr == "covey: Stopped on request. Nothing was written.\n"


def test_stopping_while_arguments_are_parsed(monkeypatch, capsys):
    import covey.cli.app

    def stop():
        raise SystemExit(130)  # what typer makes of Ctrl-C outside a command

    monkeypatch.setattr(covey.cli.app, "app", stop)
    monkeypatch.setattr("os._exit", sys.exit)
    before = signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(SystemExit) as caught:
            covey.cli.main()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert caught.value.code == 2
    assert "Stopped on request. Nothing was written." in capsys.readouterr().err


def test_a_failed_verification_is_json_too(covey, people, tmp_path):
    result = covey("verify", people, "--json")
    assert result.code == 2
    assert result.json["verified"] is False
    assert "There is no manifest" in result.json["reason"]
    assert "There is no manifest" in result.err
    assert json.loads(result.out).keys() == {"verified", "reason"}


def test_one_other_is_not_others(covey, tmp_path):
    rows = "".join(f"{value},{value}\n" for value in (1, 2, 3, 4))
    (tmp_path / "in.csv").write_text(f"a,t\n{rows}", encoding="utf-8")
    assert (
        covey("protect", "in.csv", "-o", "s.csv", "-k", 2, "--quasi", "a", "--other", "t").code == 0
    )
    said = covey("verify", "s.csv").out
    assert "its 1 quasi-identifier with at least 1 other (k = 2)" in said


def test_names_like_patterns_from_end_to_end(covey, tmp_path):
    rows = "".join(f"{i % 7}.5,{i % 5}.5,NA\n" for i in range(20))
    (tmp_path / "in.csv").write_text(f"^a.*$,ab,^t$\n{rows}", encoding="utf-8")
    for target in ("s.csv", "s.parquet"):
        result = covey("protect", "in.csv", "-o", target, "-k", 3, "--other", "^t$")
        assert (result.code, "unexpected" in result.err) == (0, False)
        assert covey("verify", target).code == 0


@posix
@pytest.mark.parametrize("arguments", [["methods"], ["measures", "--json"], ["protect"]])
def test_a_reader_who_has_seen_enough_is_no_failure(people, tmp_path, arguments):
    if "protect" in arguments:
        arguments = ["protect", people, "-o", "safe.csv", "-k", "4", *ROLES]
    script = '"$0" "$@" | true; exit ${PIPESTATUS[0]}'
    done = subprocess.run(
        ["bash", "-c", script, COMMAND, *map(str, arguments)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, "Exception" in done.stderr) == (0, False)
    assert (tmp_path / "safe.csv").exists() == ("protect" in arguments)
