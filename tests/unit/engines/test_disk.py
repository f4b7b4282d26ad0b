from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

import covey
from covey.core.census import Census
from covey.core.errors import InputError, OutputError, RequestError
from covey.core.request import Request
from covey.core.store import Scratch
from covey.engines.disk import join_small
from covey.measuring import MEASURES
from covey.pipeline import protect, protect_table
from covey.reading import read
from covey.releasing import verify
from covey.releasing.ordering import row_order

QUASI = ["income", "^age.*$", "height"]


def _frame(path):
    is_text = path.suffix == ".csv"
    return pl.read_csv(path, infer_schema=False) if is_text else pl.read_parquet(path)


@pytest.mark.smoke
@pytest.mark.parametrize(
    ("settings", "n_blocks", "words"),
    [
        ({"round": 0, "k": 4}, 3, "After rounding, 'share' holds one value for all records"),
        ({"round": 2, "k": 4}, 3, None),
        ({"k": 601}, 1, "All records form one group, so every masked column holds one value"),
    ],
)
def test_columns_with_one_value_are_told(
    folder, people, make_request, settings, n_blocks, words, protect_file
):
    small = np.linspace(0.01, 0.2, people.height)
    people.with_columns(share=small, still=1.5, near=0.45 + small / 2).write_parquet(
        folder / "small.parquet"
    )
    request = make_request(**settings)
    made = protect_file(
        folder / "small.parquet", folder / "out.parquet", request, n_blocks=n_blocks
    )
    told = made.manifest["plan"]["notes"]
    assert any("moved the values of 'near'" in note for note in told) == (request.round == 0)
    notes = [note for note in told if "one value" in note]
    assert len(notes) == (words is not None)
    assert all(note.startswith(words) for note in notes)


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("rounding", ["none", "auto", 0, 2])
def test_a_streamed_release_is_like_one_from_memory(
    folder, make_request, suffix, rounding, protect_file
):
    source, streamed, whole = (folder / f"{name}.{suffix}" for name in ("in", "out", "whole"))
    request = make_request(round=rounding, order="kept")
    release = protect_file(source, streamed, request, n_blocks=3)
    in_memory = protect_table(read(source), request)
    in_memory.write(whole)
    found, expected = _frame(streamed), _frame(whole)
    assert found.schema == expected.schema
    assert found.height == expected.height
    for name in ("illness", "debt", "code"):
        assert found.get_column(name).equals(expected.get_column(name))
    assert verify(streamed).k == 4
    assert in_memory.scores["IL"] < release.scores["IL"] < 1.5 * in_memory.scores["IL"]
    manifest, other = release.manifest, in_memory.manifest
    assert manifest == json.loads((folder / f"out.{suffix}.manifest.json").read_text("utf-8"))
    assert manifest.keys() == other.keys()
    assert manifest["input"] == other["input"]
    assert manifest["n_groups"] <= found.height // 4
    assert manifest["facts"]["streamed"]["n_blocks"] == 3
    assert any("3 blocks of 400 similar" in note for note in manifest["plan"]["notes"])


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_rows_of_many_blocks_stand_in_the_order_of_their_values(
    folder, make_request, suffix, protect_file
):
    source, output, kept = (folder / f"{name}.{suffix}" for name in ("in", "out", "kept"))
    with protect(source, make_request(output=output), n_blocks=3) as release:
        release.traces.scratch = Scratch(release.traces.scratch.create, 60_000)  # runs to merge
        release.write(output)
    protect_file(source, kept, make_request(order="kept"), n_blocks=3)
    found, rows = read(output), read(kept)
    assert not _frame(output).equals(_frame(kept))
    assert _frame(output).equals(_frame(kept)[row_order(rows, QUASI)])
    assert row_order(found, QUASI).tolist() == list(range(found.n_records))


def test_one_block_is_the_release_from_memory(folder, make_request, protect_file):
    source, request = folder / "in.parquet", make_request(round="auto")
    protect_file(source, folder / "out.parquet", request, n_blocks=1)
    protect_table(read(source), request).write(folder / "whole.parquet")
    found, expected = _frame(folder / "out.parquet"), _frame(folder / "whole.parquet")
    assert found.equals(expected)


@pytest.mark.parametrize("options", [{}, {"delimiter": ";", "decimal": ",", "encoding": "cp1252"}])
def test_text_is_written_as_it_was_read(folder, people, make_request, options, protect_file):
    reading = {"delimiter": ",", "decimal": ".", "encoding": "utf-8", **options}
    text = people.write_csv(separator=reading["delimiter"], decimal_comma=reading["decimal"] == ",")
    (folder / "in.csv").write_bytes(text.replace("cold", "café").encode(reading["encoding"]))
    request = make_request(scaling="minmax")
    protect_file(folder / "in.csv", folder / "out.csv", request, n_blocks=1)
    protect_table(read(folder / "in.csv"), request).write(folder / "whole.csv")
    assert (folder / "out.csv").read_bytes() == (folder / "whole.csv").read_bytes()


WITHIN_BLOCKS = ("DLD", "DBRL1", "RLD", "KNOWN")


