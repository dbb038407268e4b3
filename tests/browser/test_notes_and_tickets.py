"""Notes in, tickets out and in again, as a player does it with the wallet beside the seat.

One cabinet with acceptors and printers for all of it. Seat 1 speaks ccTalk, seat 2 ID-003.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from config.files.page_key import address
from config.files.secrets import read_secret
from tests.browser.cabinet import Cabinet, cabinet
from tests.browser.player import Player, money
from tests.browser.scanner import numbers_on
from tests.drivers.machines import eventually
from tools.demo.cash import TICKET_LIMIT as LIMIT
from tools.demo.wallet_pages import PREFIX


def first_page(browser: Browser, cabinet: Cabinet) -> Page:
    page = browser.new_page(viewport={"width": 1366, "height": 1400})
    page.goto(address(cabinet.port, read_secret(cabinet.place / "page.key", 32).hex()))
    return page


class Wallet:
    """The page of a seat's wallet."""

    def __init__(self, browser: Browser, cabinet: Cabinet, seat: int) -> None:
        self.page: Page = first_page(browser, cabinet)
        self.page.click(f'a[href="{PREFIX}{seat}"]')
        expect(self.page.locator("[data-note]").first).to_be_visible()

    def note(self, value: int | str) -> None:
        self.says("Ready for a note")  # the one before it is out of the way
        self.page.click(f'[data-note="{value}"]')

    def does(self, act: str) -> None:
        self.page.click(f'[data-do="{act}"]')

    def tickets(self) -> Locator:
        return self.page.locator("#held [data-number]")

    def says(self, words: str) -> None:
        expect(self.page.locator("#acceptor")).to_contain_text(words)

    def drag_in(self, ticket: Locator) -> None:
        ticket.hover()
        self.page.mouse.down()
        self.page.locator("#slot").hover()
        self.page.mouse.up()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cabinet]:
    with cabinet(tmp_path_factory.mktemp("cash"), credits=1000, cash=True) as found:
        yield found


def test_the_first_page_turns_a_key_and_turns_it_back(browser: Browser, house: Cabinet) -> None:
    page = first_page(browser, house)
    for turned in ("on", "off"):
        page.click(f'text="OPERATOR key {turned}"')
        expect(page.locator("body")).to_contain_text(f"Keys turned: {'OPERATOR' if turned == 'on' else 'none'}")
    page.close()


@pytest.mark.parametrize("seat", [1, 2])
def test_a_note_becomes_credits_and_they_become_a_ticket_that_plays_at_the_next_seat(
    browser: Browser, house: Cabinet, seat: int
) -> None:
    player, other = Player(browser, house, seat), Player(browser, house, 3 - seat)
    wallet, at_other = Wallet(browser, house, seat), Wallet(browser, house, 3 - seat)
    expect(player.find("#takes")).to_contain_text("$20")
    wallet.note(20)
    player.told("$20.00 in notes added to your credits.")
    player.is_up(20)
    wallet.note("false")
    player.told("Please take back your note or ticket")
    ticket = cashed_out(player, wallet)
    expect(player.find("#credits")).to_have_text("$0.00")
    number = str(ticket.get_attribute("data-number"))
    assert number in numbers_on(ticket.screenshot()), "no scanner reads the ticket on the screen"
    in_hand = at_other.page.locator(f'[data-number="{number}"]')
    at_other.drag_in(in_hand)
    other.told(f"Your ticket: {money(player.brought + 2000)} added to your credits.")
    other.is_up(player.brought / 100 + 20)
    expect(in_hand).to_have_count(0)
    cashed_out(other, at_other)
    for one in (wallet.page, at_other.page):
        one.close()
    for someone in (player, other):
        someone.leave()


def cashed_out(player: Player, wallet: Wallet) -> Locator:
    """All free credits on a ticket, which is then in the hand."""
    before = wallet.tickets().count()
    player.page.click("#cash-out")
    expect(player.find("#dialog")).to_contain_text("Your credits are printed on a ticket.")
    player.page.click("#cash-yes")
    expect(player.find("#notices")).to_contain_text("Take your ticket")
    wallet.does("take")
    expect(player.find("#notices")).not_to_contain_text("ticket")
    expect(wallet.tickets()).to_have_count(before + 1)
    return wallet.tickets().first


def question(player: Player) -> str:
    """What stands there before a cash-out, which is not done."""
    player.page.click("#cash-out")
    asked = player.find("#dialog").inner_text()
    player.page.keyboard.press("Escape")
    return asked


def test_what_is_above_the_limit_or_has_no_paper_is_paid_by_hand_and_the_question_says_so(
    browser: Browser, house: Cabinet
) -> None:
    player, wallet = Player(browser, house, 1), Wallet(browser, house, 1)
    house.attendant.act("credit", seat=1, amount=LIMIT)
    wallet.note(1)
    player.told("$1.00 in notes added")
    player.page.click("#cash-out")
    expect(player.find("#dialog")).to_contain_text(
        f"A ticket is for {money(LIMIT)} at most. An attendant will pay you."
    )
    player.page.click("#cash-yes")
    expect(player.find("#lock")).to_contain_text("waiting for an attendant")
    expect(player.find("#takes")).to_contain_text("this seat waits for an attendant")
    wallet.note(5)
    wallet.says("Came back")
    house.attendant.act("hand_pay", seat=1, reference="r-1")
    expect(player.find("#lock")).to_be_hidden()
    wallet.note(5)
    player.told("$5.00 in notes added")
    wallet.does("paper-out")
    expect(wallet.page.locator("#printer-says")).to_contain_text("no paper")
    eventually(lambda: "An attendant will pay you." in question(player), "the cash-out is by hand")
    wallet.does("paper")
    eventually(lambda: "printed on a ticket" in question(player), "the cash-out is a ticket again")
    cashed_out(player, wallet)
    wallet.page.close()
    player.leave()


def test_a_seat_whose_slot_is_out_of_order_says_so_and_plays_on(browser: Browser, house: Cabinet) -> None:
    player, wallet = Player(browser, house, 2), Wallet(browser, house, 2)
    wallet.does("pull")
    expect(player.find("#takes")).to_contain_text("No notes or tickets now")
    house.attendant.act("credit", seat=2, amount=1000)
    player.bet("field")
    player.press("undo")
    wallet.does("put")
    expect(player.find("#takes")).to_contain_text("Takes notes")
    wallet.page.close()
    player.leave()


def test_its_page_is_shut_to_whoever_has_not_the_key_and_puts_nothing_in_for_another_page(
    browser: Browser, house: Cabinet
) -> None:
    stranger = browser.new_page()
    assert stranger.goto(f"http://127.0.0.1:{house.port}{PREFIX}1").status == 403  # type: ignore[union-attr]
    wallet = Wallet(browser, house, 1)
    key = {"Cookie": "; ".join(f"{one['name']}={one['value']}" for one in wallet.page.context.cookies())}
    where = f"http://127.0.0.1:{house.port}{PREFIX}1/note/20"
    for origin in ("http://evil.example", "null"):
        assert stranger.request.post(where, headers={**key, "Origin": origin}).status == 403
    stranger.close()
    wallet.page.close()
