import stat

import pytest

from covey.experiments.memory import Memory


def test_what_was_kept_comes_back(tmp_path):
    memory = Memory(tmp_path / "new" / "folder")
    memory.keep("a", {"x": 0.1 + 0.2})
    assert memory.recall("a") == {"x": 0.1 + 0.2}
    assert memory.recall("b") is None


def test_only_its_owner_can_read_it(tmp_path):
    Memory(tmp_path).keep("a", {"x": 1})
    assert stat.S_IMODE((tmp_path / "a.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"{", b"[1, 2]", b"\xff\xfe"])
def test_what_cannot_be_read_is_as_good_as_lost(tmp_path, content):
    (tmp_path / "a.json").write_bytes(content)
    assert Memory(tmp_path).recall("a") is None


def test_a_place_that_takes_nothing_is_no_failure(tmp_path):
    file = tmp_path / "file"
    file.write_text("in the way")
    Memory(file).keep("a", {"x": 1})
    assert file.read_text() == "in the way"
