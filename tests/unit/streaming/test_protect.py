from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time

import numpy as np
import polars as pl
import pytest

import covey
from covey.core.errors import InputError, OutputError, RequestError
from covey.core.request import Request
from covey.engines.spill import Spill
from covey.measuring import MEASURES
from covey.pipeline import protect_table
from covey.reading import read
from covey.releasing import verify
from covey.releasing.ordering import row_order
from covey.streaming import blocks, pieces, protect, protect_file
from covey.streaming.budget import Budget
from covey.streaming.stopping import StoppedError

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
def test_columns_with_one_value_are_told(folder, people, make_request, settings, n_blocks, words):
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
def test_a_streamed_release_is_like_one_from_memory(folder, make_request, suffix, rounding):
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
    assert any("3 blocks of 400 to 400" in note for note in manifest["plan"]["notes"])


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_rows_of_many_blocks_stand_in_the_order_of_their_values(
    folder, make_request, monkeypatch, suffix
):
    monkeypatch.setattr(Budget, "buffer", 60_000)  # several runs to merge
    source, output, kept = (folder / f"{name}.{suffix}" for name in ("in", "out", "kept"))
    protect_file(source, output, make_request(), n_blocks=3)
    protect_file(source, kept, make_request(order="kept"), n_blocks=3)
    found, rows = read(output), read(kept)
    assert not _frame(output).equals(_frame(kept))
    assert _frame(output).equals(_frame(kept)[row_order(rows, QUASI)])
    assert row_order(found, QUASI).tolist() == list(range(found.n_records))


def test_one_block_is_the_release_from_memory(folder, make_request):
    source, request = folder / "in.parquet", make_request(round="auto")
    protect_file(source, folder / "out.parquet", request, n_blocks=1)
    protect_table(read(source), request).write(folder / "whole.parquet")
    found, expected = _frame(folder / "out.parquet"), _frame(folder / "whole.parquet")
    assert found.equals(expected)


@pytest.mark.parametrize("options", [{}, {"delimiter": ";", "decimal": ",", "encoding": "cp1252"}])
def test_text_is_written_as_it_was_read(folder, people, make_request, options):
    reading = {"delimiter": ",", "decimal": ".", "encoding": "utf-8", **options}
    text = people.write_csv(separator=reading["delimiter"], decimal_comma=reading["decimal"] == ",")
    (folder / "in.csv").write_bytes(text.replace("cold", "café").encode(reading["encoding"]))
    request = make_request(scaling="minmax")
    protect_file(folder / "in.csv", folder / "out.csv", request, n_blocks=1)
    protect_table(read(folder / "in.csv"), request).write(folder / "whole.csv")
    assert (folder / "out.csv").read_bytes() == (folder / "whole.csv").read_bytes()


WITHIN_BLOCKS = ("DLD", "DBRL1", "RLD", "KNOWN")


def test_scores_are_those_of_the_files(folder, make_request):
    model = "debt2 ~ income + height"
    for path in (folder / "in.parquet", folder / "out.parquet"):
        path.unlink(missing_ok=True)
    frame = pl.read_csv(folder / "in.csv").with_columns(debt2=pl.col("debt").fill_null(7.0))
    frame.write_parquet(folder / "in.parquet")
    roles = {
        "identifier": ["name"],
        "confidential": ["illness", "debt"],
        "other": ["code", "debt2"],
    }
    request = make_request(measures="all", model=model, order="kept", roles=roles)
    release = protect_file(folder / "in.parquet", folder / "out.parquet", request, n_blocks=3)
    measured = covey.measure(
        folder / "in.parquet",
        folder / "out.parquet",
        keys=QUASI,
        confidential=["illness", "debt"],
        model=model,
        measures="all",
    )
    assert release.scores.keys() == measured.keys() == MEASURES.keys()
    for name in set(measured) - {*WITHIN_BLOCKS, "DBRL2", "G_DR", "SI"}:
        assert release.scores[name] == pytest.approx(measured[name], rel=1e-6, abs=1e-9), name
        assert release.scores.details.get(name, {}).keys() == measured.details.get(name, {}).keys()
        assert release.scores.notes.get(name, "") == measured.notes.get(name, "")
    for name in WITHIN_BLOCKS:
        assert release.scores[name] >= measured[name] - 1e-9
        assert "within each of 3 blocks" in release.scores.notes[name]


