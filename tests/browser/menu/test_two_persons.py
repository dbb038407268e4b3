"""A shift of two persons at the service menu: what one does not do alone, a drawer that is counted, and its papers."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, PINS, Menu, put_credits_on

FIELDS = ('[data-setting="alone_up_to"]', '[data-setting="count_drawers"]')


def stands_by(menu: Menu, name: str, pin: str) -> None:
    """A colleague beside whoever is signed in."""
    expect(menu.see("#second")).to_be_visible(timeout=PATIENCE_MS)
    if menu.see(f'#second [data-name="{name}"]').count():
        menu.tap(f'#second [data-name="{name}"]')
    for digit in pin:
        menu.tap(f'#second .pad button:text-is("{digit}")')
    menu.tap("#second-go")


def look(menu: Menu, name: str) -> None:
    """A picture for people, where somebody wants to look: PICTURES names the folder."""
    if folder := os.environ.get("PICTURES"):
        menu.page.screenshot(path=str(Path(folder) / f"{name}.png"))


@pytest.fixture
def strict(menu: Menu) -> Iterator[Menu]:
    """A house that leaves a hundred dollars to one person, and has its drawers counted."""
    menu.enter("eve")
    menu.go("settings")
    menu.page.fill(FIELDS[0], "100")
    menu.page.check(FIELDS[1])
    menu.tap("#preview-go")
    menu.tap("#accept")
    menu.confirm()
    menu.says("The settings are changed")
    menu.leave()
    yield menu
    menu.enter("eve")
    menu.go("settings")
    menu.page.fill(FIELDS[0], "")
    menu.page.uncheck(FIELDS[1])
    menu.tap("#preview-go")
    menu.tap("#accept")
    menu.confirm()
    stands_by(menu, "tom", PINS["tom"])
    menu.says("The settings are changed")
    menu.leave()


def test_a_shift_of_two_persons_and_its_papers(strict: Menu) -> None:
    menu = strict
    menu.enter("ann")
    menu.go("shift")
    expect(menu.see('[data-act="handover"]')).to_be_visible(timeout=PATIENCE_MS)
    if not menu.see('[data-act="open_drawer"]').count():  # what tests before this one have left
        menu.act("handover")
        menu.page.fill("#counted", "0")
        menu.confirm()
        stands_by(menu, "eve", PINS["eve"])
        expect(menu.see(".sheet")).to_contain_text("Taken by", timeout=PATIENCE_MS)
        menu.shut_dialog()
    menu.act("open_drawer")
    menu.page.fill("#drawer", "200")
    look(menu, "drawer")
    menu.confirm()
    expect(menu.see(".sheet h1")).to_have_text("The drawer is open.", timeout=PATIENCE_MS)
    menu.shut_dialog()

    menu.go("seats")
    menu.tap('[data-seat="1"]')
    menu.act("credit")
    menu.page.fill("#amount", "300")
    menu.confirm()
    stands_by(menu, "eve", "999111")
    expect(menu.see("#second-why")).to_contain_text("PIN of the second person is wrong", timeout=PATIENCE_MS)
    look(menu, "second")
    stands_by(menu, "eve", PINS["eve"])
    receipt = menu.see(".sheet")
    expect(receipt).to_contain_text("$300.00", timeout=PATIENCE_MS)
    expect(receipt.locator("tr", has_text="With")).to_contain_text("eve")
    expect(receipt.locator("tr", has_text="Paper number")).to_be_visible()
    look(menu, "receipt")
    menu.shut_dialog()
    put_credits_on(menu, 1, 50)
    menu.shut_dialog()

    menu.go("shift")
    menu.act("handover")
    menu.page.fill("#counted", "540")
    expect(menu.see("#over")).to_contain_text("Short")
    expect(menu.see("#over")).to_contain_text("$10.00")
    look(menu, "handover")
    menu.confirm()
    stands_by(menu, "eve", PINS["eve"])
    sheet = menu.see(".sheet")
    expect(sheet).to_contain_text("Taken by", timeout=PATIENCE_MS)
    expect(sheet).to_contain_text("Drawer opened with")
    expect(sheet.locator("#duplicate")).to_have_count(0)
    look(menu, "shift")
    menu.shut_dialog()
    menu.leave()

    menu.enter("eve")
    menu.go("shift")
    menu.page.locator('[data-again^="ann-"]').first.tap()
    expect(menu.see(".sheet #duplicate")).to_have_text("DUPLICATE", timeout=PATIENCE_MS)
    expect(menu.see(".sheet")).to_contain_text("$540.00")
    look(menu, "duplicate")
    menu.shut_dialog()
    look(menu, "closed")
    menu.leave()
