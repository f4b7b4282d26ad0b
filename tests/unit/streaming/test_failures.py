"""What is said when the disk, the input or the temporary files fail in the middle of a run."""

from __future__ import annotations

import errno
import shutil

import polars as pl
import pytest
from covey.streaming import merge, protect, protect_file, publish
from covey.streaming.failures import is_damage, reading_input, reading_temporary

from covey.core.errors import InputError, OutputError
from covey.releasing import target

PASSES = ["survey", "scatter", "protect_block", "publish"]
CLEAN = "run again: it starts clean"


def _before(monkeypatch, module, name, action):
    """Let something happen before each call of a function."""
    done = getattr(module, name)

    def run(*args, **kwargs):
        action()
        return done(*args, **kwargs)

    monkeypatch.setattr(module, name, run)


def _remove_temporaries(folder, pattern=""):
    for path in folder.glob(f".out.*.covey/{pattern}" if pattern else ".out.*.covey"):
        path.unlink() if pattern else shutil.rmtree(path)


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("moment", PASSES)
def test_a_temporary_folder_that_goes_is_named(folder, make_request, monkeypatch, suffix, moment):
    source, output = folder / f"in.{suffix}", folder / f"out.{suffix}"
    with monkeypatch.context() as patch:
        _before(patch, protect, moment, lambda: _remove_temporaries(folder))
        message = rf"temporary folder '.*\.covey', or a file in it, was removed.*{CLEAN}"
        with pytest.raises(OutputError, match=message):
            protect_file(source, output, make_request(), n_blocks=3)
    assert not output.exists()
    assert list(folder.glob(".*")) == []
    protect_file(source, output, make_request(), n_blocks=3)


@pytest.mark.parametrize(
    ("module", "moment", "pattern"),
    [
        (protect, "survey", "text.parquet"),
        (protect, "protect_block", "block-00002.parquet"),
        (publish, "MaskedSource", "masked-00001.parquet"),
        (target, "recount", "release.csv"),
        (target, "sha256_of", "release.csv"),
    ],
)
def test_a_temporary_file_that_goes_is_no_defect(
    folder, make_request, monkeypatch, module, moment, pattern
):
    _before(monkeypatch, module, moment, lambda: _remove_temporaries(folder, pattern))
    with pytest.raises(OutputError, match="a file in it, was removed during the run"):
        protect_file(folder / "in.csv", folder / "out.csv", make_request(), n_blocks=3)


@pytest.mark.parametrize(
    ("module", "moment", "pattern"),
    [
        (protect, "survey", "text.parquet"),
        (protect, "protect_block", "block-00002.parquet"),
        (publish, "MaskedSource", "masked-00001.parquet"),
    ],
)
def test_a_temporary_file_that_is_damaged_is_named(
    folder, make_request, monkeypatch, module, moment, pattern
):
    def damage():
        for path in folder.glob(f".out.*.covey/{pattern}"):
            path.write_bytes(b"PAR1 nothing PAR1")

    _before(monkeypatch, module, moment, damage)
    with pytest.raises(OutputError, match=rf"temporary file '.*{pattern}' is damaged.*{CLEAN}"):
        protect_file(folder / "in.csv", folder / "out.csv", make_request(), n_blocks=3)


@pytest.mark.parametrize("moment", PASSES)
def test_an_input_that_goes_is_named(folder, make_request, monkeypatch, moment):
    source = folder / "in.parquet"
    _before(monkeypatch, protect, moment, lambda: source.unlink(missing_ok=True))
    with pytest.raises(InputError, match=rf"in\.parquet' was removed or renamed .*{CLEAN}"):
        protect_file(source, folder / "out.parquet", make_request(), n_blocks=3)
    assert list(folder.iterdir()) == [folder / "in.csv"]


def test_a_delimited_input_that_goes_is_named(folder, make_request, monkeypatch):
    from covey.streaming import conversion

    source = folder / "in.csv"
    _before(monkeypatch, conversion, "_examine", lambda: source.unlink())
    with pytest.raises(InputError, match=r"in\.csv' was removed or renamed while it was read"):
        protect_file(source, folder / "out.csv", make_request(), n_blocks=3)


def test_an_output_folder_that_goes_is_named(folder, make_request, monkeypatch):
    (folder / "there").mkdir()
    _before(monkeypatch, protect, "protect_block", lambda: shutil.rmtree(folder / "there"))
    with pytest.raises(OutputError, match=r"The folder '.*there' does not exist. Create it first"):
        protect_file(folder / "in.csv", folder / "there" / "out.csv", make_request(), n_blocks=3)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (errno.ENOSPC, "no space left on the disk for the temporary files"),
        (errno.EDQUOT, "quota does not suffice for the temporary files"),
        (errno.EMFILE, "Raise 'memory', which makes fewer blocks"),
        (errno.EIO, r"temporary folder '.*\.covey' cannot be used any more: Input/output error"),
    ],
)
def test_what_the_disk_refuses_is_said_in_one_sentence(
    folder, make_request, monkeypatch, code, message
):
    def refused():
        raise OSError(code, "Input/output error")

    _before(monkeypatch, protect, "scatter", refused)
    with pytest.raises(OutputError, match=rf"{message}.*{CLEAN}"):
        protect_file(folder / "in.parquet", folder / "out.parquet", make_request(), n_blocks=3)
    assert list(folder.glob(".*")) == []


def test_an_input_that_cannot_be_read_any_more_is_named(tmp_path):
    with (
        pytest.raises(InputError, match="cannot be read any more: Stale file handle"),
        reading_input(tmp_path / "in.csv"),
    ):
        raise OSError(errno.ESTALE, "Stale file handle")


def test_damage_and_absence_are_told_apart(tmp_path):
    path = tmp_path / "block.parquet"
    with pytest.raises(FileNotFoundError), reading_temporary(path):
        pl.read_parquet(path)
    path.write_bytes(b"PAR1 nothing PAR1")
    with pytest.raises(OutputError, match="is damaged"), reading_temporary(path):
        pl.read_parquet(path)
    with pytest.raises(OutputError, match="is damaged"):
        list(merge._parts(path))
    assert not is_damage(OSError(errno.EACCES, "Permission denied"))
