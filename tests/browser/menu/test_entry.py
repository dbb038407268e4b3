"""Coming into the service menu, and being put out of it: keys, PIN, lock-out, the panel, a page that is closed."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.menu.cabinet import PATIENCE_MS, PINS, Cabinet, Menu

RAIL = {
    "ann": "table seats cash notes shift recall par pin",
    "tom": "table notes recall meters log par service dice diagnostics host software pin",
    "eve": (
        "table seats cash notes shift day recall meters log par settings changes service dice diagnostics host "
        "software users pin"
    ),
}


def test_the_menu_is_shut_until_somebody_turns_a_key(browser: Browser, cabinet: Cabinet) -> None:
    menu = Menu(browser, cabinet)
    expect(menu.see("#shut")).to_contain_text("Turn a key", timeout=PATIENCE_MS)
    expect(menu.see("#entry")).to_have_count(0)
    cabinet.key("ATTENDANT", "on")
    expect(menu.see("#entry")).to_be_visible(timeout=PATIENCE_MS)
    cabinet.key("ATTENDANT", "off")
    expect(menu.see("#shut")).to_be_visible(timeout=PATIENCE_MS)
    menu.close()


@pytest.mark.parametrize("name", RAIL)
def test_each_role_is_offered_its_own_pages_and_no_others(menu: Menu, name: str) -> None:
    menu.enter(name)
    offered = [button.get_attribute("data-entry") for button in menu.see("#rail button").all()]
    assert offered == RAIL[name].split()
    menu.leave()
    expect(menu.see("#rail")).to_be_hidden()


def test_a_word_that_was_for_one_person_is_gone_before_the_next_one_and_in_another_language(menu: Menu) -> None:
    toast, language = menu.see("#toast"), menu.page.get_attribute("html", "lang")
    menu.enter("ann")
    menu.leave()
    expect(toast).to_have_text("Signed out.")
    menu.enter("tom")
    expect(toast).to_be_hidden(timeout=2000)  # it would go by itself after five seconds
    menu.leave()
    expect(toast).to_have_text("Signed out.")
    menu.tap('[data-language="es"]')
    expect(menu.see("html")).to_have_attribute("lang", re.compile("^es"), timeout=PATIENCE_MS)
    expect(toast).to_be_hidden(timeout=2000)
    menu.tap(f'[data-language="{str(language)[:2]}"]')
    expect(menu.see("html")).to_have_attribute("lang", str(language), timeout=PATIENCE_MS)


def test_a_wrong_pin_is_refused_and_after_five_a_supervisor_unlocks(menu: Menu) -> None:
    for _ in range(4):
        menu.sign_in("tom", "6082")
        expect(menu.see("#refused")).not_to_have_text("One moment…", timeout=PATIENCE_MS)
        expect(menu.see("#refused")).not_to_contain_text("Too many wrong PINs")
    menu.sign_in("tom", "6082")
    expect(menu.see("#refused")).to_contain_text("Too many wrong PINs", timeout=PATIENCE_MS)
    expect(menu.see("#wait")).to_contain_text("Try again in")
    for digit in "6082":
        menu.tap(f'.pad button:text-is("{digit}")')
    expect(menu.see("#sign-in")).to_be_disabled()
    menu.tap('.pad button:text-is("✕")')
    menu.enter("eve")
    menu.go("users")
    menu.tap('[data-row="tom"] [data-act="unlock_person"]')
    menu.confirm()
    menu.says("tom may sign in again")
    menu.leave()
    menu.enter("tom")
    menu.leave()


def test_the_key_turned_back_in_mid_act_ends_everything_and_nothing_is_done(menu: Menu, cabinet: Cabinet) -> None:
    menu.enter("ann")
    menu.go("seats")
    before = menu.see('[data-seat="1"]').inner_text()
    menu.tap('[data-seat="1"]')
    menu.act("credit")
    menu.page.fill("#amount", "77")
    cabinet.key("OPERATOR", "off")
    expect(menu.see("#shut")).to_contain_text("the key was turned back", timeout=PATIENCE_MS)
    expect(menu.see("#dialog")).to_be_hidden()
    assert "77" not in menu.page.inner_text("body")
    cabinet.key("OPERATOR", "on")
    menu.enter("ann")
    menu.go("seats")
    expect(menu.see('[data-seat="1"]')).to_have_text(before, use_inner_text=True, timeout=PATIENCE_MS)
    menu.leave()


def test_with_the_attendants_key_alone_a_supervisor_does_what_an_attendant_may(
    browser: Browser, cabinet: Cabinet
) -> None:
    cabinet.key("ATTENDANT", "on")
    menu = Menu(browser, cabinet)
    menu.enter("eve")
    expect(menu.see('[data-act="hold"]')).to_be_enabled()
    expect(menu.see('[data-act="close_out"]')).to_be_disabled()
    expect(menu.see(".acts")).to_contain_text("This needs the OPERATOR key")
    menu.turn_back("ATTENDANT")
    menu.close()


def test_with_the_panel_dead_nobody_comes_in_here_and_the_console_is_named(menu: Menu, cabinet: Cabinet) -> None:
    menu.enter("eve")
    cabinet.panel_dies(4)
    expect(menu.see("#shut")).to_contain_text("boxcars service", timeout=PATIENCE_MS)
    expect(menu.see("#shut")).to_contain_text("Signed out: the cabinet's panel does not answer")
    expect(menu.see("#entry")).to_be_visible(timeout=PATIENCE_MS)


def test_a_page_that_is_closed_takes_its_person_along_and_another_page_has_no_part_in_it(
    menu: Menu, browser: Browser, cabinet: Cabinet
) -> None:
    menu.enter("ann")
    other = Menu(browser, cabinet)
    other.sign_in("eve")
    expect(other.see("#refused")).to_contain_text("another page", timeout=PATIENCE_MS)
    menu.page.reload()
    expect(menu.see("#entry")).to_be_visible(timeout=PATIENCE_MS)
    other.enter("eve")
    other.close()


def test_no_pin_is_in_a_log_or_a_file_of_the_cabinet(menu: Menu, cabinet: Cabinet) -> None:
    menu.enter("eve")
    menu.leave()
    for path in (path for path in cabinet.place.rglob("*") if path.is_file()):
        found = path.read_bytes()
        assert [pin for pin in PINS.values() if pin.encode() in found] == [], path
