"""The tables and the requests of the corpus."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

SIZES = (3, 5)
SCALINGS = ("zscore", "minmax", "none")
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "mdav-centroid": [{}, {"centroid": "global"}],
    "vmdav": [{}, {"gamma": 1.1}],
    "iamat": [{}, {"centroid": "recomputed"}, {"size": "variable"}],
    "hm-pfsom": [{}, {"draw": "equal"}],
    "axis": [{}, {"by": "zsum"}, {"by": "variable", "cuts": "fixed"}],
    "blocks": [{"size": 30}],
    "individual-ranking": [{}, {"cuts": "fixed"}],
}


@dataclass(frozen=True)
class Case:
    """A table, and what is asked of it.

    `source` is a frame or the bytes of a file; `n_blocks` cuts the file on disk.
    """

    name: str
    source: Any
    settings: dict[str, Any]
    suffix: str | None = None
    n_blocks: int | None = None


@dataclass(frozen=True)
class Numbers:
    """Numeric columns, the last of which is confidential if there are several."""

    name: str
    columns: dict[str, Any] = field(repr=False)

    @property
    def roles(self) -> dict[str, list[str]]:
        """The last of several columns is confidential."""
        names = list(self.columns)
        return {"quasi": names[:-1], "confidential": names[-1:]} if len(names) > 1 else {}


def _named(X: np.ndarray) -> dict[str, np.ndarray]:
    return {f"v{j}": np.ascontiguousarray(X[:, j]) for j in range(X.shape[1])}


def tables() -> list[Numbers]:
    """Return numeric tables of all tempers, small enough for every method."""
    rng = np.random.default_rng(20)
    normal = rng.normal(size=(60, 4))
    centres = rng.normal(scale=20, size=(6, 3))
    clustered = centres[rng.integers(0, 6, 60)] + rng.normal(size=(60, 3))
    mixing = rng.normal(size=(5, 5))
    return [
        Numbers("normal", _named(normal)),
        Numbers("uniform", _named(rng.random((47, 9)))),
        Numbers("clustered", _named(clustered)),
        Numbers("correlated", _named(rng.normal(size=(50, 5)) @ mixing)),
        Numbers("heavy", _named(np.exp(2.0 * rng.normal(size=(55, 3))))),
        Numbers("duplicates", _named(rng.integers(0, 3, (60, 3)))),
        Numbers("identical", _named(np.full((24, 3), 0.1))),
        Numbers("constant", {"v0": np.full(30, 7.5), **_named(rng.normal(size=(30, 4)))}),
        Numbers("one", {"v0": np.round(rng.normal(size=40), 1)}),
        Numbers("binary", _named(rng.integers(0, 2, (40, 5)))),
        Numbers("huge", _named(normal[:30] * 1e300)),
        Numbers("tiny", _named(normal[:30] * 1e-300)),
        Numbers("mixed", _named(normal[:40] * np.array([1e12, 1.0, 1e-9, 1e3]))),
        Numbers("shifted", _named(normal[:40] + 1e9)),
        Numbers("sorted", _named(np.sort(rng.normal(size=(45, 3)), axis=0))),
        Numbers("whole", _named(rng.integers(-(10**6), 10**6, (42, 4)))),
        Numbers("twok", _named(rng.normal(size=(10, 3)))),
        Numbers("fewer", _named(rng.normal(size=(14, 3)))),
        Numbers("wide", _named(rng.normal(size=(26, 25)))),
        Numbers("outlier", _named(np.vstack([rng.normal(size=(35, 3)), [[1e4, -1e4, 1e4]]]))),
    ]


def numeric_cases(methods: dict[str, Any]) -> Iterator[Case]:
    """Yield every method on every numeric table, for all group sizes and scalings."""
    for table in tables():
        frame = pl.DataFrame(table.columns)
        for name, method in methods.items():
            if name == "optimal-1d" and len(table.roles.get("quasi", ["v0"])) > 1:
                continue
            if method.needs_confidential and not table.roles:
                continue
            for k in SIZES:
                for scaling in SCALINGS:
                    for number, options in enumerate(OPTIONS.get(name, [{}])):
                        settings = {
                            "k": k,
                            "method": name,
                            "options": options,
                            "scaling": scaling,
                            "roles": table.roles,
                            "allow_not_k_anonymous": not method.is_k_anonymous,
                        }
                        yield Case(f"{table.name}/{name}.{number}/{k}/{scaling}", frame, settings)


def refined_cases(refinements: list[str]) -> Iterator[Case]:
    """Yield every refinement, and auto, on every numeric table."""
    for table in tables():
        frame = pl.DataFrame(table.columns)
        for refine in refinements:
            for method in ("mdav-generic", "iamat", "vmdav"):
                settings = {"k": 3, "method": method, "refine": refine, "effort": 0.05}
                name = f"{table.name}/{method}+{refine}"
                yield Case(name, frame, {**settings, "roles": table.roles})
        auto = {"k": 4, "effort": 0.05, "measures": "all", "seed": 7, "roles": table.roles}
        yield Case(f"{table.name}/auto", frame, auto)
        if table.roles and len(table.roles["quasi"]) > 3:
            selected = {"k": 3, "method": "mdav", "select": 2, "metric": "correlation"}
            yield Case(f"{table.name}/select", frame, {**selected, "roles": table.roles})


def people(n: int = 240) -> pl.DataFrame:
    """Return a table with a column of every kind and role."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(n, 3))
    day = dt.date(1990, 1, 31)
    return pl.DataFrame(
        {
            "name": [f"person {i}" for i in range(n)],
            "income": np.round(1e4 * np.exp(X[:, 0]), 2),
            "age": np.clip(40 + 15 * X[:, 1], 0, 99).astype(np.int64),
            "height": np.round(170 + 10 * X[:, 2], 1),
            "illness": rng.choice(["flu", 'a "cold"', "none,\nreally", "été"], n).tolist(),
            "debt": [None if i % 9 == 0 else int(i * 7 % 50) for i in range(n)],
            "code": [f"{i % 90:03d}" for i in range(n)],
            "since": [str(day + dt.timedelta(days=int(i) * 13 % 400)) for i in range(n)],
        }
    )


