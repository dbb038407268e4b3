"""A house in one process, in trouble drawn from a seed: real uplinks, desk, witness and store, without sockets.

Answers are lost, batches come twice, transactions fail at their commit, the store is put back to an older copy and the
floor is started anew; one cabinet is given an older copy of its journal, strangers send what is not theirs. In the end
the store has to be every journal, entry by entry, and the alarms exactly those of `DUE`. What is wrong is returned.
"""

import asyncio
import random
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from logging import CRITICAL
from pathlib import Path
from typing import Any, TypeVar

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import Uplink, read_floor
from controller.floor.jackpots.leases import Leases
from controller.floor.keys import CERTIFICATE, add_cabinet, floor_key, make_keys
from controller.floor.store.alarms import open_alarms
from controller.floor.store.database import FloorStoreFailure
from controller.floor.store.opening import now_ms, open_store
from controller.floor.tickets.office import Office
from controller.floor.tickets.second_place import FloorCopy
from controller.floor.uplinks.desk import FloorDesk, UplinkConnection, UplinkRequest
from controller.floor.verify import verify
from controller.floor.witness.accepting import accept
from controller.floor.witness.witness import Witness
from controller.protocol import floor as wire
from controller.protocol.hints import HINTS_PATH, HintSaid
from controller.uplink.believing import Belief, NoFloor
from controller.uplink.certificate import key_in_certificate
from controller.uplink.process import UplinkLoop
from controller.vault.journal.signing import public_of
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.read.reader import Reader
from tests.floor import postgres
from tests.vault.evening import Clock, Evening, make_table, new_state

Result = TypeVar("Result")
CABINETS = ("pit-1", "pit-2", "pit-3")
EVENTS = 12
MOST_TURNS = 400
DUE = {
    ("pit-2", "rolled_back"),
    ("pit-2", "fork"),
    ("pit-2", "quarantined"),
    ("pit-1", "signature_bad"),
    ("pit-1", "seal_bad"),
    ("pit-3", "journal_of_two"),
    ("pit-3", "other_cabinet"),
    ("late", "not_from_the_beginning"),
    ("demo", "other_life"),
    ("nobody", "no_key"),
}
"""Every alarm that what happens here has to raise, and no other."""


class Cabinet:
    """A journal, and the uplink that reports it."""

    def __init__(self, house: "House", name: str, life: Life = Life.LIVE) -> None:
        self.name, self.life, self.clock = name, life, Clock()
        self.folder = house.folder / name
        self.folder.mkdir()
        self.journal = self.folder / "journal"
        self.key = Ed25519PrivateKey.from_private_bytes(name.encode().ljust(32, b"."))
        add_cabinet(house.keys, name, public_of(self.key).hex())
        bear(self.journal, Birth(life, new_state(), self.clock()))
        certificate = str(house.keys / CERTIFICATE)
        self.settings = Uplink(
            cabinet=name, address="https://127.0.0.1:1", certificate=certificate, directory=str(self.folder / "uplink")
        )
        self.line = Direct(house, self)
        self.loop = self.new_loop()

    def new_loop(self) -> UplinkLoop:
        """The uplink, just started."""
        loop = UplinkLoop(self.journal, self.settings, self.key)
        loop._line = self.line  # type: ignore[assignment]
        return loop

    def plays(self, seed: int, events: int = EVENTS) -> None:
        """So much happens."""
        dice = Dice.UNIT if self.life is Life.LIVE else Dice.EMULATOR
        kept = KeptTable.open(self.journal, self.clock, make_table, dice=dice)
        world = Evening(seed, restless=0.05)
        world.go_on_at(kept.table)
        for _ in range(events):
            now = world.next(kept.table)
            kept.take(now.event, now.elapsed, dice)
            kept.commit()
        kept.close()

    def head(self) -> tuple[int, str]:
        """The last entry that is there."""
        with Reader(self.journal) as reader, reader.view() as connection:
            seq, hash = connection.execute("select seq, hash from entry order by seq desc limit 1").fetchone()
            return int(seq), bytes(hash).hex()

    def journal_name(self) -> str:
        """What the journal is called."""
        with Reader(self.journal) as reader:
            return reader.standing.journal


