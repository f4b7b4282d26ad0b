"""Every table that can be reproduced, and finding them by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from covey.core.registry import Registry, unknown
from covey.experiments.reproduce import paper_000, paper_001, paper_002, paper_003, paper_004
from covey.experiments.reproduce.tables import PaperTable

PAPERS: Mapping[str, str] = MappingProxyType(
    {
        "000": (
            "B. J. Oommen and E. Fayyoumi (2010), On utilizing association and interaction "
            "concepts for enhancing microaggregation in secure statistical databases"
        ),
        "001": (
            "S. K. Chettri, B. Paul and A. K. Dutta (2013), Statistical disclosure control for "
            "data privacy preservation"
        ),
        "002": (
            "B. J. Oommen and E. Fayyoumi (2011), On utilizing dependence-based information to "
            "enhance micro-aggregation for secure statistical databases"
        ),
        "003": (
            "B. Abidi, S. Ben Yahia and C. Perera (2020), Hybrid microaggregation for "
            "privacy-preserving data mining"
        ),
        "004": (
            "B. J. Oommen and E. Fayyoumi (2007), A novel method for micro-aggregation in secure "
            "statistical databases using association and interaction"
        ),
    }
)
"""The five papers, by the numbers that the names of their tables begin with."""

TABLES: Registry[PaperTable] = Registry(
    "table",
    (
        table
        for paper in (paper_000, paper_001, paper_002, paper_003, paper_004)
        for table in paper.TABLES
    ),
)
"""Every table that can be reproduced, by its name."""


def find_tables(names: Iterable[str]) -> list[PaperTable]:
    """Return tables by name, in the order asked for, each once.

    ``001-1``, ``001:1`` and ``001 1`` are the same table, ``000-fig-2`` is a figure, and ``001`` is
    everything of that paper.
    """
    by_plain = {_plain(name): name for name in TABLES}
    found: dict[str, PaperTable] = {}
    for asked in names:
        plain = _plain(asked)
        if plain in by_plain:
            chosen = [by_plain[plain]]
        elif plain in PAPERS:
            chosen = [name for name in TABLES if name.startswith(f"{plain}-")]
        else:
            raise unknown("table", asked, TABLES)
        found.update({name: TABLES[name] for name in chosen})
    return list(found.values())


def _plain(name: str) -> str:
    plain = re.sub(r"[\s:.\-]+", "-", name.strip().lower())
    return re.sub(r"\b(table|tab)-?(?=\w)", "", re.sub(r"\b(figure|fig)-?(?=\w)", "figure-", plain))
