"""What a seat that nobody plays invites to, in every state of its slot: the real page, told what a terminal tells it.

No cabinet is started: the page's files are handed out here, and what it hears is what `TerminalSeat` says.
"""

import json
import mimetypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

import terminals
from config.text.money import MoneyFormat
from controller.books import load_book
from controller.protocol.terminals import version_1 as wire
from controller.table.round.opening import open_game
from tests.browser.measuring import LANGUAGES, SIZES, SPOKEN, look
from tests.terminals.test_seat import Desk, cash
from tests.terminals.words_of_the_wire import BOOK, you

ROOT = Path(terminals.__file__).parent
FOLDERS = (ROOT / "player" / "page", ROOT / "common" / "page")
HOST = "seat.test"
TIGHTEST = min(SIZES, key=lambda size: size[1])
"""The screen with the least room for words one under the other."""
NOTHING: dict[str, Any] = {"notes": (), "tickets": False}
STATES: dict[str, dict[str, Any]] = {
    "notes_and_tickets": {},
    "notes": {"tickets": False, "takes_tickets": False},
    "tickets": {"notes": ()},
    "faulty": {**NOTHING, "why": "fault"},
    "at_the_limit": {**NOTHING, "why": "credit_limit"},
    "held": {**NOTHING, "why": "held"},
    "waits": {**NOTHING, "why": "cash_held", "holds": ("unknown",)},
}
SAYS = {
    "notes_and_tickets": ("Put in notes or a ticket, place a chip, and press SHOOT.", "Takes notes $1 $20 and tickets"),
    "notes": ("Put in notes, place a chip, and press SHOOT.", "Takes notes $1 $20"),
    "tickets": ("Put in a ticket, place a chip, and press SHOOT.", "Takes tickets, no notes"),
    "faulty": ("Ask an attendant for credits", "No notes or tickets now: the slot is out of order"),
    "at_the_limit": ("Ask an attendant for credits", "your credits are at the limit"),
    "held": ("Ask an attendant for credits", "the table is paused"),
    "waits": ("Ask an attendant for credits", "call an attendant"),
}


class Seat:
    """The page of an idle seat, in one language; what its slot takes is said as it comes."""

    def __init__(self, browser: Browser, language: str) -> None:
        self.desk = Desk()
        offer = open_game("craps", load_book("electronic"), (3,)).game.offer()
        self.desk.seat.hear(wire.Book(digest=BOOK, book={}, offer=offer))
        self.desk.seat.hear(you(credits=0))
        self._told: list[WebSocketRoute] = []
        self.page: Page = browser.new_page(viewport={"width": TIGHTEST[0], "height": TIGHTEST[1]})
        self.page.add_init_script(f"localStorage.setItem('language', '{language}')")
        self.page.route(f"http://{HOST}/**", _file)
        self.page.route_web_socket(f"ws://{HOST}/ws", self._greet)
        self.page.goto(f"http://{HOST}/")
        expect(self.page.locator("#attract h2")).to_be_visible()

    def slot(self, **now: Any) -> None:
        self.desk.seat.hear(cash(**now))
        self._tell(self.desk.seat.snapshot())

    def is_told(self, **of: Any) -> None:
        self.desk.seat.hear(you(**{"credits": 0, **of}))
        self._tell(self.desk.seat.snapshot())

    def _greet(self, route: WebSocketRoute) -> None:
        self._told.append(route)
        route.on_message(lambda _: None)
        look = {"kind": "look", "languages": SPOKEN, "money": MoneyFormat().model_dump(mode="json")}
        for message in (look, self.desk.seat.offer(), self.desk.seat.snapshot()):
            self._tell(message)

    def _tell(self, message: dict[str, Any]) -> None:
        for route in self._told:
            route.send(json.dumps(message))


def _file(route: Route) -> None:
    name = route.request.url.removeprefix(f"http://{HOST}/") or "index.html"
    found = next((folder / name for folder in FOLDERS if (folder / name).is_file()), None)
    if found is None:
        route.fulfill(status=404)
    else:
        route.fulfill(body=found.read_bytes(), content_type=mimetypes.guess_type(name)[0] or "text/plain")


@pytest.fixture(scope="module", params=LANGUAGES)
def seat(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[str, Seat]]:
    found = Seat(browser, request.param)
    yield request.param, found
    found.page.close()


def test_it_invites_what_its_slot_takes_now_and_says_why_nothing_in_words_that_fit(
    seat: tuple[str, Seat],
) -> None:
    language, idle = seat
    shown = dict[str, str]()
    for name, state in STATES.items():
        idle.slot(**state)
        expect(idle.page.locator("#attract .slot")).to_have_text(idle.page.locator("#takes").inner_text())
        shown[name] = idle.page.locator("#attract").inner_text()
        looks = look(idle.page, f"{name} {language}")
        assert looks.cut_off() == looks.faint() == []
        if language == "en":
            assert [words for words in SAYS[name] if words not in shown[name]] == []
    assert len(set(shown.values())) == len(STATES), "two states read alike"
    assert all("{" not in words and "attract." not in words for words in shown.values())


def test_a_seat_that_is_locked_or_closed_invites_nobody(seat: tuple[str, Seat]) -> None:
    _, idle = seat
    idle.slot()
    for other in ({"lock": "hand_pay", "lock_amount": 500}, {"open": False}):
        idle.is_told(**other)
        expect(idle.page.locator("#attract")).to_be_hidden()
        idle.is_told()
        expect(idle.page.locator("#attract")).to_be_visible()


def test_before_the_first_roll_its_dice_show_no_faces(seat: tuple[str, Seat]) -> None:
    _, idle = seat
    idle.is_told()
    expect(idle.page.locator("#attract .dice .blank")).to_have_count(2)
    expect(idle.page.locator("#attract .pip")).to_have_count(0)
