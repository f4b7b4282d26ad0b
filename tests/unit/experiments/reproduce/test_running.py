import csv

import pytest

from covey.core.errors import OutputError
from covey.experiments.reproduce import check_folder, find_tables, reproduce, write
from covey.experiments.reproduce.rows import Printed, Status
from covey.experiments.reproduce.running import COLUMNS
from covey.experiments.reproduce.tables import PaperTable

TABLES = find_tables(["003-8", "002-figure-12"])


@pytest.fixture(scope="module")
def found():
    return reproduce(TABLES, is_quick=True)


def test_tables_come_in_the_order_asked_for(found):
    assert [each.table.name for each in found] == ["003-8", "002-figure-12"]
    assert not any(each.failed for each in found)
    assert found[0].counts["reproduced"] >= 9


def test_a_stage_is_told_for_each_table():
    heard = []

    def stages(stage):
        heard.append(stage)
        return lambda _share: None

    reproduce(TABLES, stages=stages)
    assert [stage.split()[0] for stage in heard] == ["003-8", "002-figure-12"]


def test_many_tables_share_one_bar():
    row = Printed("census", "mdav", 3, "IL", "5.692", Status.MATCH)
    table = PaperTable("001-0", "A table", lambda *_: {row.key: 5.692}, (row,))
    heard, shares = [], []

    def stages(stage):
        heard.append(stage)
        return shares.append

    reproduce([table] * 13, stages=stages)
    assert heard == ["Reproducing 13 tables"]
    assert shares[-1] == 1.0
    assert shares == sorted(shares)


def test_files(found, tmp_path):
    folder = tmp_path / "out"
    check_folder(folder, TABLES, force=False)
    written = write(found, folder, force=False)
    names = ["003-8.csv", "002-figure-12.csv", "002-figure-12.svg"]
    assert [path.name for path in written] == names
    with written[0].open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == 12
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)


def test_existing_files_are_kept_unless_forced(found, tmp_path):
    kept = tmp_path / "003-8.csv"
    kept.write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="exists already"):
        check_folder(tmp_path, TABLES, force=False)
    with pytest.raises(OutputError, match="exists already"):
        write(found, tmp_path, force=False)
    assert [path.name for path in tmp_path.iterdir()] == ["003-8.csv"]
    assert kept.read_text(encoding="utf-8") == "mine"
    write(found, tmp_path, force=True)
    assert kept.read_text(encoding="utf-8") != "mine"


def test_a_folder_that_cannot_be_made_is_refused_at_once(tmp_path):
    with pytest.raises(OutputError, match="does not exist"):
        check_folder(tmp_path / "a" / "b", TABLES, force=False)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OutputError):
        check_folder(tmp_path / "file", TABLES, force=True)
