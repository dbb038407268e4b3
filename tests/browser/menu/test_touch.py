"""A screen that is a little off is set right by touching crosses: at the menu itself, and at a seat from the menu.

The glass bends every touch, as the compositor would with the numbers in force; root's side is the real one, on files of
the test, with a stand-in for udev. What systemd does, starting root when there is a word, a thread does here.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from terminals.touch.root import Root, TouchPlaces
from tests.browser.menu.cabinet import PATIENCE_MS, SEATS, Cabinet, Menu
from tests.touch.udev import Glass, Six, Udev

BENT = (0.95, 0.02, 0.04, -0.01, 1.05, -0.03)
LOOKED_EVERY = 0.05


class Screen:
    """The touch screen of the machine whose kiosk shows this port."""

    def __init__(self, place: Path, port: int, bent: Six) -> None:
        self._place, self._over = place, threading.Event()
        self.udev = Udev(place / "udev")
        self.glass = Glass(self.udev, bent)
        (place / "touch" / "ask").mkdir(parents=True, exist_ok=True)
        (place / "kiosk.conf").write_text(f"PAGE=http://127.0.0.1:{port}/\n")
        self.kept, tried = self.udev.rules[0] / "1-kept.rules", self.udev.rules[1] / "2-tried.rules"
        touch = place / "touch"
        places = TouchPlaces(touch / "ask" / "word", touch / "answer", self.kept, tried, self.udev.inputs)
        self._root = threading.Thread(target=self._serve, args=(places,))
        self._root.start()

    def _serve(self, places: TouchPlaces) -> None:
        while not self._over.wait(LOOKED_EVERY):
            Root(places, self.udev.run).serve()

    def close(self) -> None:
        self._over.set()
        self._root.join()
        (self._place / "kiosk.conf").unlink()
        for path in (path for folder in self.udev.rules for path in folder.iterdir()):
            path.unlink()

    def touch(self, page: Page, beside: float = 0.0) -> None:
        """A finger in the middle of what is drawn, or that part of the screen to the right of it."""
        mark = page.locator("#crosses .cross, #crosses .ring")
        expect(mark).to_be_visible(timeout=PATIENCE_MS)
        box, size = mark.bounding_box(), page.viewport_size
        assert box is not None
        assert size is not None
        finger = (box["x"] + box["width"] / 2) / size["width"] + beside, (box["y"] + box["height"] / 2) / size["height"]
        across, down = self.glass.touched(finger)
        page.wait_for_timeout(350)  # what is tapped at once after it was drawn was meant for what was there before
        page.touchscreen.tap(across * size["width"], down * size["height"])

    def touch_all(self, page: Page, last_beside: float = 0.0) -> None:
        for n in range(1, 6):
            expect(page.locator(".crosses-says")).to_contain_text(f"({n} of 5)", timeout=PATIENCE_MS)
            self.touch(page, last_beside if n == 5 else 0.0)


@contextmanager
def a_screen(cabinet: Cabinet, port: int) -> Iterator[Screen]:
    screen = Screen(cabinet.place / "demo", port, BENT)
    try:
        yield screen
    finally:
        screen.close()


def says(page: Page, words: str) -> None:
    expect(page.locator(".crosses-says")).to_contain_text(words, timeout=PATIENCE_MS)


def service(menu: Menu, on: bool) -> None:
    menu.go("service")
    menu.act("begin_service" if on else "end_service")
    expect(menu.see("#in-service" if on else "#no-service")).to_be_visible(timeout=PATIENCE_MS)
    if on:
        menu.go("diagnostics")


def last_lines(menu: Menu, n: int) -> list[str]:
    menu.go("service")
    rows = menu.see("#tests tbody tr")
    expect(rows.nth(n - 1)).to_be_visible(timeout=PATIENCE_MS)
    return rows.all_inner_texts()[:n]


def test_the_menus_own_screen_is_set_right_confirmed_by_a_touch_and_taken_back(menu: Menu, cabinet: Cabinet) -> None:
    page = menu.page
    with a_screen(cabinet, cabinet.port + SEATS + 2) as screen:
        menu.enter("tom")
        menu.go("diagnostics")
        expect(menu.see("#set-touch")).to_be_disabled(timeout=PATIENCE_MS)
        service(menu, on=True)
        menu.tap("#set-touch")
        screen.touch_all(page, last_beside=0.06)
        says(page, "The cross in the middle would come out 6.0% of the screen beside its place; 2.0% is allowed.")
        says(page, "Nothing was changed. Touch anywhere to begin again.")
        page.wait_for_timeout(350)
        page.touchscreen.tap(600, 300)
        screen.touch_all(page)
        says(page, "top left: 3.7% to the right, 2.6% too high")
        screen.touch(page, beside=0.05)
        says(page, "That was beside the ring: 5.0% to the right. Up to 2.0% of the screen is allowed.")
        assert not screen.kept.exists()
        screen.touch(page)
        says(page, "The touch of this screen is set right and stays so.")
        assert screen.kept.exists()
        assert screen.glass.touched((0.25, 0.8)) == pytest.approx((0.25, 0.8), abs=0.002)
        menu.tap("#crosses-leave")
        [line] = last_lines(menu, 1)
        assert "set" in line.split()
        assert "1.000000 0.000000 0.000000 0.000000 1.000000 0.000000" in line
        menu.go("diagnostics")
        menu.tap("#set-touch")
        screen.touch_all(page)
        says(page, "top left: exact")
        menu.tap("#crosses-leave")
        says(page, "The touch of this screen is as it was before.")
        menu.tap("#crosses-leave")
        assert screen.glass.touched((0.25, 0.8)) == pytest.approx((0.25, 0.8), abs=0.002)
        menu.tap("#as-delivered")
        menu.confirm()
        says(page, "The touch of this screen is as it was delivered.")
        menu.tap("#crosses-leave")
        assert not screen.kept.exists()
        [line] = last_lines(menu, 1)
        assert "as delivered" in line
        service(menu, on=False)
        menu.leave()


def test_a_seats_screen_is_set_right_from_the_menu_by_who_stands_at_it(
    browser: Browser, menu: Menu, cabinet: Cabinet
) -> None:
    def answer(words: str) -> None:
        row = menu.see('#part-terminals tr[data-row="seat-1"] .touched-result')
        expect(row).to_have_text(words, timeout=PATIENCE_MS)

    with a_screen(cabinet, cabinet.port + 2) as screen, at_the_seat(browser, cabinet) as page:
        menu.enter("tom")
        service(menu, on=True)
        menu.tap('[data-set-touch="1"]')
        screen.touch_all(page)
        answer("under way")
        expect(page.locator("#crosses .ring")).to_be_visible(timeout=PATIENCE_MS)  # until then the last cross is there
        screen.touch(page)
        says(page, "The touch of this screen is set right and stays so.")
        answer("set right")
        assert screen.glass.touched((0.25, 0.8)) == pytest.approx((0.25, 0.8), abs=0.002)
        page.tap("#crosses-leave")
        expect(page.locator("#crosses")).to_have_count(0)
        menu.tap('[data-set-touch="1"]')
        says(page, "(1 of 5)")
        page.keyboard.press("Escape")
        says(page, "You left.")
        answer("not done: whoever stood there left")
        menu.tap('[data-as-delivered="1"]')
        menu.confirm()
        says(page, "The touch of this screen is as it was delivered.")
        answer("as delivered")
        assert not screen.kept.exists()
        menu.tap('[data-set-touch="2"]')
        row = menu.see('#part-terminals tr[data-row="seat-2"] .touched-result')
        expect(row).to_have_text("not done: no kiosk of its machine shows it", timeout=PATIENCE_MS)
        service(menu, on=False)
        menu.leave()


@contextmanager
def at_the_seat(browser: Browser, cabinet: Cabinet) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1920, "height": 1080}, has_touch=True)
    page.set_default_timeout(PATIENCE_MS)
    errors: list[Any] = []
    page.on("pageerror", lambda error: errors.append(error))
    page.goto(cabinet.opened_at(cabinet.port + 2))
    page.wait_for_selector("[data-spot]")
    yield page
    page.close()
    assert errors == []
