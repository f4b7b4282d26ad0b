"""Runs in which something happens in the middle, and runs that are killed there."""

from __future__ import annotations

import shutil

import pytest

READING = "Reading the delimited file"
LOOKING = "Looking at every record"
SORTING = "Sorting into blocks"
GROUPING = "Grouping records, block by block"
WRITING = "Writing the release"
COUNTING = "Counting equal records in the file"
PASSES = [LOOKING, SORTING, GROUPING, WRITING, COUNTING]


class Crash(BaseException):
    """Stands for the end of the process."""


@pytest.fixture(scope="session")
def meanwhile():
    """Return stages that call a function when one of them begins, or has done more than a share."""

    def watch(stage, action, after=None):
        def begin(name):
            if name == stage and after is None:
                action()

            def report(share, _note=""):
                if name == stage and after is not None and share > after:
                    action()

            return report

        return begin

    return watch


@pytest.fixture
def kill(protect_file, meanwhile, tmp_path_factory):
    """Run until a stage, and leave what a run that is killed there leaves behind."""

    def run(source, output, request, stage, after=None):
        aside = tmp_path_factory.mktemp("aside")

        def crash():
            [left] = output.parent.glob(f".{output.name}.*.covey")
            shutil.copytree(left, aside / left.name)
            raise Crash

        with pytest.raises(Crash):
            protect_file(source, output, request, meanwhile(stage, crash, after), n_blocks=3)
        assert not output.exists()
        assert list(output.parent.glob(".*")) == []
        [left] = aside.iterdir()
        return left.rename(output.parent / left.name)

    return run


@pytest.fixture
def watched():
    """Return a list of the stages of a run, and what to give to the run."""
    told = []

    def begin(name):
        told.append(name)
        return lambda *_: None

    return told, begin
