"""Scores of whole releases on the reference sets."""

import pytest

import covey


@pytest.mark.parametrize(
    ("name", "k", "identifier", "expected"),
    [
        ("census", 3, [], 5.6922),
        ("tarragona", 5, [], 22.4619),
        ("eia", 3, ["UTILNAME", "STATE", "YEAR", "MONTH"], 0.4829),
    ],
)
def test_the_loss_of_a_release(reference_folder, name, k, identifier, expected):
    release = covey.protect(
        reference_folder / f"{name}.csv",
        k=k,
        method="mdav-generic",
        roles={"identifier": identifier},
    )
    assert release.scores["IL"] == pytest.approx(expected, abs=0.0005)
    assert release.partition.sizes.min() >= k


def test_linkage_on_tarragona_does_not_depend_on_the_row_order(reference_folder):
    """sdcMicro prints 69 % in file order and about 30 % shuffled for its own linkage figure."""
    release = covey.protect(reference_folder / "tarragona.csv", k=3, method="mdav-generic")
    assert release.scores["DLD"] == pytest.approx(61.9904, abs=0.0005)
