import json

import pytest

ROLES = ("--identifier", "id", "--confidential", "illness", "--other", "region")


@pytest.mark.smoke
def test_a_release_verifies_until_somebody_touches_it(covey, people, tmp_path):
    covey("protect", people, "-o", "safe.csv", "-k", 4, *ROLES)
    good = covey("verify", "safe.csv", "--json")
    assert good.code == 0
    assert good.json["smallest_class"] >= 4
    safe = tmp_path / "safe.csv"
    safe.write_text(safe.read_text(encoding="utf-8") + "1,2,a,00\n", encoding="utf-8")
    bad = covey("verify", "safe.csv")
    assert bad.code == 2
    assert bad.out == ""


def test_a_rehashed_forgery_is_found_by_counting(covey, people, tmp_path):
    """Even with a manifest whose hash was brought up to date, unequal rows are counted."""
    import hashlib

    covey("protect", people, "-o", "safe.csv", "-k", 4, *ROLES)
    safe, manifest = tmp_path / "safe.csv", tmp_path / "safe.csv.manifest.json"
    header, first, *rest = safe.read_text(encoding="utf-8").splitlines()
    first = "999," + first.split(",", 1)[1]
    safe.write_text("\n".join([header, first, *rest]) + "\n", encoding="utf-8")
    content = json.loads(manifest.read_text(encoding="utf-8"))
    content["output"]["sha256"] = hashlib.sha256(safe.read_bytes()).hexdigest()
    manifest.write_text(json.dumps(content), encoding="utf-8")
    result = covey("verify", "safe.csv")
    assert result.code == 2
    assert "999" not in result.err


def test_what_cannot_be_verified_says_why(covey, people, tmp_path):
    for file in ("nowhere.csv", people.name):
        result = covey("verify", file)
        assert result.code == 2
        assert file in result.err


@pytest.mark.smoke
def test_little_memory_gives_the_same_answer(covey, people, tmp_path):
    covey("protect", people, "-o", "safe.csv", "-k", 4, *ROLES)
    whole, pieces = covey("verify", "safe.csv", "--json"), "--memory=1GB"
    assert covey("verify", "safe.csv", pieces, "--json").json == whole.json
    safe = tmp_path / "safe.csv"
    safe.write_text(safe.read_text(encoding="utf-8") + "1,2,a,00\n", encoding="utf-8")
    whole, apart = covey("verify", "safe.csv"), covey("verify", "safe.csv", pieces)
    assert (apart.code, apart.out, apart.err) == (2, "", whole.err)
    assert covey("verify", "safe.csv", "--memory", "much").code == 2


def test_separate_sets_are_verified_one_by_one(covey, people):
    """No flag allows what --separate asks for."""
    sets = ("--quasi", "age,height", "--separate", "age", "--separate", "height")
    shown = covey("protect", people, "-o", "safe.csv", "-k", 4, *sets, *ROLES)
    assert shown.code == 0, shown.err
    assert "in each of 2 separate sets" in " ".join(shown.out.split())
    assert "Safe file" not in shown.out
    counted = covey("verify", "safe.csv", "--json").json
    assert [one["quasi_identifiers"] for one in counted["separate"]] == [["age"], ["height"]]
    assert all(one["smallest_class"] >= 4 for one in counted["separate"])
    told = covey("verify", "safe.csv")
    assert told.code == 0
    assert "Whole records are not k-anonymous." in " ".join(told.out.split())
