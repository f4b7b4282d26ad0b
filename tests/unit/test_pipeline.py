import numpy as np

from covey.core.request import Request
from covey.pipeline import protect


def test_a_search_that_was_stopped_is_told_in_the_plan():
    def watch(stage):
        def tick(share, _note=""):
            if stage == "Lowering the loss" and share > 0.3:
                raise KeyboardInterrupt

        return tick

    X = np.random.default_rng(0).normal(size=(400, 3))
    release = protect(X, Request(k=3, effort=20.0), watch)
    assert "The search was stopped on request" in release.plan.notes[-1]
    assert release.partition.sizes.min() >= 3
    assert not any("stopped" in note for note in protect(X, Request(k=3, effort=0.1)).plan.notes)
