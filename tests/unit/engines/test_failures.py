"""What is said when the disk, the input or the temporary files fail in the middle of a run."""

from __future__ import annotations

import errno
import shutil
import signal

import polars as pl
import pytest

from covey.core.errors import InputError, OutputError
from covey.core.files import blaming_damage, is_damage
from covey.engines.blocks import _parts
from covey.engines.failures import StoppedError
from covey.reading.opening import reading_input

from .conftest import COUNTING, GROUPING, LOOKING, PASSES, READING, SORTING, WRITING

CLEAN = "run again: it starts clean"
REMOVED = rf"temporary folder '.*\.covey', or a file in it, was removed during the run.*{CLEAN}"


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("stage", PASSES)
def test_a_temporary_folder_that_goes_is_named(
    folder, make_request, protect_file, meanwhile, suffix, stage
):
    source, output = folder / f"in.{suffix}", folder / f"out.{suffix}"

    def remove():
        for path in folder.glob(".out.*.covey"):
            shutil.rmtree(path)

    with pytest.raises(OutputError, match=REMOVED):
        protect_file(source, output, make_request(), meanwhile(stage, remove), n_blocks=3)
    assert not output.exists()
    assert list(folder.glob(".*")) == []
    protect_file(source, output, make_request(), n_blocks=3)


LOST = [
    (LOOKING, "text.parquet"),
    (GROUPING, "block-00002.parquet"),
    (WRITING, "masked-00001.parquet"),
]


@pytest.mark.parametrize(("stage", "name"), LOST)
def test_a_temporary_file_that_goes_is_no_defect(
    folder, make_request, protect_file, meanwhile, stage, name
):
    def remove():
        next(folder.glob(f".out.*.covey/{name}")).unlink()

    with pytest.raises(OutputError, match=REMOVED):
        protect_file(
            folder / "in.csv",
            folder / "out.csv",
            make_request(),
            meanwhile(stage, remove),
            n_blocks=3,
        )


@pytest.mark.parametrize("after", [None, 0.999])
def test_a_release_that_goes_before_it_is_shown_is_no_defect(
    folder, make_request, protect_file, meanwhile, after
):
    def remove():
        for path in folder.glob(".out.*.tmp"):
            path.unlink()

    stages = meanwhile(COUNTING, remove, after)
    with pytest.raises(OutputError, match=REMOVED):
        protect_file(folder / "in.csv", folder / "out.csv", make_request(), stages, n_blocks=3)
    assert list(folder.glob(".*")) == []


@pytest.mark.parametrize(("stage", "name"), LOST)
def test_a_temporary_file_that_is_damaged_is_named(
    folder, make_request, protect_file, meanwhile, stage, name
):
    def damage():
        next(folder.glob(f".out.*.covey/{name}")).write_bytes(b"PAR1 nothing PAR1")

    stages = meanwhile(stage, damage)
    with pytest.raises(OutputError, match=rf"temporary file '.*{name}' is damaged.*{CLEAN}"):
        protect_file(folder / "in.csv", folder / "out.csv", make_request(), stages, n_blocks=3)


@pytest.mark.parametrize("stage", PASSES)
def test_an_input_that_goes_is_named(folder, make_request, protect_file, meanwhile, stage):
    source = folder / "in.parquet"
    stages = meanwhile(stage, source.unlink)
    with pytest.raises(InputError, match=rf"in\.parquet' was removed or renamed .*{CLEAN}"):
        protect_file(source, folder / "out.parquet", make_request(), stages, n_blocks=3)
    assert list(folder.iterdir()) == [folder / "in.csv"]


def test_a_delimited_input_that_goes_is_named(folder, make_request, protect_file, meanwhile):
    source = folder / "in.csv"
    stages = meanwhile(READING, lambda: source.unlink(missing_ok=True), 0.099)
    with pytest.raises(InputError, match=r"in\.csv' was removed or renamed while it was read"):
        protect_file(source, folder / "out.csv", make_request(), stages, n_blocks=3)


@pytest.mark.parametrize("stage", [READING, GROUPING, WRITING, COUNTING])
def test_an_output_folder_that_goes_is_named(folder, make_request, protect_file, meanwhile, stage):
    (folder / "there").mkdir()
    output = folder / "there" / "out.csv"
    stages = meanwhile(stage, lambda: shutil.rmtree(output.parent))
    with pytest.raises(OutputError, match=r"The folder '.*there' does not exist. Create it first"):
        protect_file(folder / "in.csv", output, make_request(), stages, n_blocks=3)


def test_an_output_folder_that_is_not_there_is_named(folder, make_request, protect_file):
    with pytest.raises(OutputError, match=r"The folder '.*there' does not exist. Create it first"):
        protect_file(
            folder / "in.parquet", folder / "there" / "out.csv", make_request(), n_blocks=3
        )


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (errno.ENOSPC, "no space left on the disk for the temporary files"),
        (errno.EDQUOT, "quota does not suffice for the temporary files"),
        (errno.EMFILE, "Raise 'memory', which makes fewer blocks"),
        (errno.EIO, r"temporary folder '.*\.covey' cannot be used any more: Input/output error"),
    ],
)
@pytest.mark.parametrize("stage", [READING, SORTING, WRITING])
def test_what_the_disk_refuses_is_said_in_one_sentence(
    folder, make_request, protect_file, meanwhile, code, message, stage
):
    def refuse():
        raise OSError(code, "Input/output error")

    stages = meanwhile(stage, refuse)
    with pytest.raises(OutputError, match=rf"{message}.*{CLEAN}"):
        protect_file(folder / "in.csv", folder / "out.parquet", make_request(), stages, n_blocks=3)
    assert list(folder.glob(".*")) == []


def test_an_input_that_cannot_be_read_any_more_is_named(tmp_path):
    with (
        pytest.raises(InputError, match="cannot be read any more: Stale file handle"),
        reading_input(tmp_path / "in.csv"),
    ):
        raise OSError(errno.ESTALE, "Stale file handle")


def test_damage_and_absence_are_told_apart(tmp_path):
    path = tmp_path / "block.parquet"
    with pytest.raises(FileNotFoundError), blaming_damage(OutputError("is damaged")):
        pl.read_parquet(path)
    path.write_bytes(b"PAR1 nothing PAR1")
    with pytest.raises(OutputError), blaming_damage(OutputError("is damaged")):
        pl.read_parquet(path)
    with pytest.raises(OutputError, match="is damaged"):
        list(_parts(path))
    assert not is_damage(OSError(errno.EACCES, "Permission denied"))


@pytest.mark.parametrize("stage", [READING, *PASSES])
def test_ctrl_c_leaves_nothing(folder, make_request, protect_file, meanwhile, stage):
    before = set(folder.iterdir())

    def stopped():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        protect_file(
            folder / "in.csv",
            folder / "out.csv",
            make_request(),
            meanwhile(stage, stopped),
            n_blocks=3,
        )
    assert set(folder.iterdir()) == before


@pytest.mark.parametrize("after", [None, 0.4])
def test_ctrl_c_during_a_search_stops_the_run(folder, make_request, protect_file, meanwhile, after):
    # A search keeps what it has found after a plain interrupt, and only after that one.
    request = make_request(refine="search")
    stages = meanwhile(GROUPING, lambda: signal.raise_signal(signal.SIGINT), after)
    with pytest.raises(StoppedError):
        protect_file(folder / "in.parquet", folder / "out.parquet", request, stages, n_blocks=3)
    assert list(folder.glob(".*")) == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
