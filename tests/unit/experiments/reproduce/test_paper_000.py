import pytest

from covey.experiments.reproduce.bench import Bench, mask
from covey.experiments.reproduce.paper_000 import improvements, scores
from covey.experiments.reproduce.rows import Printed
from covey.measuring import MEASURES, Evidence


def test_the_index_is_the_mean_of_loss_and_risk():
    rows = [
        Printed("normal-150x3", "iamat", 3, measure)
        for measure in ("G_IL", "RLD", "ID", "G_DR", "SI")
    ]
    ours = scores(Bench(), rows)
    g_il, rld, intervals, g_dr, index = (ours[row.key] for row in rows)
    assert g_dr == pytest.approx((rld + intervals) / 2)
    assert index == pytest.approx((g_il + g_dr) / 2)


def test_improvements():
    sizes = {"sizes": (300, 400), "quick_sizes": (200,)}
    rows = [
        Printed("uniform", "iamat against mdav-centroid", 3, name)
        for name in ("least improvement", "greatest improvement")
    ]
    bench = Bench()
    ours = improvements(bench, rows, **sizes)
    gains = []
    for n in (300, 400):
        mdav, iamat = (bench.loss(f"uniform-{n}x10", m, 3) for m in ("mdav-centroid", "iamat"))
        gains.append(100 * (mdav - iamat) / mdav)
    assert [ours[row.key] for row in rows] == pytest.approx([min(gains), max(gains)])
    assert ("normal-200x10", "iamat", 3, "IL") in ours
    quick = improvements(Bench(is_quick=True), rows, **sizes)
    assert not any(row.key in quick for row in rows)
    assert ("uniform-200x10", "iamat", 3, "IL") in quick


def test_census_is_linked_by_the_key_variables_that_the_paper_names(reference_folder, monkeypatch):
    monkeypatch.setenv("COVEY_DATA", str(reference_folder))
    bench = Bench()
    X = bench.matrix("census")
    row = Printed("census", "iamat", 3, "RLD")
    masked = mask(X, bench.labels("census", "iamat", 3))
    keys = [3, 0, 1, 2, 4, 6, 5]
    expected = MEASURES["RLD"].compute(Evidence(X[:, keys], masked[:, keys])).value
    assert scores(bench, [row])[row.key] == pytest.approx(expected)
