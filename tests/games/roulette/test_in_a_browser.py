"""Roulette on a whole cabinet of real processes, `boxcars run` with an emulated wheel, played at a page by touch and by
keyboard."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.cabinet import Cabinet, cabinet
from tests.drivers.machines import PATIENCE, eventually
from tests.games.roulette.evening import BOOK
from tools.demo.cabinet import PIN, SUPERVISOR

LONG = PATIENCE * 1000
MENU = 3
"""Its page comes after those of two seats."""
CHANGE = {"bet_time": 600, "result_time": 1, "confirm_time": 1}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cabinet]:
    with cabinet(tmp_path_factory.mktemp("roulette"), book=BOOK, credits=80_000, falls="17", change=CHANGE) as found:
        yield found


@pytest.fixture
def faults() -> list[str]:
    return []


@pytest.fixture
def page(browser: Browser, faults: list[str]) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    page.close()


def rounds(table: Cabinet) -> int:
    return int(table.attendant.table()["game"]["spins"])


def test_a_player_bets_by_touch_and_by_keyboard_and_is_paid(table: Cabinet, page: Page, faults: list[str]) -> None:
    page.goto(table.address(1))
    page.locator("[data-spot='straight:17']").click(timeout=LONG)
    red = page.locator("[data-spot='red']")
    red.focus()
    red.press("Enter")
    page.locator("#credits", has_text="790").wait_for(timeout=LONG)
    before = rounds(table)
    page.get_by_role("button", name="Done").click()
    eventually(lambda: rounds(table) == before + 1, "the number has been settled")
    page.locator("#credits", has_text="970").wait_for(timeout=LONG)  # 790 + 5 and 35 times 5, and red is lost
    page.locator("#rolled", has_text="17 black").wait_for(timeout=LONG)
    assert page.locator("#history .number").first.inner_text() == "17"
    assert not page.locator("#puck").is_visible()
    assert faults == []


def test_the_display_shows_the_number_and_nothing_of_craps(table: Cabinet, page: Page, faults: list[str]) -> None:
    page.goto(table.address(0))
    page.locator("#history").wait_for(state="attached", timeout=LONG)
    eventually(lambda: not page.locator("#boxes").is_visible(), "the table is known")
    assert not page.locator("#chart-box").is_visible()
    assert faults == []


def test_a_void_says_why_and_gives_the_stake_back(table: Cabinet, page: Page, faults: list[str]) -> None:
    page.goto(table.address(2))
    table.unit("next", "few-revolutions", "2")
    page.locator("[data-spot='dozen:2']").click(timeout=LONG)
    page.locator("#credits", has_text="795").wait_for(timeout=LONG)
    page.get_by_role("button", name="Done").click()
    page.locator("#notices", has_text="Under four revolutions.").wait_for(timeout=LONG)
    page.locator("#credits", has_text="800").wait_for(timeout=LONG)
    assert faults == []


def test_the_menu_speaks_of_the_wheel_counts_its_numbers_and_recalls_one(
    table: Cabinet, page: Page, faults: list[str]
) -> None:
    table.panel("CABINET", "key", "OPERATOR", "on")
    page.goto(table.address(MENU))
    page.locator(f"[data-name='{SUPERVISOR}']").click(timeout=LONG)
    for digit in PIN:
        page.locator(f".pad button:text-is('{digit}')").click()
    page.locator("#sign-in").click()
    page.locator("[data-entry='dice']", has_text="Wheel").click(timeout=LONG)
    page.locator("#unit-link", has_text="The wheel is connected").wait_for(timeout=LONG)
    page.locator("#rolls", has_text="1 spins").wait_for(timeout=LONG)
    assert page.locator("[data-histogram]").evaluate_all("all => all.map(one => one.dataset.histogram)") == [
        "numbers",
        "sectors",
    ]
    assert not re.search(r"\b(dice|roll|lid)", page.locator("#main").inner_text(), re.IGNORECASE)
    page.locator("[data-entry='recall']").click()
    page.locator("tr", has_text="17 black").locator("[data-round]").click(timeout=LONG)
    page.locator("figure[data-throw='17']", has_text="17 black").wait_for(timeout=LONG)
    page.locator("#script").click()
    page.locator("#agrees[data-agrees='true']").wait_for(timeout=LONG)
    assert faults == []
