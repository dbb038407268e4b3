"""Panels and terminals on the page as they are now, figure by figure what the console says; a seat's screen touched."""

import json
import subprocess
import threading
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import pytest
import zmq
from playwright.sync_api import expect

from controller.server.zmq.endpoints import commands_endpoint
from tests.browser.menu.cabinet import PATIENCE_MS, PINS, Menu
from tests.browser.menu.week import WeekCabinet
from tests.drivers.machines import COMMAND, eventually
from tests.server.cabinets import Caller


class Terminal(Caller):
    """A terminal that somebody else has written: it keeps its link, and is silent but for what a test lets it say."""

    def __init__(self, week: WeekCabinet, seat: int, software: str) -> None:
        super().__init__(commands_endpoint(week.run, "terminal"))
        self._beating, self._lock = threading.Event(), threading.Lock()
        self.say(kind="hello", seat=seat, software=software)
        self.hear("welcome")
        self._thread = threading.Thread(target=self._beat)
        self._thread.start()

    def _beat(self) -> None:
        while not self._beating.wait(0.5):
            self.say(kind="heartbeat", n=1)

    def say(self, **message: Any) -> None:
        with self._lock:
            super().say(**message)

    def heard(self, kind: str) -> dict[str, Any]:
        """The last of this kind, which may still be on its way. Never waiting with the socket: two threads use it."""
        found: list[dict[str, Any]] = []

        def looked() -> bool:
            with self._lock:
                while self.socket.poll(0, zmq.POLLIN):
                    self.unheard.append(json.loads(self.socket.recv()))
            found.extend(told for told in self.unheard if told["kind"] == kind)
            self.unheard = [told for told in self.unheard if told["kind"] != kind]
            return bool(found)

        eventually(looked, f"the terminal hears {kind}")
        return found[-1]

    def leave(self) -> None:
        self._beating.set()
        self._thread.join()
        self.say(kind="goodbye")
        self.socket.close(linger=1000)


@pytest.fixture
def kiosk(week: WeekCabinet) -> Iterator[Terminal]:
    found = Terminal(week, 1, "kiosk 1.0")
    yield found
    found.leave()


def console(week: WeekCabinet, what: str) -> Any:
    """What tom is told by `boxcars service` on the console."""
    words = [*COMMAND, "service", "--config", str(week.place / "cabinet.toml"), "--name", "tom", "--json", what]
    given = f"{PINS['tom']}\n"
    done = subprocess.run(words, input=given, capture_output=True, check=True, text=True, timeout=120)
    return json.loads(done.stdout)


def board_as_shown(menu: Menu, board: dict[str, Any]) -> dict[str, Any]:
    """What stands on the card of a board, in the console's words."""
    card = menu.see(f'[data-board="{board["board"]}"]')
    buttons = {str(one.get_attribute("data-button")): one for one in card.locator("[data-button]").all()}
    counts = {name: int(one.locator(".times").inner_text()) for name, one in buttons.items()}
    shown: dict[str, Any] = {
        "held": [name for name, one in buttons.items() if one.get_attribute("data-held") == "true"],
        "lamps": [name for name, one in buttons.items() if one.get_attribute("data-lamp") == "true"],
        "presses": {name: count for name, count in counts.items() if count},
    }
    if board["cabinet"]:
        rows = {str(row.get_attribute("data-row")): row.locator("td") for row in card.locator("tr[data-row]").all()}
        shown["open_doors"] = [door for door, cells in rows.items() if cells.nth(1).inner_text() == "open"]
        shown["latched_doors"] = [door for door, cells in rows.items() if cells.nth(2).inner_text() == "Yes"]
        shown["latches"] = {door: found for door, cells in rows.items() if (found := int(cells.nth(3).inner_text()))}
        for name, mark in (("keys", "key-switch"), ("tower", "light")):
            lit = card.locator(f'[data-{mark}][data-on="true"]').all()
            shown[name] = [str(one.get_attribute(f"data-{mark}")) for one in lit]
    return shown


