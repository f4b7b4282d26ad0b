"""Pages as people see them: in a real browser that may not reach anything outside the page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--no-sandbox",  # root, as in a container, has none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass
class Opened:
    """A page, what it asked for and what went wrong in it."""

    page: Any
    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return str(self.page.inner_text("body"))

    def undrawn(self) -> list[str]:
        """Name the drawings that take no room, hold no shape or hold a number that is none."""
        return list(
            self.page.evaluate(
                """() => [...document.querySelectorAll('svg')].filter(svg => {
                    const box = svg.getBoundingClientRect();
                    const shapes = [...svg.querySelectorAll('rect,path,circle,line,polyline,use')];
                    const drawn = shapes.some(shape => {
                        const inner = shape.getBoundingClientRect();
                        return inner.width + inner.height > 0;
                    });
                    const isBroken = /NaN|undefined/.test(svg.outerHTML);
                    return box.width < 8 || box.height < 8 || !drawn || isBroken;
                }).map(svg => svg.outerHTML.slice(0, 200))"""
            )
        )


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    path = os.environ.get("COVEY_CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.skip("install Debian's chromium, or name a Chromium in COVEY_CHROMIUM")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium):
    """Open a file; afterwards, whatever it asked for or complained of fails the test."""
    pages = []

    def open_page(path: Path, *, width: int = 1000, height: int = 900, **options: Any) -> Opened:
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        page = context.new_page()
        seen = Opened(page)
        page.on("request", lambda request: seen.requests.append(request.url))
        page.on("pageerror", lambda error: seen.errors.append(str(error)))
        page.on(
            "console",
            lambda message: (
                message.type in ("error", "warning") and seen.errors.append(message.text)
            ),
        )
        page.goto(path.as_uri())
        pages.append((seen, path, context))
        return seen

    yield open_page
    for seen, path, context in pages:
        context.close()
        outside = [url for url in seen.requests if not url.startswith("data:")]
        assert outside == [path.as_uri()]
        assert seen.errors == []
