"""The published tables of five papers beside what Covey computes, row by row, with a verdict."""

from covey.experiments.reproduce.registry import PAPERS, TABLES, find_tables
from covey.experiments.reproduce.rows import PUBLISHED, Row, Verdict
from covey.experiments.reproduce.running import (
    Reproduction,
    as_record,
    check_folder,
    reproduce,
    write,
)
from covey.experiments.reproduce.tables import PaperTable, count_verdicts
from covey.experiments.reproduce.verdicts import MEANINGS

__all__ = [
    "MEANINGS",
    "PAPERS",
    "PUBLISHED",
    "TABLES",
    "PaperTable",
    "Reproduction",
    "Row",
    "Verdict",
    "as_record",
    "check_folder",
    "count_verdicts",
    "find_tables",
    "reproduce",
    "write",
]
