"""What README and guide show runs, and prints what they say, on the bundled sample."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NUMBER = re.compile(r"\d+\.\d+")
FIGURE = re.compile(r"(\d+\.(\d+)) (?:%|[KMG]B|points|seconds|minutes)")


def _load_outputs():
    spec = importlib.util.spec_from_file_location("outputs", ROOT / "docs/_outputs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


outputs = _load_outputs()
PAGES = [pytest.param(page.read_text(encoding="utf-8"), id=page.stem) for page in outputs.PAGES]


@pytest.mark.parametrize("page", PAGES)
def test_everything_runs_and_prints_what_the_page_says(page):
    assert outputs.renewed(page) == page, "`make outputs` writes it anew"


def test_commands_are_found():
    pages = [page.values[0] for page in PAGES]
    blocks = [block for page in pages for block in outputs.blocks_of(page)]
    assert sum(len(outputs.commands_of(block)) for block in blocks) >= 15
    assert sum(block.language == "python" for block in blocks) >= 5
    assert sum(block.language == "text" for block in blocks) >= 8


@pytest.mark.parametrize("page", PAGES)
def test_no_output_stands_apart_from_what_prints_it(page):
    lost = [b for b in outputs.blocks_of(page) if b.language == "text" and not b.follows]
    assert lost == []


def prose_of(page: str) -> str:
    """Return a page without its blocks and without pieces of code in a line."""
    for block in reversed(outputs.blocks_of(page)):
        page = page[: block.start] + page[block.end :]
    return re.sub(r"`[^`]*`", "", page)


@pytest.mark.parametrize("page", PAGES)
def test_a_figure_in_the_prose_is_one_that_the_page_prints(page):
    printed = [
        float(number)
        for block in outputs.blocks_of(page)
        if block.language == "text"
        for number in NUMBER.findall(block.text)
    ]
    for figure, digits in FIGURE.findall(prose_of(page)):
        assert any(f"{number:.{len(digits)}f}" == figure for number in printed), figure


PAGE = """# A page

    covey measures IL

```text
old
```

```python
print("one\\ntwo\\nthree\\nfour")
```

```text
uno
…
cuatro
```
"""


def test_outputs_are_written_anew():
    now = outputs.renewed(PAGE)
    assert "old" not in now
    assert "information loss" in now.lower()
    assert now.endswith("```text\none\n…\nfour\n```\n")
    assert outputs.renewed(now) == now


def test_what_fails_says_which_command():
    with pytest.raises(outputs.StaleError, match="covey measures NONE"):
        outputs.renewed("    covey measures NONE\n")
