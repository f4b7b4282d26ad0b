"""Words on the command line and in a configuration file."""

from __future__ import annotations

import pytest

from covey.cli.configuring import configured
from covey.cli.flags import merge, split_names
from covey.core.errors import RequestError
from covey.core.request import Request


@pytest.mark.parametrize(
    ("values", "names"),
    [
        (["a, b ,c"], ["a", "b", "c"]),
        (["a", "b,c"], ["a", "b", "c"]),
        (['" a ",b'], [" a ", "b"]),
        (['"a,b" , c'], ["a,b", "c"]),
        (['"say ""no"""'], ['say "no"']),
        (['5" pipe,b'], ['5" pipe', "b"]),
        (["x\ny"], ["x\ny"]),
        (['"two\nlines"'], ["two\nlines"]),
        (["a,,b,"], ["a", "b"]),
    ],
)
def test_names_are_split_at_commas_outside_quotes(values, names):
    assert split_names(values) == names


@pytest.mark.parametrize("value", ['"a', 'a,"b', '"a"b', '"a,b'])
def test_an_unbalanced_quote_is_refused(value):
    with pytest.raises(RequestError, match=r"must end with a quote before the next comma\. Got"):
        split_names([value, 'b"'])


def test_a_line_end_in_a_name_is_an_unknown_column(covey, people):
    result = covey("protect", people, "-o", "safe.csv", "-k", 4, "--other", "x\ny")
    assert result.code == 2
    assert "unexpected" not in result.err


def test_delimiters_have_names_in_a_configuration_too(tmp_path):
    (tmp_path / "job.toml").write_text('k = 3\n[reading]\ndelimiter = "tab"\n', encoding="utf-8")
    settings = merge(configured(tmp_path / "job.toml"), {"reading": {"quote": None}})
    assert Request.of(settings).reading.delimiter == "\t"


def test_options_do_not_hide_a_wrong_configuration(tmp_path):
    (tmp_path / "job.yaml").write_text("k: 3\nroles: [t]\n", encoding="utf-8")
    with pytest.raises(RequestError, match="'roles' must map role names"):
        Request.of(merge(configured(tmp_path / "job.yaml"), {"roles": {"other": ["a"]}}))
