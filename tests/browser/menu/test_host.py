"""What a casino's host has turned is true on every screen, and a technician sees its line."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.casino import ADDRESSES, CasinosLine, casinos_line
from tests.browser.measuring import LANGUAGES
from tests.browser.menu.cabinet import PATIENCE_MS, Cabinet, Menu, make_the_first_supervisor, playing

WORDS = Path(__file__).parents[3] / "terminals" / "common" / "page" / "words"


@pytest.fixture
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cabinet]:
    with playing(tmp_path_factory.mktemp("host"), ADDRESSES) as cabinet:
        yield cabinet


@pytest.fixture
def line(here: Cabinet) -> Iterator[CasinosLine]:
    with casinos_line(here.run) as line:
        yield line


def test_what_the_host_has_switched_off_and_what_it_tells_is_on_every_screen_in_every_language_and_in_the_menu(
    browser: Browser, here: Cabinet, line: CasinosLine
) -> None:
    line.sends_money(1, 2_500)
    line.orders(1, "disable")
    line.sends_money(1, 900)
    line.progressives(level_1=1_234_567, level_2=8_900)
    for language in LANGUAGES:
        context = browser.new_context(viewport={"width": 1920, "height": 1080})
        context.add_init_script(f"localStorage.setItem('language', '{language}')")
        seat, display = context.new_page(), context.new_page()
        seat.goto(here.opened_at(here.port + 2))
        display.goto(here.opened_at(here.port + 1))
        said = json.loads((WORDS / f"{language}.json").read_text())["notice.turned_off"]
        expect(seat.locator("#notices")).to_contain_text(said, timeout=PATIENCE_MS)
        both_tell(seat, display)
        context.close()
    here.key("OPERATOR", "on")
    menu = Menu(browser, here)
    make_the_first_supervisor(menu)
    the_seat_has_its_tag(menu)
    each_address_is_shown(menu)
    menu.leave()
    menu.close()


def both_tell(*pages: Page) -> None:
    for page in pages:
        expect(page.locator("#progressives")).to_contain_text("345", timeout=PATIENCE_MS)


def the_seat_has_its_tag(menu: Menu) -> None:
    menu.go("seats")
    expect(menu.see('[data-turned-off="1"]')).to_be_visible(timeout=PATIENCE_MS)
    expect(menu.see('[data-turned-off="2"]')).to_have_count(0)


def each_address_is_shown(menu: Menu) -> None:
    menu.go("host")
    expect(menu.see('[data-address="1"]')).to_contain_text("812f", timeout=PATIENCE_MS)
    expect(menu.see('[data-address="1"]')).to_contain_text("play is off")
    expect(menu.see('[data-address="2"]')).to_contain_text("not polled")
    expect(menu.see('[data-waits="2"]')).to_contain_text("82")
    last = menu.see("#part-last")
    expect(last).to_contain_text("casino's host turned something", timeout=PATIENCE_MS)
    expect(last.locator("tr", has_text="casino's host moved money")).to_contain_text("25")
    refused = last.locator("tr", has_text="transfer of the casino's host not done")
    expect(refused.locator('[data-part="status"]')).to_contain_text("87")
