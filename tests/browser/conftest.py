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


_FAINT = """(least) => {
    const parse = (text) => {
        const numbers = text.match(/[\\d.]+/g).map(Number);
        const isShare = text.startsWith("color(srgb"); // what a mixture of colours comes out as
        const parts = numbers.map((part, i) => isShare && i < 3 ? 255 * part : part);
        return { rgb: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1 };
    };
    const light = ({ rgb }) => rgb.map(part => part / 255)
        .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (node) => {
        for (let at = node; at; at = at.parentElement) {
            const colour = parse(getComputedStyle(at).backgroundColor);
            if (colour.alpha > 0.99) return colour;
        }
        return { rgb: [255, 255, 255], alpha: 1 };
    };
    const faint = [];
    const kinds = 'p, td, th, li, dt, dd, h1, h2, h3, a, summary, svg text';
    for (const node of document.querySelectorAll(kinds)) {
        const style = getComputedStyle(node);
        const isSeen = node.checkVisibility({ visibilityProperty: true });
        if (!isSeen || !node.textContent.trim()) continue;
        if (node.matches('.cell, .chosen text, .crowded text')) continue; // on colours; faded
        const ink = parse(node.namespaceURI.endsWith('svg') ? style.fill : style.color);
        const [a, b] = [light(ink), light(behind(node))].sort((x, y) => y - x);
        if ((a + 0.05) / (b + 0.05) < least) faint.push(node.textContent.trim().slice(0, 60));
    }
    return faint;
}"""


@dataclass
class Opened:
    """A page, what it asked for and what went wrong in it."""

    page: Any
    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return str(self.page.inner_text("body"))

    def scrolls_sideways(self) -> bool:
        """Whether the page is wider than the window."""
        inner, outer = self.page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        return bool(inner > outer)

    def wrapped_figures(self) -> list[str]:
        """Return the figures in tables that are broken into several lines."""
        return list(
            self.page.evaluate(
                """() => [...document.querySelectorAll('td.number, dd, .big')].filter(cell => {
                    if (!cell.matches('td.number, .tiles dd, .big')) return false;
                    const range = document.createRange();
                    range.selectNodeContents(cell);
                    const tops = [...range.getClientRects()].map(box => Math.round(box.top / 8));
                    return new Set(tops).size > 1;
                }).map(cell => cell.textContent)"""
            )
        )

    def smallest_letters(self) -> float:
        """Return the size in pixels of the smallest text in a drawing that is seen."""
        return float(
            self.page.evaluate(
                """() => Math.min(...[...document.querySelectorAll('svg text')].filter(text =>
                    text.checkVisibility({visibilityProperty: true}) && text.textContent.trim()
                ).map(text => {
                    const scale = text.getScreenCTM().a;
                    return parseFloat(getComputedStyle(text).fontSize) * scale;
                }))"""
            )
        )

    def faint_words(self, least: float) -> list[str]:
        """Return words whose contrast to what is behind them is less than asked for."""
        return list(self.page.evaluate(_FAINT, least))

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
