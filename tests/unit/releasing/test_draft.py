import tomllib

import polars as pl
import pytest

import covey
from covey.core.errors import OutputError
from covey.core.request import ComparisonRequest, Request, SelectionRequest

N = 240
FRAME = pl.DataFrame(
    {
        'na"me, first\n': [f"p{i}" for i in range(N)],
        "household": [i // 4 for i in range(N)],
        "age": [18 + i * 11 % 70 for i in range(N)],
        "edu": ["none", "low", "high"] * 80,
        "income": [-9 if i % 20 == 0 else 1_000 + i for i in range(N)],
        "w": [1.5 + i % 4 for i in range(N)],
        "illness": ["flu", "none"] * (N // 2),
    }
)


@pytest.fixture
def drafted():
    return covey.inspect(FRAME).to_toml()


def test_the_draft_says_what_was_proposed(drafted):
    settings = tomllib.loads(drafted)
    assert settings["roles"] == {
        "identifier": ['na"me, first\n'],
        "unit": "household",
        "weight": "w",
        "quasi": ["age", "edu", "income", "illness"],
        "confidential": [],
        "other": [],
    }
    assert settings["columns"] == {
        "edu": {"kind": "nominal"},
        "income": {"kind": "numeric", "missing_codes": ["-9"]},
        "illness": {"kind": "nominal"},
    }


def test_every_request_takes_it(drafted):
    settings = tomllib.loads(drafted)
    for model in (Request, ComparisonRequest, SelectionRequest):
        assert model.of({**settings, "k": 3}).roles.unit == "household"


def test_what_a_person_must_decide_is_marked(drafted):
    decisions = [line for line in drafted.splitlines() if "DECIDE" in line]
    for words in ("respondent", "sampling weight", "an order", "missing_codes", "be learned"):
        assert any(words in line for line in decisions)
    assert '# kind = "ordinal"\n# levels = ["high", "low", "none"]' in drafted
    assert 'confidential = []  # perhaps "illness"' in drafted


def test_it_can_be_used_as_it_is(tmp_path, drafted):
    settings = tomllib.loads(drafted)
    release = covey.protect(FRAME, k=3, method="mdav", **settings)
    assert release.plan.roles.quasi == ("age", "edu", "income", "illness")


def test_no_value_of_few_records_is_in_it(drafted):
    assert "p17" not in drafted
    assert "1017" not in drafted


def test_an_existing_file_is_replaced_only_by_force(tmp_path):
    found = covey.inspect(FRAME)
    target = tmp_path / "covey.toml"
    target.write_text("mine")
    with pytest.raises(OutputError, match="exists already"):
        found.write(target)
    assert target.read_text() == "mine"
    found.write(target, force=True)
    assert tomllib.loads(target.read_text())["roles"]["weight"] == "w"
    with pytest.raises(OutputError, match=r"ends in \.toml"):
        found.write(tmp_path / "covey.json")


def test_the_input_is_named_from_the_folder_of_the_draft(tmp_path):
    (tmp_path / "a").mkdir()
    FRAME.write_parquet(tmp_path / "in.parquet")
    covey.inspect(tmp_path / "in.parquet").write(tmp_path / "a" / "covey.toml")
    text = (tmp_path / "a" / "covey.toml").read_text()
    assert tomllib.loads(text)["input"] == "../in.parquet"


def test_what_was_said_of_a_file_goes_along(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("a|b\n" + "".join(f"{i},5|{i * 37}\n" for i in range(30)))
    found = covey.inspect(path, reading={"delimiter": "|", "decimal": ","})
    assert tomllib.loads(found.to_toml())["reading"] == {"delimiter": "|", "decimal": ","}
