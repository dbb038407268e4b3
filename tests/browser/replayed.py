"""A page that is told what a script says, where its process would have told it what the controller did: for measuring.

The page and its files are a real cabinet's, and so is what greets it; what is told after that is made here.
"""

import json
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import CDPSession, Page, WebSocketRoute, expect

from tests.browser.cabinet import Cabinet
from tests.drivers.machines import PATIENCE

POWER = {"horn": "high", "horn:12": "low", "hop:3-3": "low", "hop:6-6": "high", "hop:2-5": "low"}
HAND = {"point": 8, "rolls": 17, "points_made": [4, 9], "numbers": [3, 4, 6, 8, 9]}
ROWS = [("horn", 75_000, "win", 2_250_000), ("place:6", 1200, "lose", 0), ("hard:8", 300, "lose", 0)]


class Replay:
    """One page of a cabinet and what it is told; seat 0 is the display."""

    def __init__(self, page: Page, cabinet: Cabinet, seat: int) -> None:
        self.page, self.seat = page, seat
        page.set_default_timeout(PATIENCE * 1000)
        self._line: WebSocketRoute | None = None
        self._table: dict[str, Any] = {}
        self._you: dict[str, Any] = {}
        page.route_web_socket("**/ws", self._between)
        page.goto(cabinet.address(seat))
        expect(page.locator("#phase")).not_to_be_empty()
        page.wait_for_timeout(200)  # the greeting is heard to its end
        self._real.close()  # from here on the script alone speaks
        self._say({"kind": "link", "up": True, "why": ""})

    def _between(self, line: WebSocketRoute) -> None:
        if self._line is not None:
            return
        self._line, self._real = line, line.connect_to_server()
        self._real.on_message(lambda said: self._greeted(str(said)))
        self._real.on_close(lambda _code, _reason: None)
        line.on_message(lambda _: None)

    def _greeted(self, said: str) -> None:
        message = json.loads(said)
        self._table = message.get("table") or self._table
        self._you = message.get("you") or self._you
        assert self._line is not None
        self._line.send(said)

    def _say(self, message: dict[str, Any]) -> None:
        assert self._line is not None
        self._line.send(json.dumps(message))

    def table(self, **change: Any) -> None:
        """The table with this changed."""
        self._table = {**self._table, "holds": {}, **change, "seq": self._table["seq"] + 1}
        self._say({"kind": "table", "table": self._table})

    def bets(self, number: int) -> None:
        """A round of this number: bets, and the draw of its Power Odds."""
        past = [{"faces": [1 + n % 6, 1 + (number + n) % 6], "did": ""} for n in range(20)]
        timed: dict[str, Any] = {"due_in_ms": 18_000, "lasts_ms": 25_000}
        self.table(phase="betting", round=number, hand=HAND, past=past, levels={}, shooter=1, **timed)
        self.table(phase="closed", levels=POWER, due_in_ms=None, lasts_ms=None)

    def rolls(self) -> None:
        self.table(phase="rolling")

    def falls(self, faces: Sequence[int] = (6, 6)) -> None:
        """The dice lie on these, and it is told what they brought."""
        number, shown = self._table["round"], list(faces)
        last = {
            "round": number,
            "how": "settled",
            "reason": "",
            "faces": shown,
            "roll_count": 18,
            "won": {"1": 2_248_500},
        }
        hand = {**HAND, "rolls": 17 + number % 9}
        past = [*self._table["past"][1:], {"faces": shown, "did": ""}]
        self.table(phase="settling", past=past, hand=hand, last=last)
        if self.seat:
            self._settled(number, shown)

    def _settled(self, number: int, faces: list[int]) -> None:
        names = ("bet", "stake", "result", "paid")
        rows = [{**dict(zip(names, row, strict=True)), "vigorish": 0, "stays": True} for row in ROWS]
        last = {"round": number, "how": "settled", "faces": faces, "rows": rows, "returned": [], "pots": []}
        last["net"] = 2_248_500
        won = {"round": number, "amount": 2_248_500}
        self._say({"kind": "settled", "last": last, "won": won, "laid": {}, "pots": [], "unheard": -1})
        stakes = {"pass_line": 500 + number % 7 * 100, "place:6": 1200}
        self._say({"kind": "you", "you": {**self._you, "credits": 150_000 + number, "stakes": stakes}, "laid": {}})

    def devtools(self) -> CDPSession:
        return self.page.context.new_cdp_session(self.page)
