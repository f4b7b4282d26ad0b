from pathlib import Path

import pytest

from covey.cli.configuring import configured, file_of, of_use
from covey.core.errors import RequestError, UnknownNameError
from covey.core.request import (
    ComparisonRequest,
    InspectionRequest,
    MeasureRequest,
    Request,
    SelectionRequest,
)


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "covey.toml"
    path.write_text(
        'input = "in.csv"\noutput = "safe.csv"\nk = 5\nmethod = "vmdav"\nmethods = ["vmdav"]\n'
        'count = 2\nkeys = ["a"]\nmemory = "1GB"\n'
        "[options]\ngamma = 0.1\n[options.vmdav]\ngamma = 0.3\n"
        '[roles]\nquasi = ["a"]\n[reading]\ndecimal = ","\n',
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize(
    ("model", "names"),
    [
        (Request, {"input", "output", "k", "method", "options", "roles", "reading", "memory"}),
        (ComparisonRequest, {"k", "methods", "options", "roles", "reading"}),
        (SelectionRequest, {"k", "method", "count", "options", "roles", "reading"}),
        (MeasureRequest, {"keys", "reading"}),
        (InspectionRequest, {"memory", "reading"}),
    ],
)
def test_each_command_takes_what_it_has_a_use_for(config, model, names):
    kept = of_use(configured(config), model)
    assert names <= kept.keys() <= model.model_fields.keys()
    model.of(kept)  # and nothing else is in the way


def test_options_of_one_method_and_of_several(config):
    settings = configured(config)
    assert of_use(settings, Request)["options"] == {"gamma": 0.1}
    assert of_use(settings, ComparisonRequest)["options"] == {"vmdav": {"gamma": 0.3}}


def test_a_setting_that_no_command_knows_is_refused_with_the_nearest(tmp_path):
    path = tmp_path / "covey.toml"
    path.write_text("k = 3\nmethhod = 'mdav'\n", encoding="utf-8")
    with pytest.raises(UnknownNameError, match=r"No setting 'methhod'.*mean 'method'"):
        configured(path)


def test_the_argument_wins_over_the_file(config):
    settings = configured(config)
    assert file_of(None, settings, "input", "to see") == config.parent / "in.csv"
    assert file_of(Path("x.csv"), settings, "input", "to see") == Path("x.csv")
    with pytest.raises(RequestError, match=r"Say which file to see, or .* as 'input'"):
        file_of(None, {}, "input", "to see")
