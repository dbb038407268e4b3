"""The first page of the demo: it links the service menu and has keys to turn, for itself alone."""

import urllib.error
import urllib.request
from collections.abc import Mapping

import pytest
from playwright.sync_api import Browser, expect

from config.files.page_key import holding
from tests.browser.menu.cabinet import PATIENCE_MS, Cabinet, Menu


def test_a_person_with_a_browser_alone_turns_the_key_and_finds_the_menu_open(
    browser: Browser, cabinet: Cabinet
) -> None:
    index = browser.new_page()
    index.goto(cabinet.opened_at(cabinet.port))
    assert index.get_attribute('a:text-is("Service menu")', "href") == cabinet.menu
    menu = Menu(browser, cabinet)
    expect(menu.see("#shut")).to_be_visible(timeout=PATIENCE_MS)
    index.click('button:text-is("OPERATOR key on")')
    expect(menu.see("#entry")).to_be_visible(timeout=PATIENCE_MS)
    index.click('button:text-is("OPERATOR key off")')
    expect(menu.see("#shut")).to_be_visible(timeout=PATIENCE_MS)
    index.close()
    menu.close()


@pytest.mark.parametrize("origin", ["", "http://evil.example", "null"])
def test_another_page_cannot_turn_a_key(cabinet: Cabinet, origin: str) -> None:
    held = holding(cabinet.port, cabinet.page_key)
    assert answer(cabinet, data=b"", headers={**held, **({"Origin": origin} if origin else {})}) == 403


def test_another_user_of_the_machine_sees_nothing_and_turns_no_key(cabinet: Cabinet) -> None:
    own = {"Origin": f"http://127.0.0.1:{cabinet.port}"}
    for held in ({}, holding(cabinet.port, "00" * 32), {"Cookie": "boxcars"}):
        assert answer(cabinet, data=b"", headers={**own, **held}) == 403
        assert answer(cabinet, "", headers=held) == 403
        assert answer(cabinet, "?key=00", headers=held) == 403


def answer(cabinet: Cabinet, what: str = "turn/0", data: bytes | None = None, headers: Mapping[str, str] = {}) -> int:
    """How the demo's first page answers."""
    asked = urllib.request.Request(f"http://127.0.0.1:{cabinet.port}/{what}", data, dict(headers))
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked)
    refused.value.close()
    return refused.value.code
