"""`make floor`: a floor and some demo cabinets that report to it, for one person to try. Ctrl-C ends all of it.

Each cabinet is a `boxcars run` of its own, with its uplink; floor and uplinks are the real ones.
"""

import argparse
import contextlib
import io
import itertools
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from config.files.reading import BadFile
from controller.books import book_file
from controller.commands import fail, main
from controller.games.registry import GAMES, on_the_cabinet
from tools.demo.cabinet import PATIENCE, CannotRun, Stopped, book_of, stoppable
from tools.demo.place import lay_out
from tools.demo.processes import BOXCARS, Processes

NAME, PASSWORD = "demo", "the demo floor"
"""Of a demo: it is printed, so that everybody can look."""
BET_SECONDS = 25
SEATS, PERSONS = 2, 1
"""Of a cabinet: one seat for whoever looks, and one with somebody who plays by themselves."""
PORTS = 5
"""Of a cabinet with so many seats."""
END_PATIENCE = 60.0
"""Seconds for a cabinet to end, which has a dozen processes to end itself."""

FLOOR = """# A demo floor, made by `make floor`.
name = "demo"
life = "demo"
port = {wire}
page_port = {page}
[database]
sqlite = "floor.db"
"""
JACKPOTS = """
[jackpots.boxcars]
base = 200
ceiling = 5000
rate = 20000
bets = ["horn:12"]
trigger = { roll = "6-6" }

[jackpots.long_hand]
base = 4000
ceiling = 500000
rate = 10000
bets = ["hot_shooter"]
trigger = { hand = 45 }
"""
"""Of the house, in `floor.toml` and in the rule book of its dice tables alike."""
UPLINK = """
[floor]
cabinet = "{name}"
address = "https://127.0.0.1:{wire}"
certificate = "{certificate}"
"""


class Cabinet(NamedTuple):
    """One that reports."""

    name: str
    game: str
    folder: Path
    port: int

    @property
    def settings(self) -> Path:
        return self.folder / "cabinet.toml"


class House:
    """A folder with the floor and its cabinets, made once and used again."""

    def __init__(self, folder: Path, page: int, cabinets: int) -> None:
        self.folder, self.page, self.wire = folder.resolve(), page, page + 1
        self.config = self.folder / "floor.toml"
        games = itertools.cycle(on_the_cabinet())
        names = [f"pit-{number}" for number in range(1, cabinets + 1)]
        self.cabinets = [
            Cabinet(name, game, self.folder / name, page + 2 + PORTS * place)
            for place, (name, game) in enumerate(zip(names, games, strict=False))
        ]

    def lay_out(self) -> None:
        """Floor, who may look at it, and cabinets that know each other."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.config.write_text(FLOOR.format(wire=self.wire, page=self.page) + JACKPOTS)
        if not (self.folder / "keys").exists():
            _said("floor", "--config", self.config, "init")
            words = ("floor", "--config", self.config, "person", NAME, "--role", "supervisor", "--by", NAME)
            subprocess.run([*BOXCARS, *map(str, words)], input=f"{PASSWORD}\n".encode(), check=True)
        for cabinet in self.cabinets:
            place = lay_out(cabinet.folder, SEATS, self._book_of(cabinet.game), BET_SECONDS)
            shutil.rmtree(place.run)  # its own run makes another
            certificate = self.folder / "keys" / "floor.crt"
            own = cabinet.settings.read_text().partition("\n[floor]\n")[0]
            cabinet.settings.write_text(own + UPLINK.format(name=cabinet.name, wire=self.wire, certificate=certificate))
            key = _said("uplink", "key", "--config", cabinet.settings).strip()
            _said("floor", "--config", self.config, "cabinet", cabinet.name, key)

    def _book_of(self, game: str) -> str:
        """For the pots of this house, where the game has any; else as it comes."""
        if "jackpots" not in GAMES[game].book.model_fields:
            return book_of(game)
        book = self.folder / f"{game}.toml"
        book.write_text(f"{book_file(book_of(game)).read_text()}{JACKPOTS}")
        return str(book)


def _said(*words: object) -> str:
    """What a command says, here."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = main([str(word) for word in words])
    if code:
        raise CannotRun(f"`boxcars {' '.join(map(str, words))}` failed; it says above why")
    return said.getvalue()


def play(house: House, pace: Sequence[str]) -> int:
    """Until Ctrl-C or SIGTERM."""
    try:
        house.lay_out()
    except BadFile as error:
        raise CannotRun(str(error)) from None
    processes = Processes(house.folder / "logs", END_PATIENCE)
    with stoppable():
        try:
            processes.start("floor", "floor", "--config", house.config)
            seats = {cabinet.name: _start(processes, house, cabinet, pace) for cabinet in house.cabinets}
            print(f"The floor is there (DEMO). Open http://127.0.0.1:{house.page} - Ctrl-C ends it.", flush=True)
            print(f"Sign in as {NAME}, password: {PASSWORD}", flush=True)
            for name, address in seats.items():
                print(f"Play at {name}: {address}", flush=True)
            _watch(processes)
        except Stopped:
            print("\nending …", flush=True)
        finally:
            for number in (signal.SIGTERM, signal.SIGINT):  # whoever asks twice does not get half an end
                signal.signal(number, signal.SIG_IGN)
            processes.end()
    print(f"ended; everything stays in {house.folder}")
    return 0


def _start(processes: Processes, house: House, cabinet: Cabinet, pace: Sequence[str]) -> str:
    """A cabinet, and when it plays, its uplink. Returns the address of its first page."""
    print(f"  … {cabinet.name}: {cabinet.game}", flush=True)
    table = ("--place", cabinet.folder, "--port", cabinet.port, "--seats", SEATS, "--persons", PERSONS)
    process = processes.start(cabinet.name, "run", *table, "--game", cabinet.game, *pace)
    log, until = house.folder / "logs" / f"{cabinet.name}.log", time.monotonic() + PATIENCE
    while (found := re.search(r"Open (\S+)", log.read_text())) is None:
        if process.poll() is not None or time.monotonic() > until:
            raise CannotRun(f"{cabinet.name} does not play", processes.said_last(cabinet.name).splitlines())
        time.sleep(0.1)
    processes.start(f"{cabinet.name}-uplink", "uplink", "--config", cabinet.settings)
    return found[1]


def _watch(processes: Processes) -> None:
    """One that ends, as a person may end a cabinet at its menu, is a word; the others go on."""
    told: set[str] = set()
    while True:
        for name in [name for name in processes.all_fallen() if name not in told]:
            print(f"{name} has ended. It said last:\n{processes.said_last(name)}", flush=True)
            told.add(name)
        time.sleep(0.5)


def run() -> int:
    """From the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.demo.floor", description=__doc__)
    parser.add_argument("--place", type=Path, default=Path("var/demo-floor"), metavar="DIR")
    parser.add_argument("--port", type=int, default=8200, metavar="N", help="of the floor's page; others follow it")
    parser.add_argument("--cabinets", type=int, default=3, choices=range(1, 9), metavar="1-8")
    parser.add_argument("--fast", action="store_true", help="dice and balls take milliseconds")
    options = parser.parse_args()
    try:
        return play(House(options.place, options.port, options.cabinets), ["--fast"] if options.fast else [])
    except CannotRun as error:
        for line in error.said:
            print(f"  {line}", file=sys.stderr)
        return fail(str(error))


if __name__ == "__main__":
    raise SystemExit(run())
