from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import stat
import time
from contextlib import closing

import pytest

from covey.core.errors import OutputError
from covey.engines.spill import Spill

KEY, OTHER = "a" * 64, "b" * 64


@pytest.fixture
def target(tmp_path):
    return tmp_path / "safe.parquet"


def _keep(target, key, started):
    """Keep something, as a run does that will be killed."""
    with closing(Spill(target, key).open()) as spill:
        file = spill.create("data")
        file.write_bytes(b"123")
        beside = target.with_name(".safe.tmp")
        beside.write_bytes(b"half")
        spill.answer_for(beside)
        spill.note("done", [1, 2.5, "x"], files=(file,))
        started.set()
        time.sleep(60)


@pytest.fixture
def killed(target):
    """Leave what a killed run leaves."""

    def run(key=KEY):
        context = multiprocessing.get_context("spawn")
        started = context.Event()
        process = context.Process(target=_keep, args=(target, key, started))
        process.start()
        assert started.wait(60)
        os.kill(process.pid, signal.SIGKILL)
        process.join()

    return run


def test_nothing_is_left_when_a_run_ends(target):
    with closing(Spill(target, KEY).open()) as spill:
        spill.create("data").write_bytes(b"1")
        spill.note("done", 1)
        assert spill.folder.parent == target.parent
        assert spill.folder.name.startswith(".safe.parquet.")
    assert list(target.parent.iterdir()) == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, OSError])
def test_nothing_is_left_when_a_run_fails(target, error):
    def run():
        with closing(Spill(target, KEY).open()) as spill:
            spill.note("done", 1)
            raise error

    with pytest.raises(error):
        run()
    assert list(target.parent.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="permissions as POSIX has them")
def test_only_the_owner_can_read(target):
    before = os.umask(0o000)
    try:
        with closing(Spill(target, KEY).open()) as spill:
            spill.create("data").write_bytes(b"1")
            spill.note("done", 1)
            modes = {
                path.name: stat.S_IMODE(path.stat().st_mode) for path in spill.folder.iterdir()
            }
            assert stat.S_IMODE(spill.folder.stat().st_mode) == 0o700
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(("data", "done.json", "lock"), 0o600)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX has them")
def test_what_a_killed_run_noted_is_there_again(target, killed):
    killed()
    with closing(Spill(target, KEY).open()) as spill:
        assert spill.noted("done") == [1, 2.5, "x"]
        assert spill.path("data").read_bytes() == b"123"
        assert spill.noted("never") is None
        assert not target.with_name(".safe.tmp").exists()
    assert list(target.parent.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX has them")
def test_what_a_killed_run_of_other_work_left_is_removed(target, killed):
    killed(OTHER)
    with closing(Spill(target, KEY).open()) as spill:
        assert spill.noted("done") is None
        assert [path.name for path in target.parent.iterdir()] == [spill.folder.name]


def test_folders_of_other_targets_stay(target):
    beside = target.with_name(f".other.parquet.{'c' * 16}.covey")
    beside.mkdir()
    with closing(Spill(target, KEY).open()):
        pass
    assert beside.is_dir()


@pytest.mark.parametrize("key", [KEY, OTHER])
def test_two_runs_at_once_are_refused(target, key):
    with (
        closing(Spill(target, KEY).open()),
        pytest.raises(OutputError, match=r"Another run is making '.*safe\.parquet'"),
    ):
        Spill(target, key).open()


def test_a_folder_that_is_none_is_refused(target):
    spill = Spill(target, KEY)
    spill.folder.symlink_to(target.parent)
    with pytest.raises(OutputError, match="no folder of yours"):
        spill.open()


@pytest.fixture
def kept(target):
    """Leave two files, a note about both, and one that makes the first file needless."""
    with closing(Spill(target, KEY).open()) as spill:
        first, second, made = (spill.create(name) for name in ("first", "second", "made"))
        for path in (first, second, made):
            path.write_bytes(b"123")
        spill.note("sorted", 1, files=(first, second))
        spill.note("finished", 2, files=(made,), instead_of=(first,))
        spill.note("counted", 3)
        aside = shutil.copytree(spill.folder, target.with_name("aside"))
    return aside.rename(spill.folder)


def _noted(target):
    with closing(Spill(target, KEY).open()) as spill:
        return {name for name in ("sorted", "finished", "counted") if spill.noted(name)}


@pytest.mark.parametrize(
    ("lost", "noted"),
    [
        ([], {"sorted", "finished", "counted"}),
        (["first"], {"sorted", "finished", "counted"}),
        (["second"], {"finished", "counted"}),
        (["made"], {"sorted", "counted"}),
        (["first", "made"], {"counted"}),
    ],
)
def test_a_note_goes_with_the_files_that_it_speaks_of(target, kept, lost, noted):
    for name in lost:
        (kept / name).unlink()
    assert _noted(target) == noted


def test_a_note_goes_with_a_file_that_was_cut_short(target, kept):
    (kept / "second").write_bytes(b"12")
    assert _noted(target) == {"finished", "counted"}


def test_nothing_is_created_in_the_folder_of_another_run(target):
    with closing(Spill(target, KEY).open()) as spill:
        assert spill.is_in_place()
        spill.folder.rename(target.with_name("elsewhere"))
        with closing(Spill(target, KEY).open()) as other:
            assert not spill.is_in_place()
            with pytest.raises(FileNotFoundError):
                spill.create("data")
            other.create("data")


def test_closing_twice_leaves_the_folder_of_another_run(target):
    spill = Spill(target, KEY).open()
    spill.close()
    with closing(Spill(target, KEY).open()) as other:
        spill.close()
        assert other.is_in_place()


def test_a_file_is_created_anew(target):
    with closing(Spill(target, KEY).open()) as spill:
        spill.create("data").write_bytes(b"123")
        assert spill.create("data").read_bytes() == b""
