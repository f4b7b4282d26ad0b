from __future__ import annotations

import pytest

from covey.core.progress import unwatched
from covey.core.settings import ReadingRequest
from covey.reading.text import convert


@pytest.mark.parametrize("size", [8, 24, 1 << 16])
@pytest.mark.parametrize(
    ("late", "reason"),
    [("x", "are not numbers"), ("2,5", "hold ',' though the decimal mark is '.': set decimal")],
)
@pytest.mark.parametrize("is_alone", [True, False])
def test_a_hint_names_the_record_where_text_begins(tmp_path, size, late, reason, is_alone):
    path = tmp_path / "in.csv"
    after = [] if is_alone else [late, late]
    values = ["1.5", "2.5", "", "4.5", "5.5", "6.5", late, "8.5", *after]
    path.write_text("\n".join(["a;b", *(f"{i};{value}" for i, value in enumerate(values))]))
    create = tmp_path.joinpath
    hints = convert(path, ReadingRequest(), create, unwatched, piece=size, chunk=5)["hints"]
    assert hints.keys() == {"b"}
    assert hints["b"].startswith(f"some of its values, the first in record 7, {reason}")
    assert "first in record" not in hints["b"].split("record 7,")[1]
