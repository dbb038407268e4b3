"""The player's real page without a cabinet: its files are handed out here, and it is told what a terminal would tell of
a table that the test lays itself. What the page says is written down."""

import json
import mimetypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

import terminals
from config.text.money import MoneyFormat
from controller.books import load_book
from controller.games.registry import table_row
from controller.protocol.terminals import version_1 as wire
from controller.protocol.terminals.care import CareNow, PlaySessionNow
from controller.server.connections.seats.seat_views import seat_now
from controller.server.loop.public_views import PublicViews
from controller.table.round.opening import open_game
from terminals.player.acts import Keep, read_act
from tests.browser.measuring import SPOKEN
from tests.terminals.test_seat import Desk

ROOT = Path(terminals.__file__).parent
FOLDERS = (ROOT / "player" / "page", ROOT / "common" / "page")
HOST = "seat.test"
SEAT = 3
CARE: dict[str, Any] = {
    "seat": SEAT, "limit_wait_s": 3600, "break_minutes": 15, "ends_after_s": 300, "check_minutes": 60, "auto": True,
    "text": {}, "number": {"en": "555 0100"},
}  # fmt: skip
SESSION: dict[str, Any] = {
    "played_ms": 31 * 60_000, "brought": 80_000, "limits": {"minutes": 0, "loss": 0, "stake": 0}, "wanted": None,
    "wanted_in_ms": 0, "break_ms": 0, "check_in_ms": None, "time_left_ms": None,
}  # fmt: skip

PAST: dict[str, Any] = {
    "kind": "past", "pages": 1, "more": True, "rounds": [
        {
            "round": 40 - number, "ended_at": 1_763_590_000_000 - 60_000 * number, "how": "settled", "money": {},
            "faces": [number % 6 + 1, number * 5 % 6 + 1], "rows": [
                {"bet": "place:6", "stake": 600, "result": "lose", "paid": 0},
                {"bet": "field", "stake": 500, "result": "win", "paid": 500},
            ],
        }
        for number in range(20)
    ],
}  # fmt: skip


class ToldPage:
    """A seat with these stakes, on the electronic book where no other is named."""

    def __init__(
        self, browser: Browser, stakes: dict[str, int], language: str = "en", book: str = "electronic", **how: Any
    ) -> None:
        self.game = open_game("craps", load_book(book), (SEAT,))
        self.game.game.pay(SEAT, 80_000)
        for bet, amount in stakes.items():
            assert self.game.game.act(SEAT, "place", bet, amount, None).refused is None
        self.desk = Desk()
        offer = self.game.game.offer()
        self.desk.seat.hear(wire.Book(digest=self.game.game.digest(), book={}, offer=offer))
        self.desk.seat.hear(seat_now(self.game, SEAT))
        self.table()
        self.care()
        self.said: list[dict[str, Any]] = []
        self._lines: list[WebSocketRoute] = []
        self.complaints: list[str] = []
        self.page: Page = browser.new_page(**{"viewport": {"width": 1920, "height": 1080}, **how})
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.add_init_script(f"localStorage.setItem('language', '{language}')")
        served(self.page, FOLDERS)
        self.page.route_web_socket(f"ws://{HOST}/ws", self._greet)
        self.page.goto(f"http://{HOST}/")
        expect(self.page.locator('[data-spot="pass_line"]')).to_be_visible()

    def table(self, **more: Any) -> None:
        """The table as everybody sees it, with this different."""
        row = table_row("craps")
        views = PublicViews("00000000000000aa", True)
        views.seq = self.desk.seat.table.seq + 1 if self.desk.seat.table else 1
        now = views.table(self.game, None, row.history({}))
        self.desk.seat.see(now.model_copy(update={"phase": "betting", "round": 5, "holds": {}, **more}))

    def care(self, session: dict[str, Any] | None = None, **more: Any) -> None:
        """The session as it is, with this different."""
        now = PlaySessionNow.model_validate({**SESSION, **(session or {})})
        self.desk.seat.hear(CareNow(**{**CARE, **more}, session=now))

    def tells(self, *messages: dict[str, Any]) -> None:
        """As the terminal does: this, or everything anew."""
        for message in messages or (self.desk.seat.snapshot(),):
            for line in self._lines:
                line.send(json.dumps(message))

    def sends(self, text: str) -> None:
        """Whatever it is."""
        for line in self._lines:
            line.send(text)

    def public(self) -> list[dict[str, Any]]:
        """What a screen of everybody's is told."""
        assert self.desk.seat.table is not None
        table = self.desk.seat.table.model_dump(mode="json", exclude={"kind", "v"})
        return [
            {
                "kind": "look",
                "languages": SPOKEN,
                "money": MoneyFormat().model_dump(mode="json"),
                "turns_after": 600,
            },
            self.desk.seat.offer(),
            {"kind": "link", "up": True},
            {"kind": "table", "table": table},
        ]

    def find(self, selector: str) -> Any:
        return self.page.locator(selector)

    def kinds(self) -> list[str]:
        return [said["kind"] for said in self.said]

    def leave(self) -> None:
        self.page.close()
        assert self.complaints == []

    def _greet(self, line: WebSocketRoute) -> None:
        self._lines.append(line)
        line.on_message(self._hear)
        look = {"kind": "look", "languages": SPOKEN, "money": MoneyFormat().model_dump(mode="json")}
        self.tells(look, self.desk.seat.offer(), self.desk.seat.snapshot())

    def _hear(self, text: str | bytes) -> None:
        said = json.loads(text)
        self.said.append(said)
        act = read_act(said)
        assert act is not None, f"a page says what no page says: {said}"
        if isinstance(act, Keep):
            self.desk.seat.keep(act)
            self.tells()


def served(page: Page, folders: Sequence[Path]) -> None:
    """Hand out the files of these folders, the first that has one."""

    def file(route: Route) -> None:
        name = route.request.url.removeprefix(f"http://{HOST}/") or "index.html"
        found = next((folder / name for folder in folders if (folder / name).is_file()), None)
        if found is None:
            route.fulfill(status=404)
        else:
            route.fulfill(body=found.read_bytes(), content_type=mimetypes.guess_type(name)[0] or "text/plain")

    page.route(f"http://{HOST}/**", file)
