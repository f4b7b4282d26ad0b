"""Who stands out among everything that is published, worked by hand, in memory and in blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import covey
from covey.core.errors import RequestError
from covey.core.request import Request
from covey.pipeline import protect
from covey.releasing import verify
from covey.releasing.published import Published, published_of

# Two groups of four by age. Beside it: 'town' splits the first group into 3 + 1 and the second into
# 2 + 2; 'flag' splits neither.
FRAME = pl.DataFrame(
    {
        "age": [20.0, 20.0, 20.0, 20.0, 60.0, 60.0, 60.0, 60.0],
        "town": ["A", "A", "A", "B", "A", "A", "B", "B"],
        "flag": ["x"] * 8,
        "home": [1, 2, 3, 4, 5, 6, 7, 7],
    }
)


def request(k: int = 4, **roles: Any) -> Request:
    roles = {"quasi": ["age"], **roles}
    left = [name for name in FRAME.columns if name not in str(roles)]
    roles["identifier"] = left
    return Request.of({"k": k, "roles": roles, "method": "mdav", "refine": "none"})


@pytest.fixture(params=[1, 2], ids=["memory", "blocks"])
def release(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    path = tmp_path / "in.parquet"
    FRAME.write_parquet(path)

    def make(asked: Request) -> Any:
        n_blocks = None if request.param == 1 else 2
        return protect(path, asked, n_blocks=n_blocks)

    return make


@pytest.mark.parametrize(
    ("roles", "k", "expected"),
    [
        ({}, 4, Published(0, 0, (), roles=("quasi",))),
        ({"other": ["flag"]}, 4, Published(0, 0, (), roles=("quasi", "other"))),
        (
            {"other": ["flag", "town"]},
            4,
            Published(8, 1, ("town",), roles=("quasi", "other"), records_below_k=8),
        ),
        (
            {"other": ["flag", "town"]},
            2,
            Published(1, 1, ("town",), roles=("quasi", "other"), records_below_k=1),
        ),
        # The last two records are one unit: their class of two records has one unit.
        (
            {"other": ["town"], "unit": "home"},
            2,
            Published(3, 1, ("town",), "units", ("quasi", "other"), records_below_k=1),
        ),
    ],
)
def test_classes_by_hand(release: Any, roles: Any, k: int, expected: Published) -> None:
    with release(request(k, **roles)) as made:
        assert published_of(made) == expected
        assert made.manifest["published"] == expected.to_dict()


def test_it_is_counted_once(release: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with release(request(2, other=["town"])) as made:
        first = published_of(made)
        monkeypatch.setattr("covey.releasing.published.count_published", pytest.fail)
        assert published_of(made) is first


def test_a_report_alone_has_the_count(release: Any, tmp_path: Path) -> None:
    with release(request(2, other=["town"])) as made:
        page = made.report(tmp_path / "r.html").read_text(encoding="utf-8")
    assert "1 of the 8 records differs from every other record in its published values" in page
    assert "This protects" not in page


def test_text_that_looks_different_counts_as_different(tmp_path: Path) -> None:
    """A reader of the file tells 7 from 007, though both are the number seven."""
    path = tmp_path / "in.csv"
    rows = [f"20,{'007' if i == 3 else '7'}" for i in range(4)]
    path.write_text("age,code\n" + "\n".join(rows) + "\n", encoding="utf-8")
    roles = {"quasi": ["age"], "other": ["code"]}
    made = covey.protect(path, k=4, roles=roles)
    made.write(tmp_path / "out.csv")
    found = verify(tmp_path / "out.csv")
    assert (found.below_k, found.unique) == (4, 1)
    assert found.promise.published is not None
    assert found.promise.published.below_k == 4


def test_strict_names_the_columns(release: Any, tmp_path: Path) -> None:
    asked = Request.of(
        {"k": 2, "roles": {"quasi": ["age"], "other": ["town"], "identifier": ["flag", "home"]}}
        | {"strict": True, "method": "mdav"}
    )
    with (
        release(asked) as made,
        pytest.raises(RequestError, match=r"1 record would stand .* because of 'town'"),
    ):
        made.write(tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()
