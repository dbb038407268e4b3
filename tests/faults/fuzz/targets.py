"""What is fuzzed: each target takes one random input, and tells whether it was taken or refused as documented."""

import json
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import structlog

from config.cabinet import read_cabinet
from config.drivers import DriverSettings
from config.files.reading import BadFile, read_toml, validate
from config.screens import read_screens
from controller.books import all_names, find_book, game_wanted, read_book
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.scripts import BadScript, read_json
from controller.protocol.catalogue import WAYS
from controller.protocol.message import BadMessage, decode, encode
from controller.server.loop.journal import first_table
from controller.vault.faults import VaultFault, VaultLost
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall
from tests.faults.fuzz import mutation
from tests.faults.fuzz.bills import Bills
from tests.faults.fuzz.edges import Edges, Questions
from tests.faults.fuzz.examples import HOME, examples, schema_of
from tests.faults.fuzz.id003 import Id003
from tests.faults.fuzz.rounds import two_rounds
from tests.faults.fuzz.schema import why_not
from tests.faults.fuzz.serial import Serial
from tests.server.simulated import SimulatedCabinet, Someone
from tests.vault.evening import KEY, Evening, make_table
from tests.vault.evening import play as play_evening
from tests.vault.recorded import opened
from tools.simulator.cabinet import plan

Target = Callable[[random.Random], bool]
"""One random input; true if it was taken, false if it was refused as it should be. Anything else raises."""

TO_THE_LOOP = {
    "terminal": "from_terminal",
    "display": "from_display",
    "operator": "from_operator",
    "dice": "from_dice_driver",
    "panel": "from_panel_driver",
    "records": "from_watcher",
}
MESSAGES_A_CABINET = 3000
LARGEST = 256 * 1024


def a_message(source: random.Random, way: str) -> bytes:
    """Good, nearly good, or no message at all."""
    good = source.choice(examples(way))
    chance = source.random()
    if chance < 0.05:
        return json.dumps(good).encode()
    if chance < 0.75:
        return json.dumps(mutation.value(source, good)).encode()
    return mutation.bytes_of(source, json.dumps(good).encode())


def wire(source: random.Random) -> bool:
    """One message of one way: what is taken is what the schema allows, and is written again as it was read."""
    way = source.choice(list(WAYS))
    data = a_message(source, way)
    try:
        message = decode(WAYS[way].messages, data, LARGEST)
    except BadMessage:
        return False
    said = json.loads(data)
    forbidden = why_not(said, schema_of(way), schema_of(way))
    assert forbidden is None, f"{way} took what its schema forbids: {forbidden}: {data[:500]!r}"
    again = json.loads(encode(message))
    assert stands_in(said, again), f"{way} took {said!r:.300} for {again!r:.300}"
    return True


def stands_in(said: Any, again: Any) -> bool:
    """Whether all that was said is there again; what was left out may stand there as well."""
    if isinstance(said, dict) and isinstance(again, dict):
        return all(name in again and stands_in(value, again[name]) for name, value in said.items())
    if isinstance(said, list) and isinstance(again, list) and len(said) == len(again):
        return all(map(stands_in, said, again))
    if isinstance(again, float) and type(said) in (int, float):
        return float(said) == again
    return bool(said == again)


class Desks:
    """A running loop whose peers say anything at all: it answers, and goes on."""

    def __init__(self) -> None:
        self._messages = 0
        self._cabinet = SimulatedCabinet()
        self._peers: dict[str, Someone] = {}

    def _anew(self) -> None:
        self._cabinet = SimulatedCabinet()
        self._cabinet.link_dice()
        self._peers = {"terminal": self._cabinet.terminal(1, 10**6), "dice": self._cabinet.dice}
        for role in TO_THE_LOOP:
            self._peers.setdefault(role, Someone(self._cabinet, role, f"local {role}"))
        self._peers["operator"].say(kind="station_hello", software="fuzz")

    def __call__(self, source: random.Random) -> bool:
        if self._messages % MESSAGES_A_CABINET == 0:
            self._anew()
        self._messages += 1
        cabinet = self._cabinet
        role = source.choice(list(TO_THE_LOOP))
        data = a_message(source, TO_THE_LOOP[role])
        events = len(cabinet.store.events)
        self._peers[role].say_bytes(data)
        cabinet.turn(source.choice((0, 1, 1, 200, 2000)))
        counters = cabinet.loop.counters.counts
        assert not counters["not_taken.failed"], f"{role} said {data[:500]!r}: {cabinet.loop.counters.troubles()[0]}"
        assert not cabinet.table.holds.keys() & {"core", "books"}, f"{role} said {data[:500]!r}: {cabinet.table.holds}"
        assert cabinet.table.outside + cabinet.table.on_seats() == 0
        if self._messages % 100 == 0:
            cabinet.transport.sent.clear()
            cabinet.transport.broadcasts.clear()
        return len(cabinet.store.events) > events


