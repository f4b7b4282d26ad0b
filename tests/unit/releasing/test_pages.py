"""What a page may run."""

from __future__ import annotations

import base64
import hashlib

from covey.releasing.pages import page, script_sources


def test_scripts_are_allowed_by_their_hash() -> None:
    def source(script: str) -> str:
        digest = hashlib.sha256(script.encode()).digest()
        return f"'sha256-{base64.b64encode(digest).decode()}'"

    element = "<p>a</p><script>let a = 1;\n</script><b>ä</b><script>ä()</script>"
    assert script_sources(element) == f"{source('let a = 1;' + chr(10))} {source('ä()')}"


def test_what_a_page_prints_is_escaped() -> None:
    template = page("_words.html.j2")
    assert "&lt;b&gt;" in str(template.module.columns(["<b>"]))  # type: ignore[attr-defined]
