from datetime import UTC, datetime

import numpy as np
import polars as pl

import covey
from covey.releasing.report import render_report


def render(**settings):
    rng = np.random.default_rng(4)
    x = rng.normal(size=(120, 5))
    frame = pl.DataFrame({f"v<{j}>": x[:, j] + x[:, 0] for j in range(5)})
    release = covey.protect(frame, k=3, method="mdav", **settings)
    page = render_report(release, audience="internal", created=datetime(2026, 1, 2, tzinfo=UTC))
    return release, page


def test_the_tree_and_the_candidates_are_shown():
    release, page = render(select=2)
    assert 'class="dependence-tree"' in page
    assert "Variables grouped on" in page
    best = release.plan.selection.candidates[0]
    assert f"{best.loss:.4f}" in page
    assert "v<0>" not in page  # names are escaped


def test_without_a_choice_there_is_no_section():
    assert "Variables grouped on" not in render()[1]


def test_the_public_edition_does_not_tell_how_records_were_grouped():
    release, _ = render(select=2)
    page = render_report(release, audience="public", created=datetime(2026, 1, 2, tzinfo=UTC))
    assert "dependence" not in page.lower()