class Direct:
    """The line to the floor without a wire: what is sent may be lost before, or its answer after, or come twice."""

    def __init__(self, house: "House", cabinet: Cabinet) -> None:
        self._house, self._cabinet = house, cabinet
        self.belief = Belief(cabinet.name, key_in_certificate(Path(cabinet.settings.certificate)))
        self._line, self._number = UplinkConnection(), 0

    def send(self, data: bytes) -> wire.FloorAnswer:
        signature = self._cabinet.key.sign(wire.batch_text(wire.id_of(data))).hex()
        return self.ask(wire.BATCHES_PATH, data, signature)

    def say(self, head: wire.HeadSaid) -> wire.FloorAnswer:
        return self.ask(wire.HEADS_PATH, head.model_dump_json().encode())

    def hint(self, said: HintSaid) -> None:
        self.ask(HINTS_PATH, said.model_dump_json().encode())

    def cursor(self, journal: str, seq: int | None = None) -> wire.FloorAnswer:
        return self.ask(f"{wire.CURSOR_PATH}/{journal}" + ("" if seq is None else f"?seq={seq}"), b"")

    def close(self) -> None:
        self._line, self._number = UplinkConnection(), 0

    def end(self) -> None:
        self.close()

    def ask(self, path: str, data: bytes, signature: str = "") -> wire.FloorAnswer:
        happens = self._house.chance.random() if self._house.rough else 1.0
        if happens < 0.04:
            raise NoFloor("it was lost on the way")
        for _ in range(2 if happens < 0.1 else 1):
            self._number += 1
            text = wire.request_text(self._line.nonce, self._number, path, wire.id_of(data))
            proof = f"{self._number} {self._cabinet.key.sign(text).hex()}"
            request = UplinkRequest(self._cabinet.name, proof, path, data, signature, "here")
            reply = self._house.does(self._house.desk.asked(self._line, request))
        if 0.1 <= happens < 0.18:
            raise NoFloor("the answer was lost")
        answer = self.belief.answer(reply.status, reply.body, reply.signature, wire.id_of(text), wire.FloorAnswer)
        if path == wire.BATCHES_PATH:
            self._house.check_word(answer)
        return answer


