from covey.core.progress import part, quiet, tell, unwatched


def test_a_part_reports_its_stretch_and_hands_on_what_is_said():
    told = []
    progress = part(lambda share, note="": told.append((share, note)), 0.5, 1.0)
    progress(0.5)
    progress(1.0, "loss 3 %")
    assert told == [(0.75, ""), (1.0, "loss 3 %")]


def test_a_listener_for_shares_alone_will_do_where_nothing_is_said():
    told = []
    tell(told.append, 0.5, "")
    assert told == [0.5]


def test_nobody_listens():
    quiet(0.5)
    quiet(0.5, "note")
    assert unwatched("stage") is quiet
