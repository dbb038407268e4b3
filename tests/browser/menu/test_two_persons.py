"""A casino's day in which nobody works alone: a drawer, a large win, money paid out, a mistake, a handover, the close
of the day; and each of its papers."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.menu.cabinet import PATIENCE_MS, PINS, Cabinet, Menu, put_credits_on, seated
from tests.browser.menu.conftest import staffed

STRICT: Mapping[str, str | bool] = {
    "alone_up_to": "100",
    "count_drawers": True,
    "large_win": "100",
    "tax_win": "100",
    "two_for_forms": True,
}
"""A house that leaves a hundred dollars to one person, has its drawers counted, and wins of a hundred told by form."""
LOST = "\N{MINUS SIGN}$200.00"
"""What the house held of a shift in which it paid two hundred on the only wager."""


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


def turn(menu: Menu, settings: Mapping[str, str | bool]) -> None:
    """A supervisor fills in what the house wants."""
    menu.enter("eve")
    menu.go("settings")
    for name, value in settings.items():
        field = menu.page.locator(f'[data-setting="{name}"]')
        if isinstance(value, bool):
            field.set_checked(value)
        else:
            field.fill(value)
    menu.tap("#preview-go")
    menu.tap("#accept")
    menu.confirm()


@pytest.fixture(scope="module")
def cabinet(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cabinet]:
    """A cabinet of its own: it closes the day, and leaves papers and settings behind."""
    with staffed(browser, tmp_path_factory.mktemp("two-persons")) as found:
        yield found


def test_a_day_of_two_persons_and_its_papers(menu: Menu, cabinet: Cabinet, browser: Browser) -> None:
    turn(menu, STRICT)
    menu.says("The settings are changed")
    menu.leave()
    menu.enter("ann")
    opens_a_drawer(menu)
    sells_credits(menu)
    player = seated(browser, cabinet, 1)
    player.click('#chips [data-chip="10000"]')
    player.click('[data-spot="field"]')
    cabinet.next_dice("1", "1")
    player.click("#done")
    expect(player.locator("#lock")).to_contain_text("Large win", timeout=PATIENCE_MS)
    plays_on_after_a_large_win(menu)
    expect(player.locator("#lock")).to_be_hidden(timeout=PATIENCE_MS)
    cabinet.cash_out(1)
    expect(player.locator("#lock")).to_contain_text("attendant", timeout=PATIENCE_MS)
    paid = pays_by_hand(menu)
    player.close()
    put_credits_on(menu, 1, 50)
    menu.shut_dialog()
    menu.leave()
    menu.enter("eve")
    takes_a_mistake_back(menu)
    menu.leave()
    menu.enter("ann")
    hands_over(menu, 1000 + 300 - paid)
    menu.leave()
    menu.enter("eve")
    prints_a_shift_again(menu)
    closes_the_day(menu)
    menu.leave()


def opens_a_drawer(menu: Menu) -> None:
    menu.go("shift")
    menu.act("open_drawer")
    menu.page.fill("#drawer", "1000")
    look(menu, "drawer")
    menu.confirm()
    expect(menu.see(".sheet h1")).to_have_text("The drawer is open.", timeout=PATIENCE_MS)
    look(menu, "drawer-open")
    menu.shut_dialog()


def sells_credits(menu: Menu) -> None:
    """More than one person may alone; a wrong PIN of the second is told, and nothing has happened."""
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


def plays_on_after_a_large_win(menu: Menu) -> None:
    """Its form's number, and a colleague who signs too."""
    menu.go("seats")
    menu.tap('[data-seat="1"]')
    menu.act("reset_large_win")
    expect(menu.see("#dialog-go")).to_be_disabled()
    menu.page.fill("#form-number", "W2G-0017")
    look(menu, "large-win")
    menu.confirm()
    stands_by(menu, "eve", PINS["eve"])
    sheet = menu.see(".sheet")
    expect(sheet).to_contain_text("W2G-0017", timeout=PATIENCE_MS)
    expect(sheet).to_contain_text("$200.00")
    expect(sheet.locator("tr", has_text="With")).to_contain_text("eve")
    look(menu, "large-win-paper")
    menu.shut_dialog()


def pays_by_hand(menu: Menu) -> float:
    menu.go("seats")
    menu.tap('[data-seat="1"]')
    amount = float(menu.see(".card.waits .sum").inner_text().replace("$", "").replace(",", ""))
    menu.act("hand_pay")
    menu.page.fill("#receipt", "7201")
    look(menu, "hand-pay")
    menu.confirm()
    stands_by(menu, "eve", PINS["eve"])
    sheet = menu.see(".sheet")
    expect(sheet).to_contain_text("7201", timeout=PATIENCE_MS)
    expect(sheet).to_contain_text(f"${amount:,.2f}")
    look(menu, "hand-pay-paper")
    menu.shut_dialog()
    return amount


def takes_a_mistake_back(menu: Menu) -> None:
    menu.go("cash")
    menu.see('[data-act="reverse"]').first.tap()
    menu.tap('#dialog .pick:has-text("Mistake")')
    look(menu, "reversal")
    menu.confirm()
    expect(menu.see(".sheet h1")).to_contain_text("reversed, credits put on by mistake", timeout=PATIENCE_MS)
    expect(menu.see(".sheet")).to_contain_text("$50.00")
    look(menu, "reversal-paper")
    menu.shut_dialog()


def hands_over(menu: Menu, should: float) -> None:
    """What should lie in the drawer, less ten."""
    menu.go("shift")
    expect(menu.see(".card:has(#owes)")).to_contain_text("To hand in", timeout=PATIENCE_MS)
    expect(menu.see("#owes")).to_have_text(f"${should:,.2f}")
    look(menu, "before-handover")
    menu.act("handover")
    menu.page.fill("#counted", f"{should - 10:.2f}")
    expect(menu.see("#over")).to_contain_text("Short")
    expect(menu.see("#over")).to_contain_text("$10.00")
    look(menu, "handover")
    menu.confirm()
    stands_by(menu, "eve", PINS["eve"])
    sheet = menu.see(".sheet")
    expect(sheet).to_contain_text("Taken by", timeout=PATIENCE_MS)
    expect(sheet).to_contain_text("Drawer opened with")
    expect(sheet.locator("#duplicate")).to_have_count(0)
    expect(sheet.locator("tr", has_text="Held by the house").first.locator("td.n")).to_have_text(LOST)
    assert menu.page.evaluate("() => document.querySelector('#dialog').scrollTop") == 0, "a sheet is read from its top"
    look(menu, "shift")
    menu.shut_dialog()


def prints_a_shift_again(menu: Menu) -> None:
    menu.go("shift")
    menu.page.locator('[data-again^="ann-"]').first.tap()
    expect(menu.see(".sheet #duplicate")).to_have_text("DUPLICATE", timeout=PATIENCE_MS)
    expect(menu.see(".sheet")).to_contain_text("Short")
    look(menu, "duplicate")
    menu.shut_dialog()
    look(menu, "closed")


def closes_the_day(menu: Menu) -> None:
    menu.go("day")
    menu.act("close_day")
    look(menu, "day")
    menu.confirm()
    sheet = menu.see(".sheet")
    expect(sheet).to_contain_text("Gaming day report", timeout=PATIENCE_MS)
    held = sheet.locator("tr", has=menu.page.locator('td:text-is("Held by the house")')).locator("td.n")
    assert len(set(held.all_inner_texts())) == 1, "the same thing twice on one paper is the same"
    look(menu, "day-paper")
    menu.shut_dialog()
    look(menu, "days")
