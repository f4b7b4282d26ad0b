"""Files compressed by gzip are read as what they hold, within bounds."""

from __future__ import annotations

import gzip
import hashlib
import tracemalloc

import pytest

from covey.core.errors import InputError, OutputError
from covey.core.request import Request
from covey.opening import memory_needed
from covey.reading import read
from covey.reading.opening import load, text_size
from covey.releasing.formats import format_of

TEXT = "name;x\n" + "".join(f"Zoë {i};{i},5\n" for i in range(300))


@pytest.mark.parametrize("name", ["t.csv.gz", "t.tsv.gz", "t.TXT.GZ"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_compressed_file_is_its_text(tmp_path, name, encoding):
    (tmp_path / "t.csv").write_bytes(TEXT.encode(encoding))
    path = tmp_path / name
    path.write_bytes(gzip.compress(TEXT.encode(encoding)))
    table, plain = read(path), read(tmp_path / "t.csv")
    assert table.frame.to_native().equals(plain.frame.to_native())
    assert table.origin.dialect == plain.origin.dialect
    assert table.origin.name == name
    assert table.origin.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_several_members_are_one_file(tmp_path):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(TEXT[:100].encode()) + gzip.compress(TEXT[100:].encode()))
    assert read(path).n_records == 300


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        gzip.compress(TEXT.encode())[:-20],
        gzip.compress(TEXT.encode())[:200] + b"x" + gzip.compress(TEXT.encode())[201:],
        gzip.compress(TEXT.encode()) + b"x",
    ],
    ids=["not compressed", "cut off", "damaged", "with something behind"],
)
def test_what_cannot_be_decompressed(tmp_path, data):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(data)
    with pytest.raises(InputError, match="is not compressed by gzip, is damaged or was cut off"):
        read(path)


def test_nothing_compressed_is_an_empty_file(tmp_path):
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(b""))
    with pytest.raises(InputError, match="is empty: 0 bytes"):
        read(tmp_path / "t.csv.gz")


def test_a_bomb_is_not_inflated(tmp_path):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"a\n" + b"1\n" * 10**7))
    assert path.stat().st_size < 10**5
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match=r"more than 0\.001 GB of text.*set 'memory'"):
            load(path, memory=4 * 10**6)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 10**7


def test_a_plain_name_with_compressed_content_names_the_remedy(tmp_path):
    (tmp_path / "t.csv").write_bytes(gzip.compress(TEXT.encode()))
    with pytest.raises(InputError, match=r"compressed by gzip: rename it to end in \.csv\.gz"):
        read(tmp_path / "t.csv")


def test_the_size_of_the_text_is_known_before_it_is_read(tmp_path):
    path = tmp_path / "t.csv.gz"
    text = b"a,b\n" + b"".join(b"%d,%d\n" % (i, i * i % 977) for i in range(400_000))
    path.write_bytes(gzip.compress(text))
    assert abs(text_size(path) - len(text)) < 0.05 * len(text)
    (tmp_path / "t.csv").write_bytes(text)
    request = Request.of({"k": 3})
    expected = memory_needed(tmp_path / "t.csv", request)
    assert abs(memory_needed(path, request) - expected) < 0.05 * expected


def test_in_blocks_it_gives_what_the_plain_file_gives(tmp_path, protect_file):
    (tmp_path / "t.csv").write_text(TEXT, encoding="utf-8")
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(TEXT.encode()))
    request = Request.of({"k": 3, "method": "mdav", "roles": {"identifier": ["name"]}})
    for name in ("t.csv", "t.csv.gz"):
        protect_file(tmp_path / name, tmp_path / f"{name}.out.csv", request, n_blocks=2)
    written = [(tmp_path / f"{name}.out.csv").read_bytes() for name in ("t.csv", "t.csv.gz")]
    assert written[0] == written[1]


def test_a_release_is_not_compressed(tmp_path):
    with pytest.raises(
        OutputError, match=r"written uncompressed\. Got 'o\.csv\.gz'. Write 'o\.csv'"
    ):
        format_of(tmp_path / "o.csv.gz")