class Files:
    """A folder for files that are written, read once, and written over."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="boxcars-fuzz-"))

    def put(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return path


class Configuration(Files):
    """`cabinet.toml`, the drivers' and the screens' settings."""

    def __call__(self, source: random.Random) -> bool:
        which = source.randrange(3)
        try:
            if which == 0:
                good = (HOME / "config" / "cabinet.toml").read_text()
                cabinet = read_cabinet(self.put("cabinet.toml", mutation.text(source, good)))
                if source.random() < 0.02:
                    first_table(cabinet.table)
            elif which == 1:
                path = self.put("drivers.toml", mutation.text(source, DRIVERS))
                validate(DriverSettings, read_toml(path), str(path))
            else:
                read_screens(self.put("screens.toml", mutation.text(source, SCREENS)))
        except BadFile:
            return False
        return True


DRIVERS = """[dice]
endpoint = "ipc:///run/boxcars/dice/commands"
port = "/dev/ttyUSB0"
serial = 1001

[[tickets]]
seat = 1
port = "/dev/ttyUSB1"
serial = 3001

[ticket_texts]
house = "The House"
place = "Macau 澳門"
asset = "B-0042"
sign = "$"
one = "dollar"
many = "dollars"

[[bills]]
seat = 1
port = "/dev/ttyUSB2"
protocol = "cctalk"
country = "US"
notes = [100, 200, 500]
serial = 70001
product = "BV20"

