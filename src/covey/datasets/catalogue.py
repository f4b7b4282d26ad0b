"""The data sets that can be loaded by name, and what is known of each."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from covey.core.registry import Registry

_REPOSITORY = "https://raw.githubusercontent.com/sdcTools/sdcMicro/master/data/"
_CITATION = (
    "R. Brand, J. Domingo-Ferrer and J. M. Mateo-Sanz (2002), Reference data sets to test and "
    "compare SDC methods for protection of numerical microdata. CASC project."
)


@dataclass(frozen=True, slots=True)
class PublicFile:
    """Where a data set is published, as a file of the R package sdcMicro."""

    url: str
    sha256: str  # of that file's bytes
    content: str  # of the values, whichever file holds them, see `content_sha256`

    @property
    def name(self) -> str:
        """The name of the file at its source."""
        return self.url.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Dataset:
    """A data set that `load` knows."""

    name: str
    n_records: int
    columns: tuple[str, ...]
    benchmark: tuple[str, ...]  # the columns on which the literature compares methods
    summary: str
    source: str
    citation: str = ""  # what to cite; empty if there is nothing to cite
    public: PublicFile | None = field(default=None, repr=False)  # none if it comes with Covey

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return len(self.columns)

    @property
    def file_name(self) -> str:
        """The name under which the file is looked for."""
        return f"{self.name}.csv"


def _published(
    name: str, n_records: int, columns: str, summary: str, public: PublicFile
) -> Dataset:
    """Return a reference set; the literature compares methods on all its columns."""
    names = tuple(columns.split())
    source = "CASC project, by way of the R package sdcMicro."
    return Dataset(name, n_records, names, names, summary, source, _CITATION, public)


_CLINIC = (
    "patient_id",
    *("age", "height_cm", "weight_kg", "systolic_bp", "distance_km", "yearly_income"),
    "hba1c",
    "visit_month",
)
_TARRAGONA = _published(
    "tarragona",
    834,
    """
    FIXED.ASSETS CURRENT.ASSETS TREASURY UNCOMMITTED.FUNDS PAID.UP.CAPITAL SHORT.TERM.DEBT SALES
    LABOR.COSTS DEPRECIATION OPERATING.PROFIT FINANCIAL.OUTCOME GROSS.PROFIT NET.PROFIT
    """,
    "Figures of companies in the area of Tarragona, 1995.",
    PublicFile(
        _REPOSITORY + "Tarragona.rda",
        "e83def0648be5e47eaf202b4dd60dd6981591d0858fd249817b9a2cc97cf2aef",
        "b5a5e3a26f06b7a07fff8f24e2473a7dd139c0d02364ee2d560dc4e1fea8f0b8",
    ),
)
_CENSUS = _published(
    "census",
    1080,
    """
    AFNLWGT AGI EMCONTRB FEDTAX PTOTVAL STATETAX TAXINC POTHVAL INTVAL PEARNVAL FICA WSALVAL ERNVAL
    """,
    "Incomes and taxes from the Current Population Survey of the U.S. Bureau of the Census.",
    PublicFile(
        _REPOSITORY + "CASCrefmicrodata.rda",
        "147d0d7fa823a384e36c2297174560e32cdbe6e39803f22f797610fb1a2993d6",
        "a512df3a787bf82254199f5fc97d26ab63a5448de94fe58037316db9df774cc3",
    ),
)
_EIA = _published(
    "eia",
    4092,
    """
    UTILITYID UTILNAME STATE YEAR MONTH RESREVENUE RESSALES COMREVENUE COMSALES INDREVENUE INDSALES
    OTHREVENUE OTHRSALES TOTREVENUE TOTSALES
    """,
    "Revenues and sales of electric utilities, U.S. Energy Information Administration, 1996.",
    PublicFile(
        _REPOSITORY + "EIA.rda",
        "8b61ceb0d1fa01d024bd62171655601abed62ff70a5e9e6fd550c43a1f76695e",
        "0e1e58dced3a63d5f419cfc69459df4a07b6c01c22a950509347618d585217a9",
    ),
)

_ALL = (
    Dataset(
        "clinic",
        1000,
        _CLINIC,
        _CLINIC[1:7],
        "Patients of a clinic that does not exist; a table with every role.",
        "Drawn by covey.datasets.clinic.make_clinic.",
    ),
    _TARRAGONA,
    _CENSUS,
    # The only choice of columns that reproduces what the literature prints for this set.
    replace(_EIA, benchmark=(_EIA.columns[0], *_EIA.columns[5:])),
)

DATASETS: Registry[Dataset] = Registry("data set", _ALL)
"""Every data set that `load` knows, by its name."""


def benchmark_columns(name: str) -> list[str]:
    """Return the columns of a data set on which the literature compares methods.

    Parameters
    ----------
    name : {"clinic", "tarragona", "census", "eia"}
        All thirteen of ``tarragona`` and ``census``; of ``eia`` the utility's number and the ten
        revenues and sales; of ``clinic``, which no paper uses, its quasi-identifiers.

    Examples
    --------
    >>> benchmark_columns("eia")[:3]
    ['UTILITYID', 'RESREVENUE', 'RESSALES']
    """
    return list(DATASETS[name].benchmark)
