import polars as pl
import pytest

import covey
from covey.cli.flags import in_flags
from covey.core.errors import RequestError

FRAME = pl.DataFrame(
    {
        "nr": range(40),
        "sex": [i % 2 for i in range(40)],
        "town": ["a", "b"] * 20,
        "income": [1_000.5 + i * i for i in range(40)],
        "remark": ["x"] * 40,
    }
)
CALLS = [
    lambda data, **settings: covey.protect(data, k=3, **settings),
    lambda data, **settings: covey.compare(data, k=3, methods=["mdav"], **settings),
    lambda data, **settings: covey.select(data, count=1, **settings),
]


@pytest.mark.parametrize("call", CALLS)
def test_all_that_must_be_said_is_asked_at_once(call):
    with pytest.raises(RequestError) as caught:
        call(FRAME)
    told = str(caught.value)
    assert told.startswith(
        "Columns 'nr' (numbers the records), 'sex' (has 2 different whole numbers) look like codes"
    )
    assert "Columns 'town' (text), 'remark' (text) have no role" in told
    assert told.endswith("For a proposal of a role for each: covey.inspect(data)")
    flags = caught.value.told(in_flags)
    assert "--identifier nr or --kind nr=numeric; --nominal sex or --kind sex=numeric; " in flags


def test_a_file_is_named_with_the_command_that_drafts_its_roles(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    FRAME.write_csv("my file.csv")
    with pytest.raises(RequestError) as caught:
        covey.protect("my file.csv", k=3)
    assert str(caught.value).endswith("covey.inspect('my file.csv')")
    assert caught.value.told(in_flags).endswith("covey inspect 'my file.csv' -o covey.toml")


@pytest.mark.parametrize(
    "settings",
    [
        {"roles": {"identifier": ["nr"], "quasi": ["sex", "income"], "other": ["town", "remark"]}},
        {
            "roles": {"identifier": ["nr"], "other": ["town", "remark"]},
            "columns": {"sex": {"kind": "nominal"}},
        },
        {
            "roles": {"identifier": ["nr"], "other": ["town", "remark"]},
            "columns": {"sex": {"kind": "numeric"}},
        },
    ],
)
def test_each_remedy_settles_it(settings):
    release = covey.protect(FRAME, k=3, method="mdav", **settings)
    assert release.plan.roles.quasi == ("sex", "income")


def test_arrays_partitions_and_the_estimator_take_numbers_as_they_are():
    X = FRAME.select("nr", "sex").to_numpy()
    assert covey.protect(X, k=3).plan.roles.quasi == ("x0", "x1")
    assert covey.partition(X, k=3).k == 3
    assert covey.Microaggregator(k=3).fit(X).labels_.shape == (40,)


def test_a_wide_table_is_told_in_a_few_words():
    frame = pl.DataFrame({f"c{j}": [i % 3 for i in range(30)] for j in range(200)})
    with pytest.raises(RequestError, match="and 180 more look like codes") as caught:
        covey.protect(frame, k=3)
    assert str(caught.value).endswith("covey.inspect(data)")
    assert len(str(caught.value)) < 2_100


def test_no_value_is_in_the_message():
    frame = pl.DataFrame({"x": [8_675_309, 1_234_567] * 10})
    with pytest.raises(RequestError) as caught:
        covey.protect(frame, k=3)
    assert "8675309" not in str(caught.value)
