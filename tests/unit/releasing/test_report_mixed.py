"""Both editions of a survey with every kind of variable, in memory and in blocks."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from covey.core.request import Request
from covey.pipeline import protect
from covey.releasing.report import render_report

N = 240
ROLES = {
    "unit": "home",
    "strata": ["region"],
    "weight": "w",
    "quasi": ["income", "sex", "school", "born", "member"],
    "confidential": ["illness"],
}
COLUMNS = {"school": {"kind": "ordinal", "levels": ["none", "low", "high"]}}


def survey() -> pl.DataFrame:
    random = np.random.default_rng(6)
    job = random.choice(["trade", "health"], N).tolist()
    job[17] = "astronaut-7731"
    born = [date(1950, 1, 1) + timedelta(days=int(d)) for d in random.integers(0, 20_000, N)]
    income = random.lognormal(10, 0.5, N).round(0)
    return pl.DataFrame(
        {
            "home": np.arange(N) // 2,
            "region": np.where(np.arange(N) < 120, "north", "south"),
            "w": random.uniform(1, 9, N),
            "income": pl.Series(income).set(pl.Series(random.random(N) < 0.1), None),
            "sex": random.choice(["f", "m"], N),
            "school": random.choice(["none", "low", "high"], N),
            "born": born,
            "member": random.random(N) < 0.4,
            "job": job,
            "illness": random.choice(["flu", "none"], N),
            "visitor": random.choice(list("pqrs"), N),
        }
    )


@pytest.fixture(params=[None, 3], ids=["memory", "blocks"])
def pages(
    request: pytest.FixtureRequest, tmp_path: Path, words: Callable[[str], str]
) -> Callable[..., tuple[str, str, Any]]:
    """Return the words of the public and the internal edition, and the manifest."""

    def make(*, roles: dict[str, Any], **settings: Any) -> tuple[str, str, Any]:
        frame, path = survey(), tmp_path / "survey.parquet"
        named = {
            name
            for names in roles.values()
            for name in ([names] if isinstance(names, str) else names)
        }
        roles = {**roles, "identifier": [name for name in frame.columns if name not in named]}
        frame.write_parquet(path)
        asked = Request.of(
            {"k": 3, "roles": roles, "columns": COLUMNS, "refine": "none", **settings}
        )
        with protect(path, asked, n_blocks=request.param) as release:
            manifest = release.manifest
            public, internal = (
                words(render_report(release, audience=audience, manifest=manifest))
                for audience in ("public", "internal")
            )
        return public, internal, manifest

    return make


def test_a_survey_without_other_columns(pages: Any) -> None:
    public, internal, manifest = pages(roles=ROLES)
    assert manifest["published"]["below_k"] == 0
    assert (
        "Every record shares all its published values, confidential ones aside, with records of at "
        "least 2 other respondents. This protects against finding the"
    ) in public
    assert "groups with records of at least 3 respondents" in public
    kept = "Means and totals with the weights of income , of the whole table"
    lost = "Means and totals of income are not those of the original data: cells were blanked"
    is_blanked = "income" in manifest.get("missing", {}).get("blanked", {})
    assert (kept in public, lost in public) == (not is_blanked, is_blanked)
    assert "Counts by category of sex , school , member are not those" in public
    assert "Classes of equal records were counted in units" in internal
    assert "Number of groups by the number of units" in internal
    assert "Every group holds records of at least" in internal
    assert "Strata no group has members in two released as it is region" in internal
    assert (
        "Weight says how many people a record stands for replaced by the group’s mean w" in internal
    )


def test_other_columns_that_tell_records_apart(pages: Any) -> None:
    public, internal, manifest = pages(roles={**ROLES, "other": ["visitor"]})
    found = manifest["published"]
    assert found["below_k"] > found["unique"] > 0
    told = f"{found['below_k']:,} of the 240 records share all their published values"
    assert told in public
    assert told in internal
    assert "This protects" not in public
    assert "cannot narrow" not in internal
    assert "This is because of visitor ." in internal
    assert "because of" not in public  # the page does not say where to look
    for page in (public, internal):
        assert not re.search(r"\bsafe\b", page.replace("Do not call this release safe", ""))


def test_pictures_name_no_rare_category(pages: Any) -> None:
    _, internal, _ = pages(roles={**ROLES, "quasi": ["income", "job", "born"]})
    assert "astronaut" not in internal
    assert "job: original and released categories" in internal
    assert "1 category with few records is not named." in internal
    assert "born: original and released distribution" in internal
    assert re.search(r"≥ [\d,]+ missing The mean", internal)  # the bar of missing incomes


def test_no_number_at_all(pages: Any) -> None:
    quasi = ["sex", "school", "member"]
    public, internal, _ = pages(roles={"quasi": quasi, "confidential": ["illness"]})
    assert "The masking cost" not in public
    assert "Variation that is gone" not in public
    assert "Variable Values that changed sex" in public
    assert "Means and totals" not in public + internal
    assert "Correlations before and after" not in internal
    assert "school: original and released categories" in internal
    assert "Variances" not in public + internal


def test_counts_in_pictures_are_multiples_of_k(pages: Any) -> None:
    _, internal, _ = pages(roles=ROLES)
    [told] = re.findall(r"Records before and after: (none \d.*?)\.", internal)
    counts = [int(count) for count in re.findall(r"\d+", told)]
    assert len(counts) == 6
    assert all(count % 3 == 0 for count in counts)
    assert [name for name in re.findall(r"[a-z]+", told) if name != "and"] == [
        "none",
        "low",
        "high",
    ]


def test_what_users_must_know_of_respondents_weights_strata_and_gaps(pages: Any) -> None:
    public, _, _ = pages(roles=ROLES)
    assert "of what the 2 numeric and date variables could tell" in public  # income and born
    assert "Several records may belong to one respondent, and the data do not say which." in public
    assert "What was the same in all records of a respondent may differ" in public
    assert "agree in all masked variables and strata." in public
    assert "Apart from blanked cells, empty cells and codes" in public
    assert "uses the unchanged columns alone, without the weights." in public
    assert "Within whole strata, and in the whole table, the sum of the weights is" in public


def test_what_is_not_there_is_not_told(pages: Any) -> None:
    roles = {"quasi": ["born", "sex"], "weight": "w", "confidential": ["illness"]}
    public, _, _ = pages(roles=roles, weight_release="drop")
    # home, region, income, school, member, job and visitor are identifiers here, then the weight.
    assert "8 removed not in the release Method" in public
    assert "named single" not in public
    assert "what the date variable could tell" in public
    assert "agree in all masked variables." in public
    assert "uses the unchanged columns alone." in public
    for words in ("respondent", "Apart from blanked cells", "with the weights", "wider category"):
        assert words not in public


def test_whole_units_keep_what_their_records_share(pages: Any) -> None:
    public, _, _ = pages(roles=ROLES, unit_mode="together", missing="fill")
    assert "Several records may belong to one respondent" in public
    assert "What was the same in all records" not in public
    assert "Apart from blanked cells" not in public  # gaps were filled


def test_ancestors_move_counts_up_the_tree(pages: Any) -> None:
    tree = {"f": "person", "m": "person", "person": "*"}
    columns = {**COLUMNS, "sex": {"taxonomy": tree, "aggregate": "ancestor"}}
    public, _, _ = pages(roles=ROLES, columns=columns)
    assert "Counts by category of school , member are not those" in public
    assert "Counts by category of sex are not those" in public
    assert (
        "carry a wider category, which covers those of all members of their group, and *" in public
    )


def test_strata_with_blanked_cells_are_told_apart_in_the_internal_edition(pages: Any) -> None:
    # The one astronaut is too small a stratum: it joins another and loses its cell, as do others.
    roles = {**ROLES, "strata": ["region", "job"]}
    public, internal, manifest = pages(roles=roles, small_strata="merge")
    blanked = manifest["strata"]["blanked"]
    assert "job" in blanked
    assert f"no group has members in two released, {blanked['job']} cells blanked job" in internal
    n = len(blanked)
    assert f"{n} {'column of strata is' if n == 1 else 'columns of strata are'} partly" in internal
    n_kept = 3 - n  # illness, region and job
    assert f"{n_kept} {'column is' if n_kept == 1 else 'columns are'} released as" in internal
    assert "In the whole table the sum of the weights is" in public
