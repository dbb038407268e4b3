"""What a floor answers in: tickets with a hundred cabinets asking, and pots as they grow; beside a bare floor.

The floor is a process, over HTTPS, on SQLite and on PostgreSQL, each decision a transaction on the disk. The bare floor
is a server that lets a request in by the same TLS, keeps as many bytes in one transaction, and answers. Both are asked
in the same seconds by the same cabinets, at any time of each, so that a busy machine slows both.
"""

import asyncio
import http.client
import itertools
import multiprocessing
import os
import random
import sqlite3
import ssl
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import orjson
from aiohttp import web

from config.floor import Uplink
from config.jackpots import Jackpot
from controller.floor.keys import CERTIFICATE, KEY
from controller.protocol import floor as wire
from controller.protocol.jackpots.pots import PotsSaid
from controller.protocol.tickets import AskSaid, AsksSaid, TicketsAnswer
from controller.table.jackpots.events import JackpotLeased
from controller.table.paper.tickets.numbers import ticket_number
from controller.table.round.opening import open_game
from controller.table.snapshot import plain
from controller.table.staff.settings import TableSettings
from controller.uplink.believing import NoFloor
from controller.uplink.certificate import trusting
from controller.uplink.line import FloorLine
from controller.uplink.outbox import UplinkOutbox
from controller.vault.journal.signing import public_of
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.read.old_records import facts_of
from tests.floor import postgres
from tests.floor.floors import Floors
from tests.floor.measure import KEY as UPLINK_KEY
from tests.floor.node import recorded
from tests.floor.senders import told_by
from tests.jackpots.house import SEATS, Table
from tests.jackpots.playing import BOXCARS, book

CABINETS = 100
TICKETS = 6
"""Of each cabinet, redeemed at the next one."""
ASKED_EVERY, POTS_EVERY = 2.0, 0.5
"""Seconds between what one cabinet asks about tickets, and about pots."""
FED = 24
TICKET_GOAL, POT_GOAL = 0.1, 1.0
SYSTEM, UNTIL, AMOUNT = 7, 4_000_000_000, 2_500
PATIENCE, AGAIN_AFTER = 60.0, 1.0
Said = TypeVar("Said")
KEPT = 700
"""Bytes: about what a ticket's decision leaves in the store."""


JACKPOTS = """
[jackpots.boxcars]
base = {base}
ceiling = {ceiling}
rate = {rate}
bets = ["{bets}"]
trigger = {{ roll = "{roll}" }}
"""


class Row(NamedTuple):
    """Of one store: seconds of the middle and of the slowest of a hundred; of the bare floor too."""

    store: str
    asks: int
    middle: float
    slowest: float
    bare_middle: float
    bare_slowest: float
    pots_middle: float
    pots_slowest: float
    load: float


# ---- the bare floor ----


def _serve(keys: str, store: str, ready: Connection) -> None:
    asyncio.run(_bare(Path(keys), store, ready))


async def _bare(keys: Path, store: str, ready: Connection) -> None:
    keep = await _keeper(store)

    async def asked(request: web.Request) -> web.Response:
        await request.read()
        await keep()
        return web.Response(body=b" " * 400)

    app = web.Application()
    app.router.add_post("/", asked)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(keys / CERTIFICATE, keys / KEY)
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=context, backlog=1000).start()
    ready.send(int(runner.addresses[0][1]))
    await asyncio.get_running_loop().run_in_executor(None, ready.recv)
    await runner.cleanup()


async def _keeper(store: str) -> Callable[[], Any]:
    body = b"x" * KEPT
    if store.startswith("postgresql"):
        import asyncpg

        pool = await asyncpg.create_pool(store, min_size=1, max_size=8)
        await pool.execute("create table bare(id bigserial primary key, body bytea)")
        return lambda: pool.execute("insert into bare(body) values ($1)", body)
    connection = sqlite3.connect(store, isolation_level=None)
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("create table bare(id integer primary key, body blob)")

    async def keep() -> None:
        connection.execute("insert into bare(body) values (?)", (body,))

    return keep


