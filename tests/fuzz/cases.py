"""Random requests: every method and refinement, and the settings that go with a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from hypothesis import strategies as st
from tests.fuzz.inputs import FILES, FRAMES, Dialect, dialects
from tests.fuzz.tables import Drawn, evenly, tables

from covey.pipeline import METHODS
from covey.refining import REFINERS

INTERFACES = ("api", "command", "streamed")


@dataclass(frozen=True)
class Case:
    """One run: a table, the form in which it comes, what is asked for, and by which interface."""

    table: Drawn
    form: str
    dialect: Dialect
    interface: str
    suffix: str
    settings: dict[str, Any]
    order: str
    is_repeated: bool
    report: str
    is_configured: bool
    n_blocks: int

    @property
    def k(self) -> int:
        """The promised group size."""
        return int(self.settings["k"])

    @property
    def method(self) -> str:
        """What was asked for."""
        return str(self.settings["method"])

    @property
    def defect(self) -> str:
        """Why there must be no release; a name that the file does not show is no reason."""
        is_hidden = self.table.defect == "no name" and "" not in self.names
        return "" if is_hidden else self.table.defect

    @property
    def is_text(self) -> bool:
        """Whether the input is a delimited file."""
        return self.form.startswith("csv")

    @property
    def names(self) -> list[str]:
        """The names of the columns, as the form of the input gives them."""
        if self.form == "numpy":
            return [f"x{position}" for position in range(len(self.table.columns))]
        if self.is_text and self.dialect.header == "no":
            return [f"c{position + 1}" for position in range(len(self.table.columns))]
        return [column.name for column in self.table.columns]

    @property
    def roles(self) -> dict[str, list[str]]:
        """The names of the columns by role."""
        found: dict[str, list[str]] = {}
        for name, column in zip(self.names, self.table.columns, strict=True):
            found.setdefault(column.role, []).append(name)
        return found


def _choices(annotation: Any) -> tuple[Any, ...]:
    kind = get_args(annotation)[0] if get_args(annotation) else annotation
    if get_origin(kind) is Literal:
        return get_args(kind)
    return (True, False) if kind is bool else ()


@st.composite
def _method(draw: st.DrawFn, name: str) -> dict[str, Any]:
    method = METHODS[name]
    settings: dict[str, Any] = {"method": name}
    for option in method.options:
        if (known := _choices(option.annotation)) and draw(st.booleans()):
            settings.setdefault("options", {})[option.name] = draw(st.sampled_from(known))
    if not method.is_k_anonymous:
        settings["allow_not_k_anonymous"] = True
    elif draw(st.booleans()):
        settings["refine"] = draw(evenly(("none", *REFINERS)))
    return settings


@st.composite
def _settings(draw: st.DrawFn, table: Drawn, method: str, interface: str) -> dict[str, Any]:
    n, p = table.n_records, len(table.of_role("quasi"))
    settings = {
        "k": draw(st.one_of(st.integers(2, min(n, 5)), st.integers(2, n + 1))),
        **draw(_method(method)),
        "effort": draw(st.sampled_from((0.0, 0.01, 0.05))),
        "seed": draw(st.integers(0, 99)),
        "workers": draw(st.sampled_from((1, 2))),
        "scaling": draw(st.sampled_from(("zscore", "minmax", "none"))),
        "round": draw(st.sampled_from(ROUNDINGS)),
        "formulas": draw(st.sampled_from(("keep", "escape"))),
        "measures": draw(st.sampled_from(("default", "default", "all"))),
    }
    if interface != "streamed" and p > 1 and draw(st.integers(0, 5)) == 0:
        settings["select"] = draw(st.integers(1, p))
        settings["metric"] = draw(st.sampled_from(("emim", "chi2", "correlation")))
    if interface in ("command", "process") and draw(st.integers(0, 3)) == 0:
        settings["memory"] = "2GB"
    return settings


ROUNDINGS = ("none", "none", "none", "auto", 0, 1, 2, 6)


@st.composite
def cases(
    draw: st.DrawFn,
    methods: Sequence[str] = tuple(METHODS),
    interfaces: Sequence[str] = INTERFACES,
) -> Case:
    """Draw a run of one of these methods through one of these interfaces."""
    method, interface = draw(evenly(methods)), draw(evenly(interfaces))
    table = draw(
        tables(
            most_quasi=1 if method == "optimal-1d" else 3,
            with_values=METHODS[method].needs_confidential,
        )
    )
    forms = FILES if interface != "api" else (*FILES, *FRAMES)
    form = draw(evenly(forms))
    if form == "numpy":
        numbers = tuple(c for c in table.columns if c.role == "quasi" or c.kind == "integer")
        table = Drawn(numbers, table.defect)
        if table.defect == "no name":
            form = "polars"
    if table.defect == "text in numbers" and not form.startswith("csv"):
        form = "csv"  # a column of text has categories, where types say that it is one
    return Case(
        table,
        form,
        draw(dialects()) if form.startswith("csv") else Dialect(),
        interface,
        draw(evenly(("csv", "tsv", "parquet"))),
        draw(_settings(table, method, interface)),
        draw(st.sampled_from(("sorted", "sorted", "kept"))),
        draw(st.integers(0, 3)) == 0,
        draw(st.sampled_from(("", "", "", "public", "internal"))),
        draw(st.booleans()),
        draw(st.integers(1, 4)),
    )