def test_buttons_keys_doors_and_latches_are_seen_as_they_are_and_as_the_console_says(
    menu: Menu, week: WeekCabinet
) -> None:
    menu.go("diagnostics")
    repeat = menu.see('[data-board="TERMINAL-01"] [data-button="REPEAT"]')
    expect(repeat).to_have_attribute("data-held", "false", timeout=PATIENCE_MS)
    clear = menu.see('[data-board="TERMINAL-01"] [data-button="CLEAR"] .times')
    before = int(clear.inner_text())
    week.board("TERMINAL-01", "hold", "REPEAT")
    expect(repeat).to_have_attribute("data-held", "true", timeout=PATIENCE_MS)
    for _ in range(2):
        week.board("TERMINAL-01", "press", "CLEAR", "30")  # shorter than the page looks
        expect(clear).to_have_text(str(before := before + 1), timeout=PATIENCE_MS)
    latch = menu.see('[data-board="CABINET"] tr[data-row="MAIN"] td')
    found = int(latch.nth(3).inner_text())
    week.board("CABINET", "door", "MAIN", "open")
    expect(latch.nth(1)).to_have_text("open", timeout=PATIENCE_MS)
    expect(latch.nth(3)).to_have_text(str(found + 1), timeout=PATIENCE_MS)
    expect(latch.nth(4)).not_to_have_text("–")
    boards = console(week, "panels")["boards"]
    assert boards[0]["board"] == "CABINET"
    for board in boards:
        said = {name: board[name] for name in ("held", "lamps", "presses")}
        if board["cabinet"]:
            said |= {name: board[name] for name in ("open_doors", "latched_doors", "keys", "tower")}
            said["latches"] = {door: latch["times"] for door, latch in board["latches"].items()}
        assert board_as_shown(menu, board) == said
    week.board("TERMINAL-01", "release", "REPEAT")
    week.board("CABINET", "door", "MAIN", "close")
    expect(repeat).to_have_attribute("data-held", "false", timeout=PATIENCE_MS)
    expect(latch.nth(1)).to_have_text("closed", timeout=PATIENCE_MS)


def test_a_terminals_line_and_version_are_seen_and_its_screen_is_tested_from_here(
    menu: Menu, week: WeekCabinet, kiosk: Terminal
) -> None:
    menu.go("diagnostics")
    row = menu.see('#part-terminals tr[data-row="seat-1"]')
    expect(row).to_contain_text("– / –", timeout=PATIENCE_MS)
    expect(row.locator(".tag")).to_have_text("other version")
    kiosk.say(kind="terminal_health", round_trip_ms=1.25, worst_round_trip_ms=17.5, heartbeats=60)
    expect(row).to_contain_text("1.25 / 17.5", timeout=PATIENCE_MS)
    said = console(week, "terminals")
    assert said["version"] == version("boxcars")
    for told in said["terminals"]:
        shown = menu.see(f'#part-terminals tr[data-row="seat-{told["seat"]}"]')
        expect(shown.locator("td").first).to_have_text(str(told["seat"]))
        expect(shown.locator(".tag")).to_have_count(int(told["differs"]))
        trips = [told["round_trip_ms"], told["worst_round_trip_ms"]]
        expect(shown.locator(".trip")).to_have_text(" / ".join("–" if trip is None else str(trip) for trip in trips))
        if told["linked"]:
            expect(shown.locator(".software")).to_have_text(told["software"])
    begin = menu.see('[data-touch="1"]')
    expect(begin).to_be_disabled()
    expect(menu.see("#touch-why-not")).to_contain_text("not in service")
    menu.go("service")
    menu.act("begin_service")
    expect(menu.see("#in-service")).to_be_visible(timeout=PATIENCE_MS)
    menu.go("diagnostics")
    expect(menu.see('[data-touch="2"]')).to_be_disabled(timeout=PATIENCE_MS)  # no terminal is there
    menu.tap('[data-touch="1"]')
    expect(row.locator(".touched-result")).to_have_text("under way", timeout=PATIENCE_MS)
    name = kiosk.heard("touch_test")["test"]
    kiosk.say(kind="touch_tested", test=name, touched=95, fields=96)
    expect(row.locator(".touched-result")).to_have_text("95 of 96 fields", timeout=PATIENCE_MS)
    assert kiosk.heard("touch_test")["test"] is None
    [line] = week.of_the_journal("events", "--kind", "test", "--last", "1")["events"]
    assert (line["text"], line["details"], line["seat"]) == ("touch_test by eve", "seat 1: 95 of 96 fields", 1)
    menu.tap('[data-touch="1"]')
    expect(row.locator(".touched-result")).to_have_text("under way", timeout=PATIENCE_MS)
    menu.go("service")
    menu.act("end_service")
    expect(menu.see("#no-service")).to_be_visible(timeout=PATIENCE_MS)
    menu.go("diagnostics")
    expect(row.locator(".touched-result")).to_have_text("not done: service ended", timeout=PATIENCE_MS)