@contextmanager
def bare_floor(keys: Path, store: str) -> Iterator[int]:
    """Running; its port."""
    spawn = multiprocessing.get_context("spawn")
    ready, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(str(keys), store, theirs), daemon=True)
    process.start()
    try:
        yield ready.recv()
    finally:
        ready.send(None)
        process.join(PATIENCE)


# ---- cabinets ----


def _till_it_answers(ask: Callable[[], Said]) -> Said:
    """Whoever is told that the floor is busy asks again after a second, as a cabinet does."""
    while True:
        try:
            return ask()
        except NoFloor:
            time.sleep(AGAIN_AFTER)


class Asker:
    """One cabinet."""

    def __init__(self, house: Floors, number: int, day: list[Any], bare: int) -> None:
        self.number, self.name, self.journal = number, f"pit-{number}", f"{number:032x}"
        house.says("cabinet", self.name, public_of(UPLINK_KEY).hex())
        self._batches = told_by(number, day)
        address = f"https://127.0.0.1:{house.port}"
        settings = Uplink(cabinet=self.name, address=address, certificate=str(house.certificate))
        self.line = FloorLine(settings, UPLINK_KEY, PATIENCE)
        context = trusting(house.certificate)
        self._bare = http.client.HTTPSConnection("127.0.0.1", bare, timeout=PATIENCE, context=context)
        self._entries, self._heard = itertools.count(1_000_000), (0, "")
        self.found: list[float] = []
        self.found_bare: list[float] = []

    def introduces_itself(self) -> None:
        """Its journal begins, and its tickets are issued."""
        for data, _ in self._batches:
            assert _till_it_answers(lambda data=data: self.line.send(data)).code in wire.GOES_ON  # type: ignore[misc]
        for do, good in (("reserve", "reserved"), ("issue", "issued")):
            answer = self.ask([self._ask(do, self.ticket(which), f"out-{which}") for which in range(TICKETS)])
            assert {told.verdict for told in answer.told} == {good}, answer

    def ticket(self, which: int) -> str:
        """One of its numbers."""
        return ticket_number(SYSTEM, self.number, which + 1, "777")

    def _ask(self, do: Any, number: str, request: str) -> AskSaid:
        of = {"amount": AMOUNT, "until": UNTIL} if do == "reserve" else {"amount": 0, "until": 0}
        seq = next(self._entries)
        return AskSaid(seq=seq, hash=f"{seq:064x}", do=do, request=request, number=number, **of)

    def ask(self, asks: list[AskSaid]) -> TicketsAnswer:
        """And the answer is good."""
        heard, hash = self._heard
        said = AsksSaid(cabinet=self.name, journal=self.journal, heard=heard, heard_hash=hash, asks=asks)
        answer = _till_it_answers(lambda: self.line.tickets(said))
        assert len(answer.told) == len(asks), answer
        self._heard = answer.told[-1].decision, answer.told[-1].hash
        return answer

    def redeems(self, of: "Asker", begins: float) -> None:
        """The tickets of its neighbour: one is locked, then redeemed; and as often the bare floor is asked."""
        chance = random.Random(self.number)
        second = itertools.count()
        for which in range(TICKETS):
            for do, good in (("lock", "granted"), ("redeem", "redeemed")):
                at = begins + ASKED_EVERY * next(second)
                ours, theirs = at + chance.random() * ASKED_EVERY / 2, at + (1 + chance.random()) * ASKED_EVERY / 2
                time.sleep(max(0.0, ours - time.monotonic()))
                asked = self._ask(do, of.ticket(which), f"in-{which}")
                began = time.monotonic()
                answer = self.ask([asked])
                self.found.append(time.monotonic() - began)
                assert answer.told[0].verdict == good, answer
                time.sleep(max(0.0, theirs - time.monotonic()))
                began = time.monotonic()
                self._bare.request("POST", "/", b"x" * 500)
                self._bare.getresponse().read()
                self.found_bare.append(time.monotonic() - began)


