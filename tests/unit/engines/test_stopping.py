"""Ctrl-C ends a run in blocks at once and leaves nothing."""

from __future__ import annotations

import signal

import pytest

from covey.engines.stopping import StoppedError

from .conftest import GROUPING, PASSES, READING


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
