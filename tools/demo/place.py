"""Where a demo cabinet is kept: its settings, keys and journal, made once and used again."""

import contextlib
import io
import tempfile
from pathlib import Path
from typing import NamedTuple

from config.files.reading import BadFile
from controller.games.interface import Course
from tools.demo.cash import SeatCash, cabinet_tables, driver_tables

CABINET = """# A demo cabinet, made by `boxcars run`. Change what you like; delete the folder to begin anew.
name = "demo"
run = "{run}"
keys = "keys"

[table]
seats = {seats}
rulebook = "{book}"
[table.settings]
credit_limit = 100000000
{bet_time}

[journal]
directory = "journal"
life = "demo"

[{device}_unit]
key_file = "{device}.key"
emulated = true

[identity]
house = "Boxcars demo"
place = "this machine"
asset = "7001"
serial = "BX-0001"

[terminals]
local_seats = {local_seats}

[[boards]]
serial = "CABINET"
cabinet = true
{boards}
[media]
directory = "media"
must_be_mounted = false

[records]
metrics_port = 0
{cash}"""

BOARD = """
[[boards]]
serial = "{serial}"
seat = {seat}
"""

DRIVERS = """[{device}]
endpoint = "ipc://{run}/{device}/commands"
port = "{run}/unit"

[panel]
endpoint = "ipc://{run}/panel/commands"
boards = {boards}
usb = "emulated:{run}/usb"
"""

SCREENS = """commands = "ipc://{run}/terminal/commands"
display_commands = "ipc://{run}/display/commands"
operator_commands = "ipc://{run}/operator/commands"
broadcasts = "ipc://{run}/public/broadcasts"
records = "ipc://{run}/answers/terminal/commands"
operator_records = "ipc://{run}/answers/operator/commands"
page_key = "{page_key}"
touch = "{folder}/touch"
kiosk = "{folder}/kiosk.conf"
"""


class Place(NamedTuple):
    """The files of a demo cabinet."""

    folder: Path
    run: Path
    seats: list[int]
    device: str = "dice"
    """What the outcomes of its game come from."""
    has_cash: bool = False
    """Whether its seats have acceptors and printers; a demo of before they were there goes on without."""

    @property
    def unit_key(self) -> Path:
        return self.folder / f"{self.device}.key"

    @property
    def cabinet(self) -> Path:
        return self.folder / "cabinet.toml"

    @property
    def drivers(self) -> Path:
        return self.folder / "drivers.toml"

    @property
    def screens(self) -> Path:
        return self.folder / "screens.toml"

    @property
    def page_key(self) -> Path:
        return (self.folder / "page.key").absolute()

    @property
    def cash(self) -> list[SeatCash]:
        """Acceptor and printer of each seat, where they have them."""
        return [SeatCash(seat, self.run) for seat in self.seats] if self.has_cash else []

    @property
    def boards(self) -> list[str]:
        return ["CABINET", *(_serial(seat) for seat in self.seats)]


def lay_out(folder: Path, seats: int, book: str, bet_time: int, cash: bool = False) -> Place:
    """The place as it was left, or a new one. Sockets lie elsewhere: the path of a socket must be short."""
    from config.cabinet import read_cabinet
    from controller.books import load_rules
    from controller.games.registry import table_row

    row, rules = load_rules(book)
    table = table_row(row.name)
    (folder / "media" / "stick").mkdir(parents=True, exist_ok=True)
    place = Place(folder, Path(tempfile.mkdtemp(prefix="boxcars-")), list(range(1, seats + 1)), table.device, cash)
    if not place.cabinet.exists():
        text = CABINET.format(
            run=place.run,
            seats=seats,
            book=book if not book.endswith(".toml") else Path(book).resolve(),
            bet_time=_bet_time(table.opened(rules, ()).course, bet_time),
            device=table.device,
            local_seats=place.seats,
            boards="".join(BOARD.format(serial=_serial(seat), seat=seat) for seat in place.seats),
            cash=cabinet_tables(place.seats) if cash else "",
        )
    else:
        old = read_cabinet(place.cabinet)
        kept, _ = load_rules(old.table.rulebook)
        if kept.name != row.name:
            raise BadFile(f"{folder} plays {kept.name}, and does for good; say another place with --place DIR")
        place = place._replace(seats=old.table.seat_numbers(), has_cash=bool(old.cash))
        text = place.cabinet.read_text().replace(f'"{old.run}"', f'"{place.run}"')
    place.cabinet.write_text(text)
    boards = "[" + ", ".join(f'"{serial}"' for serial in place.boards) + "]"
    drivers = DRIVERS.format(run=place.run, boards=boards, device=place.device)
    place.drivers.write_text(drivers + driver_tables(place.cash))
    place.screens.write_text(SCREENS.format(run=place.run, page_key=place.page_key, folder=place.folder))
    return place


def _bet_time(course: Course, seconds: int) -> str:
    """Among the settings of the table, or where the game has it as its own, there."""
    own = "bet_time" in course.not_of_table
    return f"{'[table.game]' if own else ''}\nbet_time = {seconds}".strip()


def give_birth(place: Place) -> bool:
    """Keys and journal, where they are missing; tells whether the journal is new."""
    from controller.commands import main

    if not place.unit_key.exists():
        _quietly(main, "keys", place.device, place.unit_key)
    if not place.page_key.exists():
        _quietly(main, "keys", "pages", place.page_key)
    if not (place.folder / "keys").exists():
        _quietly(main, "keys", "init", "--keys", place.folder / "keys")
    if (place.folder / "journal").exists():
        return False
    _quietly(main, "vault", "init", "--config", place.cabinet)
    return True


def _quietly(main: "object", *words: object) -> None:
    assert callable(main)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = main([str(word) for word in words])
    if code:
        raise BadFile(f"`boxcars {' '.join(map(str, words))}` failed; it says above why")


def _serial(seat: int) -> str:
    return f"TERMINAL-{seat:02}"