def _beside(acts: list[Callable[[], None]]) -> None:
    """All at once; what one of them fails with is raised here."""
    failed: list[BaseException] = []

    def safe(act: Callable[[], None]) -> None:
        try:
            act()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=safe, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


# ---- pots ----


def _fed_by(folder: Path) -> list[tuple[bytes, str]]:
    """The batches of a table that feeds a pot in each round, one round each."""
    folder.parent.mkdir(exist_ok=True)
    bear(folder, Birth(Life.LIVE, plain(open_game("craps", book(), SEATS, TableSettings())), 1_700_000_000_000))
    table = Table(folder, 1, Dice.UNIT)
    table.credit(1, 10_000_000)
    batches, outbox, after = list[tuple[bytes, str]](), UplinkOutbox(folder, [], "feeder"), 0
    for _ in range(FED + 1):
        table.bet(1, "horn:12", 200)
        table.now += max(0, (table.table.left or 0) - 1000)
        table.apply(JackpotLeased("ab" * 8, 1, ("boxcars",), "cd" * 64, 5000))
        table.closes()
        table.rolls(1, 2)
        while (batch := outbox.batch(after)) is not None:
            data, after = wire.pack(batch), batch.last
            batches.append((data, UPLINK_KEY.sign(wire.batch_text(wire.id_of(data))).hex()))
    outbox.close()
    table.close()
    return batches


def _pots(asker: Asker, digest: str, stop: threading.Event, heard: list[tuple[float, int]]) -> None:
    """As a cabinet asks them: each half second."""
    chance = random.Random(f"pots {asker.number}")
    time.sleep(chance.random() * POTS_EVERY)
    for number in itertools.count():
        if stop.is_set():
            return
        began = time.monotonic()
        said = PotsSaid(cabinet=asker.name, journal=asker.journal, nonce=f"{number:016x}", jackpots={"boxcars": digest})
        answer = _till_it_answers(lambda said=said: asker.line.pots(said))  # type: ignore[misc]
        heard.append((time.monotonic(), answer.pots[0].amount))
        time.sleep(max(0.0, began + POTS_EVERY - time.monotonic()))


