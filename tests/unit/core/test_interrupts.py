import pytest

from covey.core.interrupts import Stoppable, undisturbed


class Ended(KeyboardInterrupt):
    pass


def test_work_that_is_not_stopped_says_so():
    with Stoppable() as work:
        pass
    assert not work.is_stopped


@pytest.mark.parametrize("error", [Ended, ValueError])
def test_what_does_not_stop_it_gets_through(error):
    with pytest.raises(error), Stoppable() as work:
        raise error
    assert not work.is_stopped


def test_a_step_is_begun_again_until_it_is_done():
    tries = []

    def step():
        tries.append(1)
        if len(tries) < 3:
            raise KeyboardInterrupt

    assert undisturbed(step)
    assert len(tries) == 3
    assert not undisturbed(lambda: None)
