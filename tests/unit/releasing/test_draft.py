import re
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
        "rooms": [1, 2, 10] * 80,
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
        "quasi": ["age", "edu", "rooms", "income", "illness"],
        "confidential": [],
        "other": [],
    }
    assert settings["columns"] == {
        "edu": {},  # text: categories
        "rooms": {"kind": "nominal"},
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
    assert '# levels = ["high", "low", "none"]' in drafted
    assert 'confidential = []  # perhaps "illness"' in drafted


def test_it_can_be_used_as_it_is(tmp_path, drafted):
    settings = tomllib.loads(drafted)
    release = covey.protect(FRAME, k=3, method="mdav", **settings)
    assert release.plan.roles.quasi == ("age", "edu", "rooms", "income", "illness")
    assert release.plan.treatments["edu"].kind == "nominal"


def test_an_order_is_said_by_changing_one_line(drafted):
    told = drafted.replace("# levels = ", "levels = ")
    told = re.sub(r'kind = "nominal"  # DECIDE.*', 'kind = "ordinal"', told)
    assert told.count("levels = [") == told.count('kind = "ordinal"') == 1
    release = covey.protect(FRAME, k=3, method="mdav", **tomllib.loads(told))
    treatments = release.plan.treatments
    assert treatments["edu"].kind == treatments["rooms"].kind == "ordinal"
    assert treatments["edu"].levels == ("high", "low", "none")


def test_without_a_guess_the_list_of_confidential_columns_asks():
    drafted = covey.inspect(FRAME.drop("illness")).to_toml()
    assert "confidential = []  # DECIDE: none was recognised by its name" in drafted


def test_the_command_in_it_names_the_file_that_was_written(tmp_path):
    covey.inspect(FRAME).write(tmp_path / "my draft.toml")
    text = (tmp_path / "my draft.toml").read_text()
    assert "#     covey protect --config 'my draft.toml' -o safe.csv" in text
    assert "covey.toml" not in text


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


def test_codes_that_look_like_numbers_are_declared_as_categories(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("a,b\n" + "".join(f"{i}.5,0{i % 3}\n" for i in range(60)))
    settings = tomllib.loads(covey.inspect(path).to_toml())
    assert settings["columns"]["b"] == {"kind": "nominal"}
    chosen = {name: settings[name] for name in ("roles", "columns")}
    release = covey.protect(path, k=3, method="mdav", **chosen)
    assert release.plan.treatments["b"].kind == "nominal"
