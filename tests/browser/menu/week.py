"""A cabinet whose journal holds a recorded week of play: controller, records, drivers and service menu, no players.

What its pages show is compared with what the console says of the same journal.
"""

import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from controller.commands import main
from tests.browser.menu.cabinet import PATIENCE_MS, Cabinet, Menu, change_first_pin, let_in, make_the_first_supervisor
from tests.drivers.machines import eventually
from tests.ports import free_port
from tests.records.week import DAYS, make_week
from tests.vault.evening import SEATS
from tools.demo.place import Place, give_birth, lay_out
from tools.demo.processes import Processes

UNIT = 4711
"""The serial number of the dice unit that played the week."""


class WeekCabinet(Cabinet):
    """The cabinet, and a console beside it."""

    def __init__(self, place: Place, port: int) -> None:
        self.place, self.port, self.run = place.folder, port, place.run

    @property
    def menu(self) -> str:
        return self.opened_at(self.port)

    @property
    def keys(self) -> Path:
        return self.place

    @property
    def journal(self) -> Path:
        return self.place / "journal"

    def console(self, *words: object) -> Any:
        """What `boxcars … --json` says of the same journal."""
        return json.loads(self.prints(*words, "--json"))

    def prints(self, *words: object) -> str:
        """What a console command prints, called in this process."""
        said = io.StringIO()
        with redirect_stdout(said):
            assert main([*map(str, words)]) == 0, words
        return said.getvalue()

    def of_the_journal(self, name: str, *words: object) -> Any:
        return self.console(name, "--journal", self.journal, *words)


@contextmanager
def week_cabinet(folder: Path, days: int = DAYS, settings: str = "") -> Iterator[WeekCabinet]:
    """It has just been switched on after a week of play, or some days of it; `settings` go to the top of its own."""
    place = lay_out(folder, len(SEATS), "electronic", 600)
    place.cabinet.write_text(settings + _with_the_seats_of_the_week(place.cabinet.read_text()))
    make_week(place.folder / "journal", days)
    give_birth(place)
    processes = Processes(folder / "logs")
    unit = ["--link", place.run / "unit", "--key-file", place.folder / "dice.key", "--state", place.folder / "unit"]
    boards = [word for serial in place.boards for word in ("--board", serial)]
    port = free_port()
    try:
        processes.start("controller", "controller", "--config", place.cabinet)
        processes.start("records", "records", "--config", place.cabinet)
        processes.start("dice-unit", "dice", "emulate", *unit, "--fast", "--serial", UNIT)
        processes.start("panels", "panel", "emulate", "--link", place.run / "usb", *boards)
        eventually(lambda: (place.run / "usb.control").exists(), "the panels are there")
        processes.start("dice-driver", "dice", "drive", "--config", place.drivers)
        processes.start("panel-driver", "panel", "drive", "--config", place.drivers)
        processes.start("operator", "operator", "--config", place.screens, "--port", port)
        eventually(lambda: "service menu ready" in (folder / "logs/operator.log").read_text(), "the menu is there")
        assert processes.fallen() is None, processes.said_last(str(processes.fallen()))
        yield WeekCabinet(place, port)
    finally:
        processes.end()


def _with_the_seats_of_the_week(text: str) -> str:
    """Seats 1 2 3 5, where a demo cabinet of four would have 1 2 3 4."""
    text = re.sub(r"^(seats|local_seats) = .*$", rf"\1 = {list(SEATS)}", text, flags=re.M)
    return re.sub(rf"^seat = {len(SEATS)}$", f"seat = {SEATS[-1]}", text, flags=re.M)


def people_of(week: WeekCabinet, browser: Browser) -> None:
    """Its first supervisor, an attendant and a technician."""
    week.key("OPERATOR", "on")
    menu = Menu(browser, week)
    make_the_first_supervisor(menu)
    for name in ("ann", "tom"):
        let_in(menu, name)
    menu.leave()
    for name in ("ann", "tom"):
        change_first_pin(menu, name)
        menu.leave()
    menu.close()


MINUS = "−"


def cents(text: str) -> int:
    """`−$1,234.50` as whole cents."""
    found = re.fullmatch(rf"([+{MINUS}]?)\$([\d,]+)(?:\.(\d\d))?", text.strip())
    assert found is not None, text
    amount = int(found[2].replace(",", "")) * 100 + int(found[3] or 0)
    return -amount if found[1] == MINUS else amount


def rows_of(menu: Menu, table: str) -> dict[str, list[str]]:
    """The rows of a table by their names, cell by cell, as somebody reads them."""
    expect(menu.see(f"{table} tbody tr").first).to_be_visible(timeout=PATIENCE_MS)
    script = """(table) => Object.fromEntries([...document.querySelectorAll(`${table} tbody tr`)]
      .map((row) => [row.dataset.row, [...row.cells].map((cell) => cell.textContent)]))"""
    found: dict[str, list[str]] = menu.page.evaluate(script, table)
    return found


def saved(menu: Menu, button: str) -> str:
    """The file that a button gives to the station."""
    with menu.page.expect_download(timeout=PATIENCE_MS) as waiting:
        menu.tap(button)
    return Path(waiting.value.path()).read_text()


def document(menu: Menu) -> dict[str, Any]:
    """What the page keeps as JSON, but for which machine it is of: that the page alone knows."""
    told: dict[str, Any] = json.loads(saved(menu, '[data-export="json"]'))
    assert told.pop("machine")["asset"] == "7001"
    return told
