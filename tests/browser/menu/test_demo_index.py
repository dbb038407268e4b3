"""The first page of the demo: it links the service menu and has keys to turn, for itself alone."""

import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.menu.cabinet import PATIENCE_MS, Cabinet, Menu


def test_a_person_with_a_browser_alone_turns_the_key_and_finds_the_menu_open(
    browser: Browser, cabinet: Cabinet
) -> None:
    index = browser.new_page()
    index.goto(f"http://127.0.0.1:{cabinet.port}/")
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
    asked = urllib.request.Request(
        f"http://127.0.0.1:{cabinet.port}/turn/0", data=b"", headers={"Origin": origin} if origin else {}
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked)
    assert refused.value.code == 403
    refused.value.close()
