"""What recall shows of a round at the service menu is what the player's page showed when bets closed, spot by spot."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.cabinet import Cabinet
from tests.browser.conftest import Sits
from tests.browser.menu.cabinet import Menu
from tests.browser.player import Player, a_roll, close_bets
from tools.demo.cabinet import PIN, SUPERVISOR
from tools.emulators.common.control import order as give_order

FELT = """() => Object.fromEntries([...document.querySelectorAll('.cell[data-spot]')].map((cell) =>
  [cell.dataset.spot, {
  says: cell.getAttribute('aria-label'),
  amount: cell.querySelector('[data-chip]')?.dataset.amount ?? null,
  face: cell.querySelector('.chip text')?.textContent ?? null,
  marks: [...cell.querySelectorAll('.tag')].map((tag) => tag.getAttribute('class') + tag.textContent).sort(),
  power: [...cell.querySelectorAll('[data-power]')].map((one) => [one.dataset.power, one.textContent.split(' ')[0]]),
  point: cell.classList.contains('point'),
  puck: cell.querySelector('.own-puck')?.textContent ?? null,
  made: [...cell.querySelectorAll('[data-made]')].map((one) => one.dataset.made),
}]))"""
"""Of a badge of Power Odds its first figure: whether there is room for the others is a matter of the screen's size."""
LADDER = "[...document.querySelectorAll('.ladder li')].map((one) => [one.className, one.textContent])"


class AtBetsClosed(NamedTuple):
    """What one page showed."""

    felt: dict[str, dict[str, Any]]
    puck: str
    rolls: str
    ladder: list[list[str]]


def seen_by(player: Player) -> AtBetsClosed:
    felt = player.page.evaluate(FELT)
    puck, rolls = player.find("#puck .puck").inner_text(), player.find("#roll-count").inner_text()
    return AtBetsClosed(felt, puck, rolls, player.page.evaluate(LADDER))


def recalled(menu: Page) -> AtBetsClosed:
    rolls = menu.locator("#hand-then").get_attribute("data-rolls") or ""
    return AtBetsClosed(
        menu.evaluate(FELT), menu.locator("#hand-then .puck").inner_text(), rolls, menu.evaluate(LADDER)
    )


class Station(NamedTuple):
    """Where `Menu` finds the page."""

    menu: str


@pytest.fixture
def menu(browser: Browser, table: Cabinet) -> Iterator[Menu]:
    """A supervisor at the service menu of the table that plays."""
    give_order(table.run / "usb.control", ["CABINET", "key", "OPERATOR", "on"])
    found = Menu(browser, Station(table.address(3)))  # type: ignore[arg-type]
    found.sign_in(SUPERVISOR, PIN)
    found.see("#rail").wait_for()
    yield found
    found.leave()
    found.close()


def test_the_recalled_felt_is_the_players_own_spot_by_spot(new_hand: Cabinet, sits: Sits, menu: Menu) -> None:
    ann, bob = sits(1), sits(2, (1280, 800))
    seen: dict[int, dict[int, AtBetsClosed]] = {}

    def round(dice: str, *no_rolls: str) -> None:
        new_hand.dice(*no_rolls, dice)
        close_bets([ann, bob])
        for player in (ann, bob):  # each page hears of the draw for itself
            player.phase("shooting")
        seen[ann.round()] = {player.seat: seen_by(player) for player in (ann, bob)}
        a_roll([ann, bob], ann)

    ann.bet("pass_line", "hard:8", chip=5)
    bob.bet("field", "hop:1-3", chip=1)
    round("2 4")
    ann.bet("pass_odds", "place:8", "come", chip=5)
    bob.bet("dont_come", "buy:4", chip=25)
    round("1 3", "leaning")
    ann.bet("hard:6", chip=1)
    round("5 1")
    ann.bet("pass_line", chip=5)
    bob.bet("place:5", chip=5)
    round("2 3")
    ann.bet("come_odds:4", chip=5)
    round("3 4")

    marks = {
        mark for of in seen.values() for told in of.values() for spot in told.felt.values() for mark in spot["marks"]
    }
    assert {"tag is-offOFF", "tag lock", "tag stays↻"} <= marks
    assert any(spot["power"] for of in seen.values() for told in of.values() for spot in told.felt.values())
    menu.go("recall")
    for number, of in seen.items():
        menu.page.fill("#number", str(number))
        menu.tap("#search")
        menu.see("#recall-mark").filter(has_text=f"Round {number} ").wait_for()
        for seat, told in of.items():
            menu.tap(f'[role="radio"][data-value="{seat}"]')
            menu.see(f'[data-value="{seat}"][aria-checked="true"]').wait_for()
            now = recalled(menu.page)
            assert now.felt == told.felt, f"round {number}, seat {seat}"
            assert now == told, f"round {number}, seat {seat}"