def test_scores_are_those_of_the_files(folder, make_request, protect_file):
    model = "debt2 ~ income + height"
    for path in (folder / "in.parquet", folder / "out.parquet"):
        path.unlink(missing_ok=True)
    frame = pl.read_csv(folder / "in.csv").with_columns(
        debt2=pl.col("debt").fill_null(7.0), w=1.0 + pl.int_range(pl.len()) % 7
    )
    frame.write_parquet(folder / "in.parquet")
    roles = {
        "identifier": ["name"],
        "confidential": ["illness", "debt"],
        "other": ["code", "debt2"],
        "weight": "w",
    }
    request = make_request(measures="all", model=model, order="kept", roles=roles)
    release = protect_file(folder / "in.parquet", folder / "out.parquet", request, n_blocks=3)
    measured = covey.measure(
        folder / "in.parquet",
        folder / "out.parquet",
        keys=QUASI,
        confidential=["illness", "debt"],
        model=model,
        weight="w",
        measures="all",
    )
    of_numbers = {symbol for symbol, measure in MEASURES.items() if measure.on != "categories"}
    assert release.scores.keys() == measured.keys() == of_numbers
    for name in set(measured) - {*WITHIN_BLOCKS, "DBRL2", "G_DR", "SI"}:
        assert release.scores[name] == pytest.approx(measured[name], rel=1e-6, abs=1e-9), name
        assert release.scores.details.get(name, {}).keys() == measured.details.get(name, {}).keys()
        assert release.scores.notes.get(name, "") == measured.notes.get(name, "")
    for name in WITHIN_BLOCKS:
        assert release.scores[name] >= measured[name] - 1e-9
        assert "within each of 3 blocks" in release.scores.notes[name]


def test_a_model_of_columns_that_are_not_there_is_refused_at_once(
    folder, make_request, protect_file
):
    for model, words in (
        ("weight ~ income", "'weight', which is no column of the original table"),
        ("income ~ height", "'height', which is no column of the masked table"),
        ("income ~ illness", "'illness', which holds no numbers"),
    ):
        roles = {
            "identifier": ["name", "height"],
            "confidential": ["illness", "debt"],
            "other": ["code"],
        }
        request = make_request(model=model, roles=roles)
        with pytest.raises(RequestError, match=words):
            protect_file(folder / "in.parquet", folder / "out.parquet", request, n_blocks=2)


def test_the_number_of_workers_changes_nothing(folder, make_request, protect_file):
    source = folder / "in.parquet"
    for workers in (1, 3):
        request = make_request(method="blocks", refine="search", workers=workers)
        protect_file(source, folder / f"out{workers}.parquet", request, n_blocks=2)
    assert (folder / "out1.parquet").read_bytes() == (folder / "out3.parquet").read_bytes()


@pytest.mark.parametrize(
    "X",
    [
        np.ones((400, 2)),
        np.repeat(np.random.default_rng(0).normal(size=(2, 2)), 200, axis=0),
        np.concatenate([np.random.default_rng(1).normal(size=(396, 2)), np.full((4, 2), 1e9)]),
        np.random.default_rng(2).integers(0, 3, size=(400, 2)).astype(float),
    ],
    ids=["all equal", "two points", "outliers", "ties"],
)
@pytest.mark.parametrize("k", [3, 40, 150])
def test_tables_that_hurt(tmp_path, X, k, protect_file):
    frame = pl.DataFrame({"a": X[:, 0], "b": X[:, 1]})
    frame.write_parquet(tmp_path / "in.parquet")
    request = Request.of({"k": k, "method": "mdav-generic"})
    release = protect_file(tmp_path / "in.parquet", tmp_path / "out.parquet", request, n_blocks=5)
    assert verify(tmp_path / "out.parquet").smallest_class >= k
    assert release.manifest["group_size"]["min"] >= k


def test_what_needs_the_whole_table_is_refused(folder, make_request, protect_file):
    with pytest.raises(RequestError, match="'select' does not go with a table that is larger"):
        protect_file(
            folder / "in.parquet",
            folder / "out.parquet",
            make_request(select=2),
            n_blocks=2,
        )


def test_a_demand_that_a_block_cannot_meet_is_said_of_the_block(folder, make_request, protect_file):
    request = make_request(refine="search", refine_options={"distinct": 4})
    with pytest.raises(RequestError, match=r"^The search keeps what the start has"):
        protect_file(folder / "in.parquet", folder / "whole.parquet", request, n_blocks=1)
    with pytest.raises(
        RequestError,
        match=r"^A block of 400 records of the streamed table fails\. The search keeps .*"
        r"More 'memory' makes larger blocks, which may do; or relax the option\.$",
    ):
        protect_file(folder / "in.parquet", folder / "out.parquet", request, n_blocks=3)
    assert list(folder.glob(".*")) == []


def test_closeness_to_the_whole_table_is_not_promised_block_by_block(
    folder, make_request, protect_file
):
    request = make_request(refine="search", refine_options={"closeness": 1.0})
    with pytest.raises(
        RequestError,
        match=r"'closeness' compares .* cut into 3 blocks .* or raise 'memory' to [\d.]+MB\.$",
    ):
        protect_file(folder / "in.parquet", folder / "out.parquet", request, n_blocks=3)
    assert list(folder.glob(".*")) == []


