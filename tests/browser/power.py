"""Power Odds that a test chooses: the pages are told of these, where the controller would have drawn some."""

import json
import time
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from tests.drivers.machines import PATIENCE

FEW, MANY = 6, 12
"""The display writes so many larger; so many are all it has room for, and of more it says how many."""
DRAWN = {"closed", "shooting", "rolling", "settling"}
"""The phases in which Power Odds stand."""
SHOWN = """(levels) => [...document.querySelectorAll("[data-power], #levels li")].length >= levels
  && new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))"""

Levels = dict[str, str]


class PowerOdds:
    """What falls on which spot, for the pages that look through this."""

    def __init__(self, levels: Levels | None = None) -> None:
        self.levels: Levels = levels or {}
        self.spots: dict[str, dict[str, Any]] = {}
        self._lines: dict[Page, WebSocketRoute] = {}
        self._tables: dict[Page, dict[str, Any]] = {}
        self._falls: dict[Page, Levels] = {}
        self._stays = ""
        self._kept: dict[Page, list[str]] = {}

    def over(self, page: Page) -> None:
        """From its next address on, this page is told of these."""
        page.route_web_socket("**/ws", lambda line: self._between(page, line))

    def fall(self, page: Page, levels: Levels) -> None:
        """From now on, whatever the page is told meanwhile, and until others fall."""
        self._falls[page] = levels
        self._lines[page].send(json.dumps({"kind": "table", "table": self._with_power(page, self._tables[page])}))
        page.wait_for_function(SHOWN, arg=min(len(levels), MANY))

    def stay_in(self, phase: str) -> None:
        """The pages are not told that this phase is over: it is looked at for as long as that takes."""
        self._stays = phase

    def go_on(self) -> None:
        """They are told what they have missed, and all that comes."""
        self._stays, kept, self._kept = "", self._kept, {}
        for page, told in kept.items():
            for said in told:
                self._lines[page].send(self._told(page, said))

    def heard_alike(self, *pages: Page) -> None:
        """Until these have been told of the same moment of play."""
        until = time.monotonic() + PATIENCE
        while len(moments := {self._moment(page) for page in pages}) > 1:
            assert time.monotonic() < until, moments
            pages[0].wait_for_timeout(10)  # what they are told is handed on meanwhile

    def _moment(self, page: Page) -> tuple[int, str] | None:
        table = self._tables.get(page)
        return None if table is None else (table["round"], table["phase"])

    def fall_as_before(self) -> None:
        """The same on every page again, from the next that it is told."""
        self._falls.clear()

    def choices(self) -> Iterator[Levels]:
        """Every spot with each of its levels in both sizes of writing, and all of them at once."""
        for level in ("low", "high"):
            spots = [spot for spot, about in self.spots.items() if level in (about.get("power") or {})]
            for many in (FEW, MANY):
                for first in range(0, len(spots), many):
                    yield dict.fromkeys(spots[first : first + many], level)
            yield dict.fromkeys(spots, level)

    def _between(self, page: Page, line: WebSocketRoute) -> None:
        self._lines[page] = line
        line.connect_to_server().on_message(lambda said: self._hear(page, str(said)))

    def _hear(self, page: Page, said: str) -> None:
        table = json.loads(said).get("table")
        before = self._tables.get(page)
        if table and before and before["phase"] == self._stays != table["phase"]:
            self._kept.setdefault(page, [])
        if page in self._kept:
            self._kept[page].append(said)
        else:
            self._lines[page].send(self._told(page, said))

    def _told(self, page: Page, said: str) -> str:
        message = json.loads(said)
        if message["kind"] == "offer" and message["offer"]:
            self.spots = message["offer"]["spots"]
        if message.get("table"):
            self._tables[page] = message["table"]
            message["table"] = self._with_power(page, message["table"])
        return json.dumps(message)

    def _with_power(self, page: Page, table: dict[str, Any]) -> dict[str, Any]:
        falls = self._falls.get(page, self.levels) if table["phase"] in DRAWN else {}
        return table | {"levels": falls}
