"""Scenes of the casino's host: a seat that it switched off, its progressives, and its line in the menu."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.casino import ADDRESSES, COUNTS, casinos_line
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
            page.goto(here.opened_at(port) + f"&language={language}")
            expect(page.locator("#progressives")).to_be_visible(timeout=PATIENCE_MS)
            yield name, page
        context.close()
    yield from _of_the_line(browser, language)


def _of_the_line(browser: Browser, language: str) -> Iterator[tuple[str, Page]]:
    """What a technician sees of it: no driver, no host, not polled, polled; then transfers."""
    with tempfile.TemporaryDirectory() as place, playing(Path(place), ADDRESSES) as here:
        here.key("OPERATOR", "on")
        menu = Menu(browser, here)
        make_the_first_supervisor(menu)
        menu.tap(f'[data-language="{language}"]')
        menu.go("host")
        address = menu.see('[data-address="1"]')
        expect(address).to_be_visible(timeout=PATIENCE_MS)
        yield "menu-no-driver", menu.page
        with casinos_line(here.run) as line:
            line.is_now(loop=False, linked=False, last_poll="", **dict.fromkeys(COUNTS, 0))
            expect(address).to_have_attribute("data-how", "dead", timeout=PATIENCE_MS)
            yield "menu-no-host", menu.page
            line.is_now(loop=True, last_poll="8101", **COUNTS)
            expect(address).to_have_attribute("data-how", "down", timeout=PATIENCE_MS)
            yield "menu-not-polled", menu.page
            line.is_now(linked=True, last_poll="012f", traced=True)
            for number in (1, 2):
                line.takes(number)
            expect(menu.page.locator("[data-waits]")).to_have_count(0, timeout=PATIENCE_MS)
            expect(address).to_have_attribute("data-how", "up", timeout=PATIENCE_MS)
            yield "menu-polled", menu.page
            line.sends_money(1, 2_500)
            line.orders(1, "disable")
            line.sends_money(1, 900)
            expect(menu.see("#part-last tr >> nth=3")).to_be_visible(timeout=PATIENCE_MS)
            expect(menu.see('[data-waits="1"]')).to_contain_text("69", timeout=PATIENCE_MS)
            yield "menu-transfers", menu.page
        menu.close()