class House:
    """A floor in SQLite or PostgreSQL, and its cabinets."""

    def __init__(self, folder: Path, database: str, seed: int) -> None:
        self.folder, self.seed = folder, seed
        self.chance = random.Random(seed)
        self.rough = False
        """Whether anything may go wrong on the way."""
        self.keys = folder / "keys"
        make_keys(self.keys, "house")
        (folder / "floor.toml").write_text(f'name = "house"\nlife = "live"\n[database]\n{database}\n')
        self._file = folder / "floor.db"
        self._runner = asyncio.Runner()
        self.start()
        self.cabinets = {name: Cabinet(self, name) for name in CABINETS}

    def does(self, work: Coroutine[Any, Any, Result]) -> Result:
        """To its end."""
        return self._runner.run(work)

    def start(self) -> None:
        """A floor that knows only what is in its store."""
        key = floor_key(self.keys)
        self.store: Any = self.does(open_store(read_floor(self.folder / "floor.toml"), public_of(key)))
        self._writing = self.store.writing
        self.store.writing = self._failing  # type: ignore[method-assign]
        self._witness = Witness(self.store, "live", now_ms, 10**12)
        office = Office(self.store, key, "live", now_ms, FloorCopy(self.folder / "floor.head"))
        self.desk = FloorDesk(self.keys, key, self.store, self._witness, office, Leases(self.store, key, {}, now_ms))

    def stop(self) -> None:
        """It ends."""
        self.does(self.store.close())

    @asynccontextmanager
    async def _failing(self, in_turn: bool = False) -> AsyncIterator[Any]:
        """A transaction that may fail when all of it is done but the commit."""
        async with self._writing(in_turn) as transaction:
            yield transaction
            if self.rough and self.chance.random() < 0.05:
                raise FloorStoreFailure("the disk is full")

    # ---- trouble ----

    def turns(self, name: str, many: int) -> None:
        """Of one uplink."""
        loop = self.cabinets[name].loop
        for _ in range(many):
            loop.turn()

    def rough_times(self) -> None:
        """Play, kills and older copies, as the seed has it."""
        self.rough = True
        copies = self._file.exists()
        for round in range(8):
            name = self.chance.choice(CABINETS)
            cabinet = self.cabinets[name]
            cabinet.plays(self.seed * 100 + round)
            self.turns(name, self.chance.randrange(1, 6))
            what = self.chance.random()
            if what < 0.25:
                cabinet.loop.close()
                cabinet.loop = cabinet.new_loop()
            elif what < 0.5:
                self.stop()
                if copies and what < 0.4:
                    self._older_or_copied()
                self.start()
        self.rough = False

    def _older_or_copied(self) -> None:
        copy = self.folder / "older.db"
        if copy.exists() and self.chance.random() < 0.7:
            shutil.copyfile(copy, self._file)
        else:
            shutil.copyfile(self._file, copy)

    def until_delivered(self, name: str) -> bool:
        """In good times a few turns are enough."""
        cabinet = self.cabinets[name]
        for _ in range(MOST_TURNS):
            cabinet.loop._head_at = 0.0
            cabinet.loop.turn()
            cursor = cabinet.loop._cursor
            if cursor is not None and (cursor.seq, cursor.hash) == cabinet.head():
                return True
        return False

    def alarms(self) -> set[tuple[str, str]]:
        """Whose, and what."""

        async def look() -> set[tuple[str, str]]:
            async with self.store.reading() as transaction:
                return {(row["cabinet"], row["code"]) for row in await open_alarms(transaction)}

        return self.does(look())

    def check_word(self, answer: wire.FloorAnswer) -> None:
        """What the floor has signed for is in its store at that moment."""
        rough, self.rough = self.rough, False
        again = self.does(self._witness.cursor(answer.cabinet, answer.journal))
        self.rough = rough
        assert again.seq >= answer.seq, f"the floor signed for entry {answer.seq} and has {again.seq}"

    # ---- what has to be found ----

    def bad_people(self) -> None:
        """Each of these is an alarm of `DUE`; none of it may be taken."""
        first, _, third = (self.cabinets[name] for name in CABINETS)
        for name in CABINETS:  # the floor may have been put back to a time before it met them
            self.until_delivered(name)
        outbox = first.loop._outbox
        first.plays(self.seed * 100 + 50)
        cursor = first.line.cursor(first.journal_name())
        batch = outbox.batch(cursor.seq)
        assert batch is not None
        assert batch.seals
        data = wire.pack(batch)
        first.line.ask(wire.BATCHES_PATH, data, third.key.sign(wire.batch_text(wire.id_of(data))).hex())
        forged = batch.model_copy(
            update={"seals": [one.model_copy(update={"signature": "00" * 64}) for one in batch.seals]}
        )
        first.line.send(wire.pack(forged))
        third.line.send(data)
        third.line.send(wire.pack(batch.model_copy(update={"cabinet": "pit-3"})))
        late = Cabinet(self, "late")
        late.line.say(late.loop._outbox.head(now_ms(), 0).model_copy(update={"base": 7, "alone": True}))
        demo = Cabinet(self, "demo", Life.DEMO)
        demo.plays(1)
        demo.loop.turn()
        demo.loop.close()
        late.loop.close()
        nobody = UplinkRequest("nobody", "1 00", wire.HEADS_PATH, b"")
        self.does(self.desk.asked(UplinkConnection(), nobody))

    def older_journal(self) -> None:
        """An older copy is played on; a person looks, and accepts it."""
        cabinet = self.cabinets["pit-2"]
        older = cabinet.folder / "older"
        shutil.copytree(cabinet.journal, older)
        cabinet.plays(self.seed * 100 + 60, 2 * EVENTS)
        self.until_delivered("pit-2")
        cabinet.loop.close()
        shutil.rmtree(cabinet.journal)
        older.rename(cabinet.journal)
        cabinet.loop = cabinet.new_loop()
        self.turns("pit-2", 2)
        cabinet.plays(self.seed * 100 + 61)
        for _ in range(4):
            cabinet.loop._head_at = 0.0
            cabinet.loop.turn()

        async def decide() -> None:
            async with self.store.writing() as transaction:
                await accept(transaction, cabinet.journal_name(), None)

        self.does(decide())

    def end(self) -> list[str]:
        """What is wrong; and all is let go."""
        wrong = [f"{name} is not delivered" for name in CABINETS if not self.until_delivered(name)]
        files = [cabinet.journal for cabinet in self.cabinets.values()]
        proved = self.does(verify(self.store, public_of(floor_key(self.keys)), files))
        wrong += proved.wrong
        whole = sum(", 0 are not on the floor yet" in said for said in proved.said)
        wrong += [] if whole == len(files) else [f"{whole} journals of {len(files)} are here"]
        odd = self.alarms() ^ DUE
        return wrong + [f"alarm of {cabinet}: {code}" for cabinet, code in sorted(odd)]

    def close(self) -> None:
        """All of it."""
        for cabinet in self.cabinets.values():
            cabinet.loop.close()
        self.stop()
        self._runner.close()


def what_is_wrong(folder: Path, database: str, seed: int) -> list[str]:
    """A whole evening; an error that ends it is wrong too."""
    house = House(folder, database, seed)
    acts: list[Callable[[], object]] = [house.rough_times, house.older_journal, house.bad_people]
    try:
        for act in acts:
            act()
        return house.end()
    except Exception as error:
        return [f"{type(error).__name__}: {error}"]
    finally:
        house.close()


def main(seconds: float, seed: int) -> int:
    """One seed after the other, on both databases in turn, until the time is over; the seed that failed is said."""
    until = time.monotonic() + seconds
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(CRITICAL))
    with postgres.server() as server:
        while time.monotonic() < until:
            folder = Path(tempfile.mkdtemp(prefix="boxcars-trouble-"))
            store = f'postgres = "{server.make_database(f"trouble_{seed}")}"' if seed % 2 else 'sqlite = "floor.db"'
            wrong = what_is_wrong(folder, store, seed)
            print(f"seed {seed}: {wrong or 'good'}", flush=True)
            if wrong:
                return 1
            shutil.rmtree(folder)
            seed += 1
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2])))
