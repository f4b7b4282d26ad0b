"""Where a data set is looked for, in which order, what is refused, and the checksum."""

from __future__ import annotations

import hashlib
import shutil
import struct

import polars as pl
import pytest

from covey.core.errors import InputError, RequestError
from covey.datasets import DATASETS, benchmark_columns, file_of, load, locate
from covey.datasets.loading import canonical, content_sha256

FRAME = pl.DataFrame({"a": [1, 2], "b": ["x", "y"], "c": [0.5, 1.5]})
REFERENCE = ("tarragona", "census", "eia")


def offline(dataset):
    raise InputError("There is no network.")


def never(dataset):
    raise AssertionError("fetched although it is here")


@pytest.mark.parametrize("name", REFERENCE)
def test_named_folder_is_read(reference_folder, folders, monkeypatch, name):
    monkeypatch.setenv("COVEY_DATA", str(reference_folder))
    frame = load(name, fetch=never)
    assert frame.equals(pl.read_csv(reference_folder / f"{name}.csv"))
    assert frame.columns == list(DATASETS[name].columns)
    assert all(dtype.is_numeric() for dtype in frame.select(benchmark_columns(name)).dtypes)
    assert locate(name).state == "found"
    assert locate(name).path == reference_folder / f"{name}.csv"


def test_cache_is_read_when_the_folder_has_none(reference_folder, folders):
    _, cache = folders
    cache.mkdir(parents=True)
    shutil.copy(reference_folder / "census.csv", cache)
    assert load("census", fetch=never).shape == (1080, 13)
    assert locate("census").path == cache / "census.csv"


def test_what_was_fetched_is_kept(reference_folder, folders):
    _, cache = folders
    expected = pl.read_csv(reference_folder / "eia.csv")
    assert load("eia", fetch=lambda dataset: expected).equals(expected)
    assert [path.name for path in cache.iterdir()] == ["eia.csv"]
    assert load("eia", fetch=never).equals(expected)


def test_cache_that_cannot_be_written_is_no_obstacle(reference_folder, folders, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    expected = pl.read_csv(reference_folder / "census.csv")
    assert load("census", fetch=lambda dataset: expected).equals(expected)


def test_fetched_values_are_checked(reference_folder, folders):
    _, cache = folders
    damaged = pl.read_csv(reference_folder / "census.csv").with_columns(pl.col("AGI") + 1)
    with pytest.raises(InputError, match="What was fetched does not hold the data set 'census'"):
        load("census", fetch=lambda dataset: damaged)
    assert not cache.exists()


def test_nowhere_says_where_to_get_it_and_where_to_put_it(folders):
    data, cache = folders
    with pytest.raises(InputError) as caught:
        load("eia", fetch=offline)
    message = str(caught.value)
    for part in (
        "There is no network.",
        "sdcMicro/master/data/EIA.rda",
        "'eia.csv'",
        "4,092 records by 15 columns",
        str(data),
        str(cache),
    ):
        assert part in message
    assert locate("eia").state == "absent"
    assert "EIA.rda" in locate("eia").remedy


def test_nowhere_without_a_named_folder(folders, monkeypatch):
    monkeypatch.delenv("COVEY_DATA")
    with pytest.raises(InputError, match=r"neither in COVEY_DATA \(not set\)"):
        load("census", fetch=offline)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda frame: frame.head(1079), "it is 1,079 by 13"),
        (lambda frame: frame.drop("AGI"), "it is 1,080 by 12"),
        (lambda frame: frame.rename({"AGI": "agi"}), "other names or another order"),
        (lambda frame: frame.select(sorted(frame.columns)), "other names or another order"),
        (lambda frame: frame.with_columns(pl.col("AGI") + 1), "some of its values are others"),
        (lambda frame: frame.reverse(), "some of its values are others"),
    ],
)
def test_damaged_file_is_refused(reference_folder, folders, damage, reason):
    data, _ = folders
    damage(pl.read_csv(reference_folder / "census.csv")).write_csv(data / "census.csv")
    with pytest.raises(InputError, match="does not hold the data set 'census'") as caught:
        load("census", fetch=never)
    assert reason in str(caught.value)
    assert str(data / "census.csv") in str(caught.value)
    place = locate("census")
    assert (place.state, place.path) == ("damaged", data / "census.csv")
    assert reason in place.remedy