def test_a_method_without_groups_is_refused(folder, make_request, protect_file):
    request = make_request(method="individual-ranking", allow_not_k_anonymous=True)
    with pytest.raises(RequestError, match="'individual-ranking' ranks each variable"):
        protect_file(folder / "in.parquet", folder / "out.parquet", request, n_blocks=2)


def test_an_existing_output_is_kept(folder, make_request, protect_file):
    (folder / "out.parquet").write_text("mine")
    with pytest.raises(OutputError, match="exists already"):
        protect_file(folder / "in.parquet", folder / "out.parquet", make_request(), n_blocks=2)
    protect_file(
        folder / "in.parquet", folder / "out.parquet", make_request(force=True), n_blocks=2
    )
    assert verify(folder / "out.parquet").k == 4


@pytest.mark.parametrize(
    ("sizes", "blocks"),
    [
        ([10, 10], [[0], [1]]),
        ([10, 1], [[0, 1]]),
        ([0, 3, 0, 20, 9], [[1, 3, 4]]),
        ([4], [[0]]),
    ],
)
def test_small_blocks_are_joined(sizes, blocks):
    held = Census(5)
    for leaf, size in enumerate(sizes):
        held.add(np.full((size, 2), [leaf, 0]))
    assert join_small(held) == blocks


def test_a_leaf_with_too_few_units_of_a_division_joins_the_nearest_that_holds_it():
    held = Census(2, has_units=True)
    # Division 7 is whole in leaf 0; of division 8, leaf 1 has two records of one unit, and leaf 3
    # is nearer to it than leaf 4.
    rows = [(0, 7)] * 4 + [(1, 8)] * 2 + [(2, 9)] * 4 + [(3, 8)] * 4 + [(4, 8)] * 4
    units = [1, 2, 3, 4] + [5, 5] + [1, 2, 3, 4] * 3
    held.add(np.array(rows), np.array(units))
    assert join_small(held) == [[0], [1, 3], [2], [4]]


def test_there_is_no_such_file(tmp_path, protect_file):
    with pytest.raises(InputError, match="There is no file"):
        protect_file(tmp_path / "in.parquet", tmp_path / "out.parquet", Request(k=3))


def test_more_blocks_than_there_is_room_for_are_not_cut(folder, make_request, protect_file):
    release = protect_file(folder / "in.csv", folder / "out.csv", make_request(), n_blocks=10**6)
    assert release.manifest["group_size"]["min"] >= 4
    with pytest.raises(RequestError, match="'n_blocks' must be at least 1"):
        protect_file(folder / "in.csv", folder / "no.csv", make_request(), n_blocks=0)


def test_no_bound_is_claimed(folder, make_request, protect_file):
    release = protect_file(folder / "in.csv", folder / "out.csv", make_request(), n_blocks=2)
    assert release.manifest["plan"]["bound"] == "none"


def test_a_constant_column_counts_in_no_loss(tmp_path, protect_file):
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({"a": rng.normal(size=90), "b": rng.normal(size=90)})
    found = []
    for name, table in (("plain", frame), ("more", frame.with_columns(one=pl.lit(7.3)))):
        table.write_parquet(tmp_path / f"{name}.parquet")
        request = Request.of({"k": 3, "method": "mdav", "measures": "all"})
        output = tmp_path / f"{name}-safe.parquet"
        scores = protect_file(tmp_path / f"{name}.parquet", output, request, n_blocks=2).scores
        found.append([scores[symbol] for symbol in ("IL", "IL1s", "COR")])
    assert found[1] == pytest.approx(found[0])
    assert min(found[0]) > 0.0


def test_a_column_of_text_that_is_called_like_a_pattern(tmp_path, protect_file):
    rows = [f"{i},{i * i},{'x' if i == 4 else i}" for i in range(9)]
    (tmp_path / "in.csv").write_text("\n".join(["a,b,^a.*$", *rows]), encoding="utf-8")
    request = Request.of({"k": 3, "method": "mdav"})
    with pytest.raises(RequestError, match="the first in record 5, are not numbers"):
        protect_file(tmp_path / "in.csv", tmp_path / "out.csv", request, n_blocks=1)


def test_levels_of_a_column_that_is_called_like_a_pattern(tmp_path, protect_file):
    levels = pl.Series("^a.*$", ["x", "y", None] * 3, dtype=pl.Enum(["x", "y", "z"]))
    frame = pl.DataFrame({"a": range(9), "^a.*$": levels})
    frame.write_parquet(tmp_path / "in.parquet")
    settings = {"k": 3, "method": "mdav", "roles": {"quasi": ["a"], "other": ["^a.*$"]}}
    output = tmp_path / "out.parquet"
    protect_file(tmp_path / "in.parquet", output, Request.of(settings), n_blocks=1)
    released = covey.protect(frame, **settings).data
    for found in (pl.read_parquet(output), released):
        assert found.get_column("^a.*$").dtype == pl.Enum(["x", "y"])