[panel]
endpoint = "ipc:///run/boxcars/panel/commands"
boards = ["CABINET", "TERMINAL-01"]
vendor = 0x1209
"""
SCREENS = """commands = "ipc:///run/boxcars/terminal/commands"
broadcasts = "ipc:///run/boxcars/public/broadcasts"
"""


class RuleBooks(Files):
    """A rule book that is taken can be played by."""

    def __call__(self, source: random.Random) -> bool:
        good = (HOME / "config" / "rulebooks" / f"{source.choice(all_names())}.toml").read_text()
        path = self.put("book.toml", mutation.text(source, good))
        try:
            book = read_book(path)
        except BadFile:
            return False
        if source.random() < 0.1 and isinstance(book, RuleBook):
            two_rounds(book, source)
        return True


class Scenarios:
    """A script that is taken plays to its end, and the money adds up."""

    def __init__(self) -> None:
        folder = HOME / "docs" / "examples"
        self._good = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]

    def __call__(self, source: random.Random) -> bool:
        good = source.choice(self._good)
        chance = source.random()
        if chance < 0.8:
            data = json.dumps(mutation.value(source, good)).encode("utf-8", "surrogatepass")
        else:
            data = mutation.bytes_of(source, json.dumps(good).encode())
        try:
            said = read_json(data)
            game = game_wanted(said).scripts()
            game.play(game.script(said), find_book)
        except (BadScript, BadFile):
            return False
        return True


class SimulationScripts(Files):
    """A script of the simulated cabinet."""

    def __call__(self, source: random.Random) -> bool:
        setup = plan.Setup(1, "electronic", 4, 5, ())
        good = plan.script_text(setup, [plan.Item(1, 5, "wager", (1, "place", "field", 500, None))])
        try:
            plan.read_script(self.put("script.json", mutation.text(source, good)))
        except BadFile:
            return False
        return True


@contextmanager
def meddling(file: Path) -> Iterator[sqlite3.Connection]:
    """Write into a journal past all that guards it, and put the guards back as they were."""
    with closing(sqlite3.connect(file)) as connection:
        guards = connection.execute("select name, sql from sqlite_master where type = 'trigger'").fetchall()
        connection.execute("pragma ignore_check_constraints = on")
        for name, _ in guards:
            connection.execute(f"drop trigger {name}")
        yield connection
        for _, sql in guards:
            connection.execute(sql)
        connection.commit()


class Journals(Files):
    """A journal that somebody has been at: it proves itself and says what it said before, or it is refused."""

    def __init__(self) -> None:
        super().__init__()
        self._good = self.folder / "good"
        kept = opened(self._good)
        play_evening(kept, Evening(seed=5, restless=0.06), 120)
        kept.close()
        self._content = self._content_of(self._good)

    def __call__(self, source: random.Random) -> bool:
        place = self.folder / "vault"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self._good, place)
        self._spoil(source, place / "journal.db")
        try:
            report = verify(place, ProofWanted(make_table, KEY))
        except VaultFault:
            return False
        same = report.fault is not None or self._content_of(place) == self._content
        assert same, "it proves itself, and says something else"
        if source.random() < 0.3:
            self._use(place)
        return report.fault is None

    def _use(self, place: Path) -> None:
        """It may be refused; it may not fall over."""
        try:
            with Reader(place) as reader:
                recall(reader, Which(last=5))
            opened(place).vault.close()
        except (VaultFault, VaultLost):
            return

    def _spoil(self, source: random.Random, file: Path) -> None:
        data = bytearray(file.read_bytes())
        match source.randrange(5):
            case 0:
                for _ in range(source.randint(1, 5)):
                    data[source.randrange(len(data))] ^= 1 << source.randrange(8)
            case 1:
                del data[source.randrange(len(data)) :]
            case 2:
                page = 4096 * source.randrange(len(data) // 4096)
                data[page : page + 4096] = bytes(4096) if source.random() < 0.5 else source.randbytes(4096)
            case 3:
                one, other = (4096 * source.randrange(len(data) // 4096) for _ in range(2))
                data[one : one + 4096], data[other : other + 4096] = data[other : other + 4096], data[one : one + 4096]
            case _:
                file.write_bytes(bytes(data))
                return self._spoil_rows(source, file)
        file.write_bytes(bytes(data))
        return None

    def _spoil_rows(self, source: random.Random, file: Path) -> None:
        """With SQLite itself, as who knows what he is doing."""
        with meddling(file) as connection:
            names = [name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")]
            table = source.choice([name for name in names if not name.startswith("sqlite_")])
            columns = [row[1] for row in connection.execute(f"pragma table_info({table})")]
            column = source.choice(columns)
            rows = connection.execute(f"select * from {table}").fetchall()
            if not rows:
                return
            row = source.choice(rows)
            here = " and ".join(f"{name} is ?" for name in columns)
            strange = source.choice((None, 0, -1, 2**62, "", "{}", b"", b"\xff", source.randbytes(32), "x" * 1000))
            with suppress(sqlite3.IntegrityError):
                if source.random() < 0.2:
                    connection.execute(f"delete from {table} where {here}", row)
                else:
                    connection.execute(f"update {table} set {column} = ? where {here}", (strange, *row))

    def _content_of(self, place: Path) -> list[tuple[Any, ...]]:
        with Reader(place) as reader, reader.view() as connection:
            return [tuple(row) for row in connection.execute("select * from entry order by seq")]


def targets() -> dict[str, Target]:
    """Every target, made anew."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    return {
        "wire": wire,
        "desks": Desks(),
        "edges": Edges(),
        "questions": Questions(),
        "codec and panels": Serial(),
        "bill acceptors": Bills(),
        "bills on ID-003": Id003(),
        "configuration": Configuration(),
        "rule books": RuleBooks(),
        "scenarios": Scenarios(),
        "simulation scripts": SimulationScripts(),
        "journals": Journals(),
    }
