"""Every screen, paper and file says which machine it is of, and screens what its clock says in its own zone."""

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.menu.cabinet import PATIENCE_MS, Cabinet, Menu, put_credits_on

SHORT = re.compile(r"Boxcars demo · No\. 7001 · \d\d:\d\d.* UTC")
WHOLE = (
    "House Boxcars demo",
    "Place this machine",
    "Asset 7001",
    "Serial BX-0001",
    "Game craps · electronic",
    "Version",
)


def test_it_stands_on_every_screen_with_the_clock_of_its_zone(menu: Menu, cabinet: Cabinet, browser: Browser) -> None:
    expect(menu.see("#machine")).to_have_text(SHORT, timeout=PATIENCE_MS)
    for screen, port in (("display", cabinet.port + 1), ("seat", cabinet.port + 2)):
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.goto(cabinet.opened_at(port))
        expect(page.locator("#machine"), screen).to_have_text(SHORT, timeout=PATIENCE_MS)
        page.close()


def test_it_stands_whole_on_a_paper_and_in_a_file(menu: Menu) -> None:
    menu.enter("ann")
    put_credits_on(menu, 1, 20)
    for said in WHOLE:
        expect(menu.see(".sheet .machine")).to_contain_text(said)
    menu.shut_dialog()
    menu.leave()
    menu.enter("eve")
    menu.go("log")
    with menu.page.expect_download() as kept:
        menu.tap("[data-export=json]")
    document = json.loads(Path(kept.value.path()).read_text())
    assert document["machine"]["asset"] == "7001"
    assert kept.value.suggested_filename.startswith("boxcars-7001-")
    menu.leave()