ROLES = {
    "identifier": ["name"],
    "confidential": ["illness", "debt"],
    "other": ["code", "since"],
}


def _files() -> dict[str, tuple[str, bytes]]:
    """Return files by name: suffix and bytes, one for each dialect that is detected."""
    frame = people()
    plain = frame.write_csv()
    comma = frame.write_csv(separator=";", decimal_comma=True)
    return {
        "plain": (".csv", plain.encode()),
        "marked": (".csv", b"\xef\xbb\xbf" + plain.encode()),
        "windows": (".csv", comma.replace("\n", "\r\n").encode("cp1252")),
        "tabs": (".tsv", frame.write_csv(separator="\t").encode()),
        "stated": (".csv", b"sep=;\n" + comma.encode()),
        "padded": (".csv", _padded(frame).write_csv().encode()),
        "single": (".txt", frame.write_csv(quote_char="'").encode()),
        "parquet": (".parquet", _parquet(frame)),
        "typed": (".parquet", _parquet(_typed(frame))),
    }


def _padded(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a table whose numbers are written with blanks around them."""
    return frame.with_columns(
        pl.format(" {} ", pl.col(name)).alias(name) for name in ("income", "age", "height")
    )


def _typed(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(
        pl.col("age").cast(pl.UInt8),
        pl.col("height").cast(pl.Float32),
        pl.col("illness").cast(pl.Categorical),
        pl.col("since").str.to_date(),
        (pl.col("age") > 40).alias("old"),
    )


def _parquet(frame: pl.DataFrame) -> bytes:
    file = io.BytesIO()
    frame.write_parquet(file)
    return file.getvalue()


def file_cases() -> Iterator[Case]:
    """Yield every dialect and format, in memory and in blocks on disk."""
    for name, (suffix, data) in _files().items():
        roles = {**ROLES, "other": [*ROLES["other"], "old"]} if name == "typed" else ROLES
        asked: list[dict[str, Any]] = [
            {"round": "auto"},
            {"round": "none", "scaling": "minmax", "order": "kept"},
            {"round": "auto", "refine": "search", "effort": 0.05, "seed": 3},
        ]
        for number, settings in enumerate(asked):
            request = {"k": 4, "method": "mdav-generic", "roles": roles, **settings}
            for n_blocks in (None, 1, 3):
                where = "memory" if n_blocks is None else f"{n_blocks} blocks"
                yield Case(f"file {name}/{number}/{where}", data, request, suffix, n_blocks)