@pytest.mark.parametrize("content", [b"", b"a,b\n1\n2,3,4,5\n", b"\xff\xfe\x00\x01"])
def test_file_that_is_no_table_is_refused(folders, content):
    data, _ = folders
    (data / "eia.csv").write_bytes(content)
    with pytest.raises(InputError, match="does not hold the data set 'eia'"):
        load("eia", fetch=never)


def test_folder_in_the_place_of_the_file(folders):
    data, _ = folders
    (data / "eia.csv").mkdir()
    with pytest.raises(InputError, match=r"eia\.csv' cannot be read"):
        load("eia", fetch=never)


def test_folder_with_the_marks_of_a_pattern(reference_folder, folders, monkeypatch):
    data, _ = folders
    odd = data / "[a]*"
    odd.mkdir()
    shutil.copy(reference_folder / "census.csv", odd)
    monkeypatch.setenv("COVEY_DATA", str(odd))
    assert load("census", fetch=never).shape == (1080, 13)


def test_whole_numbers_with_a_point_are_the_same_data(reference_folder, folders):
    data, _ = folders
    frame = pl.read_csv(reference_folder / "census.csv")
    frame.with_columns(pl.all().cast(pl.Float64)).write_csv(data / "census.csv")
    assert load("census", fetch=never).equals(frame)


def test_clinic_needs_no_folder(folders):
    assert load("clinic", fetch=never).shape == (1000, 9)
    assert locate("clinic").state == "bundled"


def test_unknown_name_is_refused():
    with pytest.raises(RequestError, match="Choose from: clinic, tarragona, census, eia"):
        load("iris")


def test_a_file_is_given_whether_it_is_bundled_here_or_fetched(reference_folder, folders):
    _, cache = folders
    assert pl.read_csv(file_of("clinic")).equals(load("clinic"))
    expected = pl.read_csv(reference_folder / "census.csv")
    assert file_of("census", fetch=lambda dataset: expected) == cache / "census.csv"
    assert file_of("census", fetch=never) == cache / "census.csv"
    with pytest.raises(RequestError, match="No data set 'cencus'"):
        file_of("cencus")


def test_checksum_by_hand() -> None:
    content = (
        b"a\0" + struct.pack("<2d", 1, 2) + b"b\0x\0y\0" + b"c\0" + struct.pack("<2d", 0.5, 1.5)
    )
    assert content_sha256(FRAME) == hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize(
    "same",
    [
        FRAME.with_columns(pl.col("a").cast(pl.Float64)),
        FRAME.with_columns(pl.col("a").cast(pl.Int8)),
        FRAME.with_columns(b=pl.Series([" x", "y "])),
        FRAME.with_columns(pl.col("b").cast(pl.Categorical)),
    ],
)
def test_another_way_of_writing_is_the_same(same: pl.DataFrame) -> None:
    assert content_sha256(same) == content_sha256(FRAME)
    assert canonical(same).equals(FRAME)
    assert canonical(same).schema == FRAME.schema


@pytest.mark.parametrize(
    "other",
    [
        FRAME.with_columns(a=pl.Series([1, 3])),
        FRAME.with_columns(b=pl.Series(["x", "z"])),
        FRAME.with_columns(b=pl.Series(["x", None])),
        FRAME.with_columns(a=pl.Series([1, None])),
        FRAME.with_columns(c=pl.Series([0.5, 1.5000000001])),
        FRAME.rename({"a": "A"}),
        FRAME.select("b", "a", "c"),
        FRAME.reverse(),
    ],
)
def test_another_content_is_another(other: pl.DataFrame) -> None:
    assert content_sha256(other) != content_sha256(FRAME)


def test_missing_numbers_stay_missing() -> None:
    assert canonical(pl.DataFrame({"a": [1.0, None]}))["a"].to_list() == [1.0, None]
