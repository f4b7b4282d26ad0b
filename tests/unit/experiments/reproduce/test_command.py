import pytest
from typer.testing import CliRunner

from covey.cli.app import app
from covey.experiments.reproduce.rows import Printed, Status
from covey.experiments.reproduce.tables import PaperTable


@pytest.fixture
def covey(monkeypatch):
    """Run the command on a table of one row, for which we get this figure."""

    def run(ours, *arguments):
        row = Printed("census", "mdav", 3, "IL", "5.692", Status.MATCH)
        table = PaperTable("001-0", "A table", lambda *_: {row.key: ours}, (row,))
        monkeypatch.setattr("covey.experiments.reproduce.find_tables", lambda _names: [table])
        return CliRunner().invoke(app, ["reproduce", "001-0", *arguments])

    return run


def test_a_failed_row_is_named_and_ends_with_exit_code_1(covey):
    result = covey(6.0)
    assert result.exit_code == 1
    assert "1 row of 1 table: 1 failed." in result.output
    assert "Failed: 001-0, census, mdav, k = 3, IL. Too far from print." in result.output
    assert covey(6.0, "--json").exit_code == 1


def test_all_well_is_exit_code_0(covey):
    result = covey(5.6922)
    assert result.exit_code == 0
    assert "No row differs without an explanation." in result.output
    assert covey(5.692, "--json").exit_code == 0