def test_a_model_of_columns_that_are_not_there_is_refused_at_once(folder, make_request):
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


def test_the_number_of_workers_changes_nothing(folder, make_request):
    source = folder / "in.parquet"
    for workers in (1, 3):
        request = make_request(method="blocks", refine="search", workers=workers)
        protect_file(source, folder / f"out{workers}.parquet", request, n_blocks=2)
    assert (folder / "out1.parquet").read_bytes() == (folder / "out3.parquet").read_bytes()


class Crash(BaseException):
    """Stands for the end of the process."""


PASSES = ["survey", "scatter", "protect_block", "publish"]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("crashed", PASSES)
def test_a_run_goes_on_where_another_one_crashed(
    folder, make_request, monkeypatch, suffix, crashed
):
    source, output, request = folder / f"in.{suffix}", folder / f"out.{suffix}", make_request()
    protect_file(source, folder / f"expected.{suffix}", request, n_blocks=3)
    expected = (folder / f"expected.{suffix}").read_bytes()
    before = set(folder.iterdir())

    done = {name: getattr(protect, name) for name in PASSES}
    calls = []

    def crashing(name):
        def run(*args, **kwargs):
            calls.append(name)
            if name == crashed and calls.count(name) == (2 if name == "protect_block" else 1):
                raise Crash
            return done[name](*args, **kwargs)

        return run

    with monkeypatch.context() as patch:
        for name in PASSES:
            patch.setattr(protect, name, crashing(name))
        patch.setattr(Spill, "__exit__", lambda self, *_: self._lock and self._lock.close())
        with pytest.raises(Crash):
            protect_file(source, output, request, n_blocks=3)
    assert not output.exists()
    [left] = set(folder.iterdir()) - before
    assert left.name.startswith(f".out.{suffix}.")

    again = []
    for name in PASSES:
        recorded = done[name]
        monkeypatch.setattr(
            protect, name, lambda *a, n=name, f=recorded, **b: again.append(n) or f(*a, **b)
        )
    protect_file(source, output, request, n_blocks=3)
    assert output.read_bytes() == expected
    whole = ["survey", "scatter", *["protect_block"] * 3, "publish"]
    assert again == whole[max(0, len(calls) - 1) :]
    assert set(folder.iterdir()) - before == {output, folder / f"out.{suffix}.manifest.json"}


_SCRIPT = """
import sys
from pathlib import Path
from covey.core.request import Request
from covey.streaming import protect_file
request = Request.of({"k": 4, "method": "mdav-generic"})
protect_file(Path(sys.argv[1]), Path(sys.argv[2]), request, n_blocks=40)
"""


def _wait_for(pattern, folder, process):
    for _ in range(6_000):
        if found := sorted(folder.glob(pattern)):
            return found[0]
        assert process.poll() is None
        time.sleep(0.01)
    raise AssertionError(pattern)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("moment", ["blocks.json", "unit-00003.json", "release.parquet"])