def _growth(house: Floors, askers: list[Asker], batches: list[tuple[bytes, str]]) -> list[float]:
    """Seconds from the answer to a batch that feeds the pot to its amount at each of the cabinets that ask."""
    settings = Uplink(cabinet="feeder", address=f"https://127.0.0.1:{house.port}", certificate=str(house.certificate))
    line, stop = FloorLine(settings, UPLINK_KEY, PATIENCE), threading.Event()
    heard: list[list[tuple[float, int]]] = [[] for _ in askers]
    grew: list[tuple[float, int]] = []
    digest = Jackpot.model_validate(BOXCARS).digest()

    def feeds() -> None:
        total = BOXCARS["base"] * 10**6
        for data, _ in batches:
            time.sleep(random.random() * POTS_EVERY)
            assert _till_it_answers(lambda data=data: line.send(data)).code in wire.GOES_ON  # type: ignore[misc]
            facts = [fact for entry in wire.unpack(data).entries for fact in _facts(orjson.loads(entry))]
            total += sum(fact["parts"] for fact in facts if fact["type"] == "JackpotFed")
            grew.append((time.monotonic(), total // 10**6))
        time.sleep(4 * POTS_EVERY)
        stop.set()

    acts = [lambda asker=asker, of=of: _pots(asker, digest, stop, of) for asker, of in zip(askers, heard, strict=True)]
    _beside([feeds, *acts])
    return [age for of in heard for at, amount in grew for age in _first(of, at, amount)]


def _first(heard: list[tuple[float, int]], at: float, amount: int) -> list[float]:
    return [max(0.0, when - at) for when, told in heard if told >= amount][:1]


def _facts(entry: dict[str, Any]) -> list[Any]:
    return list(facts_of(entry)) if entry["kind"] == "step" else []


# ---- together ----


def _measured(folder: Path, store: str, database: str, bare: str, day: list[Any], fed: list[tuple[bytes, str]]) -> Row:
    folder.mkdir()
    house = Floors(folder, database, Life.LIVE)
    with house.config.open("a") as config:
        config.write(JACKPOTS.format(**{**BOXCARS, "bets": "horn:12", "roll": BOXCARS["trigger"]["roll"]}))
    house.says("cabinet", "feeder", public_of(UPLINK_KEY).hex())
    with bare_floor(folder / "keys", bare) as port:
        try:
            askers = [Asker(house, number, day, port) for number in range(1, CABINETS + 1)]
            house.start_floor()
            _until_there(askers[0])
            _beside([asker.introduces_itself for asker in askers])
            begins = time.monotonic() + 1
            _beside(
                [partial(one.redeems, of, begins) for one, of in zip(askers, [*askers[1:], askers[0]], strict=True)]
            )
            ages = sorted(_growth(house, askers, fed))
        finally:
            house.end()
    ours = sorted(one for asker in askers for one in asker.found)
    theirs = sorted(one for asker in askers for one in asker.found_bare)
    tickets = (len(ours), statistics.median(ours), _of_hundred(ours), statistics.median(theirs), _of_hundred(theirs))
    return Row(store, *tickets, statistics.median(ages), _of_hundred(ages), os.getloadavg()[0])


def _until_there(asker: Asker) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            asker.line.cursor(asker.journal)
            return
        except NoFloor:
            assert time.monotonic() < until, "the floor does not come up"
            time.sleep(0.1)


def _of_hundred(found: list[float]) -> float:
    return found[int(len(found) * 0.99)]


def measure() -> list[dict[str, Any]]:
    """Both stores."""
    with tempfile.TemporaryDirectory() as name, postgres.server() as server:
        folder = Path(name)
        own = Path("/proc/self/autogroup").read_text()
        if own.endswith("nice -20\n"):  # begun before others: so is the database, which has a session of its own
            Path(f"/proc/{server.pid}/autogroup").write_text("-20")
        day = [wire.unpack(data) for data, _ in recorded(folder, 60)]
        fed = _fed_by(folder / "feeder")
        stores = {
            "SQLite": ('sqlite = "floor.db"', str(folder / "bare.db")),
            "PostgreSQL": (f'postgres = "{server.make_database("floor")}"', server.make_database("bare")),
        }
        return [_measured(folder / store, store, *of, day, fed)._asdict() for store, of in stores.items()]


def report(results: list[dict[str, Any]]) -> None:
    """For people."""
    for result in results:
        row = Row(**result)
        ratios = row.middle / row.bare_middle, row.slowest / row.bare_slowest
        print(
            f"{row.store}, {CABINETS} cabinets that ask each {ASKED_EVERY:.0f} s, load {row.load:.0f}: "
            f"{row.asks} asks about tickets, half within "
            f"{1000 * row.middle:.1f} ms, 99 of 100 within {1000 * row.slowest:.1f} ms "
            f"(goal {1000 * TICKET_GOAL:.0f}); the bare floor {1000 * row.bare_middle:.1f} and "
            f"{1000 * row.bare_slowest:.1f} ms, so {ratios[0]:.2f} and {ratios[1]:.2f} times as long. "
            f"A pot that grew is known elsewhere, asked each {POTS_EVERY} s, after {row.pots_middle:.2f} s (half) and "
            f"{row.pots_slowest:.2f} s (99 of 100; goal {POT_GOAL:.0f})",
            flush=True,
        )
