"""Scenes of the casino's host: a seat that it switched off, its progressives, and its line in the menu."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.casino import ADDRESSES, casinos_line
from tests.browser.menu.cabinet import PATIENCE_MS, Menu, make_the_first_supervisor, playing


def scenes(browser: Browser, language: str) -> Iterator[tuple[str, Page]]:
    """One after another, each left as it stands while it is looked at."""
    with (
        tempfile.TemporaryDirectory() as place,
        playing(Path(place), ADDRESSES) as here,
        casinos_line(here.run) as line,
    ):
        line.orders(1, "disable")
        line.progressives(level_1=1_234_567, level_2=8_900)
        context = browser.new_context(viewport={"width": 1920, "height": 1080})
        context.add_init_script(f"localStorage.setItem('language', '{language}')")
        for name, port in (("seat", here.port + 2), ("display", here.port + 1)):
            page = context.new_page()
            page.goto(here.opened_at(port))
            expect(page.locator("#progressives")).to_be_visible(timeout=PATIENCE_MS)
            yield name, page
        context.close()
        here.key("OPERATOR", "on")
        menu = Menu(browser, here)
        make_the_first_supervisor(menu)
        menu.page.evaluate(f"localStorage.setItem('language', '{language}')")
        menu.go("host")
        expect(menu.see('[data-address="1"]')).to_contain_text("812f", timeout=PATIENCE_MS)
        yield "menu", menu.page
        menu.close()
