import pytest

from covey.core.errors import OutputError
from covey.releasing.texts import write_texts


def test_all_texts_are_written(tmp_path):
    write_texts({tmp_path / "a": "one\n", tmp_path / "b": "zwei ä\n"}, force=False)
    assert (tmp_path / "a").read_text(encoding="utf-8") == "one\n"
    assert (tmp_path / "b").read_bytes() == "zwei ä\n".encode()


def test_if_one_cannot_be_written_none_is(tmp_path):
    (tmp_path / "b").write_text("old")
    with pytest.raises(OutputError, match="exists"):
        write_texts({tmp_path / "a": "x", tmp_path / "b": "y"}, force=False)
    assert [path.name for path in tmp_path.iterdir()] == ["b"]
    assert (tmp_path / "b").read_text() == "old"


def test_the_input_is_never_replaced(tmp_path):
    source = tmp_path / "in.csv"
    source.write_text("a\n1\n")
    with pytest.raises(OutputError, match="input"):
        write_texts({source: "x"}, force=True, inputs=[source])


def test_no_texts_write_nothing(tmp_path):
    write_texts({}, force=False)
    assert list(tmp_path.iterdir()) == []


def test_two_texts_need_two_names(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match="two files"):
        write_texts({tmp_path / "a": "x", tmp_path / "folder" / ".." / "a": "y"}, force=False)