def test_a_killed_run_leaves_no_output_and_the_next_one_finishes(tmp_path, moment):
    X = np.random.default_rng(0).normal(size=(8_000, 2))
    pl.DataFrame({"a": X[:, 0], "b": X[:, 1]}).write_parquet(tmp_path / "in.parquet")
    before = (tmp_path / "in.parquet").read_bytes()
    output = tmp_path / "out.parquet"
    command = [sys.executable, "-c", _SCRIPT, tmp_path / "in.parquet", output]
    process = subprocess.Popen(command)
    _wait_for(f".out.parquet.*.covey/{moment}", tmp_path, process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not output.exists()
    [left] = tmp_path.glob(".out.parquet.*.covey")
    assert stat.S_IMODE(left.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in left.iterdir()} == {0o600}
    request = Request.of({"k": 4, "method": "mdav-generic"})
    protect_file(tmp_path / "in.parquet", tmp_path / "expected.parquet", request, n_blocks=40)
    subprocess.run(command, check=True)
    assert output.read_bytes() == (tmp_path / "expected.parquet").read_bytes()
    assert (tmp_path / "in.parquet").read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 5  # three tables and two manifests


_KILLED = """
import os, signal
from covey.releasing.atomic import Staging
Staging.commit = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("force", [False, True])
def test_temporaries_of_a_killed_publication_are_removed_by_the_next_run(tmp_path, force):
    pl.DataFrame({"a": range(100), "b": range(100)}).write_parquet(tmp_path / "in.parquet")
    output = tmp_path / "out.csv"
    names = {"in.parquet", "out.csv", "out.csv.manifest.json"}
    script = _SCRIPT.replace('"mdav-generic"', f'"mdav-generic", "force": {force}')
    command = [sys.executable, "-c", script, tmp_path / "in.parquet", output]
    if force:
        subprocess.run(command, check=True)
    command[2] = _KILLED + script
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    left = [path for path in tmp_path.iterdir() if path.suffix == ".tmp"]
    assert len(left) == 2
    command[2] = script
    subprocess.run(command, check=True)
    assert {path.name for path in tmp_path.iterdir()} == names


@pytest.mark.parametrize(
    ("lost", "passes"),
    [
        ("text.parquet", ["protect_block", "publish"]),
        ("block-00002.parquet", ["scatter", "protect_block", "publish"]),
        ("masked-00000.parquet", ["scatter", "protect_block", "protect_block", "publish"]),
        ("*.parquet", ["scatter", *["protect_block"] * 3, "publish"]),
    ],
)
@pytest.mark.parametrize("how", ["removed", "cut short"])
def test_what_was_lost_meanwhile_is_made_again(
    folder, make_request, monkeypatch, lost, passes, how
):
    source, output, request = folder / "in.csv", folder / "out.csv", make_request()
    protect_file(source, folder / "expected.csv", request, n_blocks=3)
    done = {name: getattr(protect, name) for name in PASSES}
    calls = []

    def crashing(*args):
        calls.append(args)
        if len(calls) == 3:
            raise Crash
        return done["protect_block"](*args)

    with monkeypatch.context() as patch:
        patch.setattr(protect, "protect_block", crashing)
        patch.setattr(Spill, "__exit__", lambda self, *_: self._lock and self._lock.close())
        with pytest.raises(Crash):
            protect_file(source, output, request, n_blocks=3)
    paths = list(folder.glob(f".out.csv.*.covey/{lost}"))
    assert paths
    for path in paths:
        path.unlink() if how == "removed" else path.write_bytes(path.read_bytes()[:-9])
    again = []
    for name in PASSES:
        monkeypatch.setattr(
            protect, name, lambda *a, n=name, **b: again.append(n) or done[n](*a, **b)
        )
    protect_file(source, output, request, n_blocks=3)
    assert output.read_bytes() == (folder / "expected.csv").read_bytes()
    assert again == passes
    assert list(folder.glob(".*")) == []


@pytest.mark.parametrize("change", ["input", "request"])
def test_other_work_starts_clean(folder, people, make_request, monkeypatch, change):
    source, output = folder / "in.parquet", folder / "out.parquet"
    with monkeypatch.context() as patch:
        patch.setattr(protect, "publish", lambda *_, **__: (_ for _ in ()).throw(Crash()))
        patch.setattr(Spill, "__exit__", lambda self, *_: self._lock and self._lock.close())
        with pytest.raises(Crash):
            protect_file(source, output, make_request(), n_blocks=3)
    settings = {}
    if change == "input":
        people.reverse().write_parquet(source)
    else:
        settings = {"k": 7}
    protect_file(source, output, make_request(**settings), n_blocks=3)
    protect_file(source, folder / "expected.parquet", make_request(**settings), n_blocks=3)
    assert output.read_bytes() == (folder / "expected.parquet").read_bytes()
    assert list(folder.glob(".*")) == []


@pytest.mark.parametrize("where", PASSES)
def test_ctrl_c_leaves_nothing(folder, make_request, monkeypatch, where):
    before = set(folder.iterdir())

    def stopped(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(protect, where, stopped)
    with pytest.raises(KeyboardInterrupt):
        protect_file(folder / "in.parquet", folder / "out.parquet", make_request(), n_blocks=3)
    assert set(folder.iterdir()) == before


def test_ctrl_c_during_a_search_stops_the_run(folder, make_request, monkeypatch):
    # A search keeps what it has found after a plain interrupt, and only after that one.
    def stopped(*_):
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(blocks, "group", stopped)
    with pytest.raises(StoppedError):
        protect_file(folder / "in.parquet", folder / "out.parquet", make_request(), n_blocks=3)
    assert list(folder.glob(".*")) == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _rewrite_in_place(path, data):
    """Put other bytes into a file whose size, time and number stay."""
    before = path.stat()
    assert len(data) == before.st_size
    with path.open("r+b") as file:
        file.write(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def _permuted(people, folder, suffix):
    other = folder / f"other.{suffix}"
    if suffix == "csv":
        people.reverse().write_csv(other)
        return other.read_bytes()
    # Without compression and statistics, other rows in other places take as much room.
    people.reverse().write_parquet(other, compression="uncompressed", statistics=False)
    return other.read_bytes()


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("crashed", PASSES)
def test_a_run_does_not_go_on_with_an_input_that_was_permuted_in_place(
    folder, people, make_request, monkeypatch, suffix, crashed
):
    source, output = folder / f"in.{suffix}", folder / f"out.{suffix}"
    request = make_request(order="kept")
    if suffix == "parquet":
        people.write_parquet(source, compression="uncompressed", statistics=False)
    with monkeypatch.context() as patch:
        patch.setattr(protect, crashed, lambda *_, **__: (_ for _ in ()).throw(Crash()))
        patch.setattr(Spill, "__exit__", lambda self, *_: self._lock and self._lock.close())
        with pytest.raises(Crash):
            protect_file(source, output, request, n_blocks=3)
    _rewrite_in_place(source, _permuted(people, folder, suffix))
    protect_file(source, output, request, n_blocks=3)
    protect_file(source, folder / f"expected.{suffix}", request, n_blocks=3)
    assert output.read_bytes() == (folder / f"expected.{suffix}").read_bytes()
    assert _frame(output)["code"].to_list() == _frame(source)["code"].to_list()
    assert list(folder.glob(".*")) == []


@pytest.mark.parametrize("moment", ["survey", "scatter", "publish"])
def test_an_input_that_is_permuted_during_a_run_is_refused(
    folder, people, make_request, monkeypatch, moment
):
    source, output = folder / "in.parquet", folder / "out.parquet"
    people.write_parquet(source, compression="uncompressed", statistics=False)
    former, permuted = source.read_bytes(), _permuted(people, folder, "parquet")
    finished = getattr(protect, moment)

    def meanwhile(*args, **kwargs):
        _rewrite_in_place(source, permuted)
        try:
            return finished(*args, **kwargs)
        finally:
            _rewrite_in_place(source, former)  # as if nothing had happened

    monkeypatch.setattr(protect, moment, meanwhile)
    with pytest.raises(InputError, match="changed while it was read"):
        protect_file(source, output, make_request(), n_blocks=3)
    assert not output.exists()
    assert list(folder.glob(".*")) == []


@pytest.mark.parametrize("n_calls", [2, 3])
def test_a_delimited_input_that_changes_between_two_looks_is_refused(
    folder, people, make_request, monkeypatch, n_calls
):
    source, output = folder / "in.csv", folder / "out.csv"
    permuted, calls, chunks = _permuted(people, folder, "csv"), [], pieces._chunks

    def meanwhile(*args):
        calls.append(args)
        if len(calls) == n_calls:
            _rewrite_in_place(source, permuted)
        yield from chunks(*args)

    monkeypatch.setattr(pieces, "_chunks", meanwhile)
    with pytest.raises(InputError, match="changed while it was read"):
        protect_file(source, output, make_request(), n_blocks=3)
    assert not output.exists()
    assert list(folder.glob(".*")) == []


def test_an_input_that_changes_is_refused(folder, make_request, monkeypatch):
    source = folder / "in.parquet"
    finished = protect.scatter

    def touching(*args):
        os.utime(source, ns=(1, 1))
        return finished(*args)

    monkeypatch.setattr(protect, "scatter", touching)
    with pytest.raises(InputError, match="changed while it was read"):
        protect_file(source, folder / "out.parquet", make_request(), n_blocks=3)
    assert not (folder / "out.parquet").exists()


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
def test_tables_that_hurt(tmp_path, X, k):
    frame = pl.DataFrame({"a": X[:, 0], "b": X[:, 1]})
    frame.write_parquet(tmp_path / "in.parquet")
    request = Request.of({"k": k, "method": "mdav-generic"})
    release = protect_file(tmp_path / "in.parquet", tmp_path / "out.parquet", request, n_blocks=5)
    assert verify(tmp_path / "out.parquet").smallest_class >= k
    assert release.manifest["group_size"]["min"] >= k


@pytest.mark.parametrize("setting", ["report", "select"])
def test_what_needs_the_whole_table_is_refused(folder, make_request, setting):
    value = {"report": "r.html", "select": 2}[setting]
    with pytest.raises(RequestError, match=f"'{setting}' does not go with a table that is larger"):
        protect_file(
            folder / "in.parquet",
            folder / "out.parquet",
            make_request(**{setting: value}),
            n_blocks=2,
        )


def test_a_demand_that_a_block_cannot_meet_is_said_of_the_block(folder, make_request):
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


def test_closeness_to_the_whole_table_is_not_promised_block_by_block(folder, make_request):
    request = make_request(refine="search", refine_options={"closeness": 1.0})
    with pytest.raises(
        RequestError,
        match=r"'closeness' compares .* cut into 3 blocks .* or raise 'memory' to [\d.]+MB\.$",
    ):
        protect_file(folder / "in.parquet", folder / "out.parquet", request, n_blocks=3)
    assert list(folder.glob(".*")) == []


def test_a_method_without_groups_is_refused(folder, make_request):
    request = make_request(method="individual-ranking", allow_not_k_anonymous=True)
    with pytest.raises(RequestError, match="'individual-ranking' ranks each variable"):
        protect_file(folder / "in.parquet", folder / "out.parquet", request, n_blocks=2)


def test_an_existing_output_is_kept(folder, make_request):
    (folder / "out.parquet").write_text("mine")
    with pytest.raises(OutputError, match="exists already"):
        protect_file(folder / "in.parquet", folder / "out.parquet", make_request(), n_blocks=2)
    protect_file(
        folder / "in.parquet", folder / "out.parquet", make_request(force=True), n_blocks=2
    )
    assert verify(folder / "out.parquet").k == 4


def test_small_blocks_are_joined():
    assert protect.join_small([10, 10], 5) == [[0], [1]]
    assert protect.join_small([10, 1], 5) == [[0, 1]]
    assert protect.join_small([0, 3, 0, 20, 9], 5) == [[1, 3, 4]]
    assert protect.join_small([4], 5) == [[0]]


def test_there_is_no_such_file(tmp_path):
    with pytest.raises(InputError, match="There is no file"):
        protect_file(tmp_path / "in.parquet", tmp_path / "out.parquet", Request(k=3))


def test_more_blocks_than_there_is_room_for_are_not_cut(folder, make_request):
    release = protect_file(folder / "in.csv", folder / "out.csv", make_request(), n_blocks=10**6)
    assert release.manifest["group_size"]["min"] >= 4
    with pytest.raises(RequestError, match="'n_blocks' must be at least 1"):
        protect_file(folder / "in.csv", folder / "no.csv", make_request(), n_blocks=0)


def test_no_bound_is_claimed(folder, make_request):
    release = protect_file(folder / "in.csv", folder / "out.csv", make_request(), n_blocks=2)
    assert release.manifest["plan"]["bound"] == "none"


def test_a_constant_column_counts_in_no_loss(tmp_path):
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


def test_a_column_of_text_that_is_called_like_a_pattern(tmp_path):
    rows = [f"{i},{i * i},{'x' if i == 4 else i}" for i in range(9)]
    (tmp_path / "in.csv").write_text("\n".join(["a,b,^a.*$", *rows]), encoding="utf-8")
    request = Request.of({"k": 3, "method": "mdav"})
    with pytest.raises(RequestError, match="the first in record 5, are not numbers"):
        protect_file(tmp_path / "in.csv", tmp_path / "out.csv", request, n_blocks=1)


def test_levels_of_a_column_that_is_called_like_a_pattern(tmp_path):
    levels = pl.Series("^a.*$", ["x", "y", None] * 3, dtype=pl.Enum(["x", "y", "z"]))
    frame = pl.DataFrame({"a": range(9), "^a.*$": levels})
    frame.write_parquet(tmp_path / "in.parquet")
    settings = {"k": 3, "method": "mdav", "roles": {"other": ["^a.*$"]}}
    output = tmp_path / "out.parquet"
    protect_file(tmp_path / "in.parquet", output, Request.of(settings), n_blocks=1)
    released = covey.protect(frame, **settings).data
    for found in (pl.read_parquet(output), released):
        assert found.get_column("^a.*$").dtype == pl.Enum(["x", "y"])
