"""A floor and cabinets in one process, with a way between them on which everything may go wrong, message by message."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import read_floor
from config.jackpots import Jackpot
from controller.floor.jackpots.leases import Leases
from controller.floor.keys import CERTIFICATE, add_cabinet, floor_key, make_keys
from controller.floor.store.alarms import open_alarms
from controller.floor.store.database import FloorStoreFailure
from controller.floor.store.opening import now_ms, open_store
from controller.floor.tickets.office import Office
from controller.floor.tickets.rebuilding import rebuild
from controller.floor.tickets.rows import papers
from controller.floor.tickets.second_place import FloorCopy
from controller.floor.uplinks.desk import FloorDesk, UplinkConnection, UplinkRequest
from controller.floor.witness.witness import Witness
from controller.protocol import floor as wire
from controller.protocol.jackpots.pots import POTS_PATH, PotsAnswer, PotsSaid
from controller.protocol.tickets import TICKETS_PATH, AsksSaid, TicketsAnswer
from controller.uplink.believing import Belief, NoFloor, NotBelieved
from controller.uplink.certificate import key_in_certificate
from controller.uplink.exchange import Asking
from controller.uplink.outbox import UplinkOutbox
from controller.vault.journal.signing import public_of
from controller.vault.lifecycle.creation import Birth, Life, bear
from tests.floor.copies import Copy, copy_of
from tests.floor.tills import Till
from tests.vault.evening import new_state

NO_JACKPOTS: Mapping[str, Jackpot] = {}
SQLITE = 'sqlite = "floor.db"'

FAULTS = ("lost", "unheard", "doubled", "late", "later", "unkept", "cut")
"""On the way there; on the way back; twice; before the next exchange, and after it; not kept by the store; the cabinet
ends before the answer is on its disk."""
MOST = 12
"""Exchanges until something has come about."""


class House:
    """A floor and cabinets in one process; the store is real, and so is every signature."""

    def __init__(
        self,
        folder: Path,
        jackpots: Mapping[str, Jackpot] = NO_JACKPOTS,
        till: type[Till] = Till,
        state: dict[str, Any] | None = None,
        database: str = SQLITE,
    ) -> None:
        self.folder, self.keys, self.jackpots = folder, folder / "keys", dict(jackpots)
        self.till, self.table = till, state or new_state()
        make_keys(self.keys, "house")
        (folder / "floor.toml").write_text(f'name = "house"\nlife = "demo"\n[database]\n{database}\n')
        self.runner = asyncio.Runner()
        self.fails = False
        self.start()
        self.cabinets = [Cabinet(self, number) for number in (1, 2)]

    def start(self) -> None:
        key = floor_key(self.keys)
        self.store: Any = self.runner.run(open_store(read_floor(self.folder / "floor.toml"), public_of(key)))
        self._writing = self.store.writing
        self.store.writing = self._failing  # type: ignore[method-assign]
        self.place = FloorCopy(self.folder / "floor.head")
        counter = Office(self.store, key, "demo", now_ms, self.place)
        self.runner.run(counter.begin())
        leases = Leases(self.store, key, self.jackpots, now_ms)
        self.runner.run(leases.begin())
        self.desk = FloorDesk(self.keys, key, self.store, Witness(self.store, "demo", now_ms, 10**15), counter, leases)

    def stop(self) -> None:
        self.runner.run(self.store.close())

    @asynccontextmanager
    async def _failing(self, in_turn: bool = False) -> Any:
        async with self._writing(in_turn) as transaction:
            yield transaction
            if self.fails:
                self.fails = False
                raise FloorStoreFailure("the disk is full")

    def look(self, act: Callable[[Any], Any]) -> Any:
        """In a transaction."""

        async def done() -> Any:
            async with self.store.writing() as transaction:
                return await act(transaction)

        return self.runner.run(done())

    def alarms(self) -> set[str]:
        return {row["code"] for row in self.look(open_alarms)}

    def state(self, number: str) -> str:
        """Of a ticket."""
        found = self.look(lambda transaction: papers(transaction, [number]))
        return str(found[number[:13]].state) if found else "unknown"

    def older(self, copy: Copy) -> None:
        """The store is put back to a copy, and the floor begins anew on it."""
        self.stop()
        copy.put_back(self.runner)
        self.start()

    def rebuilt(self) -> None:
        """A supervisor says so."""
        key, said = floor_key(self.keys), self.place.said()
        self.place.say(self.look(lambda transaction: rebuild(transaction, key, now_ms(), "olga", [], said)))

    def copied(self) -> Copy:
        """A backup."""
        self.stop()
        copy = copy_of(self.runner, read_floor(self.folder / "floor.toml").database)
        self.start()
        return copy

    def end(self) -> None:
        for cabinet in self.cabinets:
            cabinet.end()
        self.stop()
        self.runner.close()

    @property
    def credits(self) -> int:
        """Of every player, with what is locked on its way out."""
        return sum(cabinet.till.table.on_seats() for cabinet in self.cabinets)


class Cabinet:
    """A journal, its till, and the uplink that speaks for it."""

    def __init__(self, house: House, number: int) -> None:
        self.house, self.number, self.name = house, number, f"pit-{number}"
        self.journal = house.folder / self.name
        self.key = Ed25519PrivateKey.from_private_bytes(self.name.encode().ljust(32, b"."))
        add_cabinet(house.keys, self.name, public_of(self.key).hex())
        bear(self.journal, Birth(Life.DEMO, house.table, 1_700_000_000_000))
        self.line = Wire(self)
        self.begin()
        self.reports()

    def begin(self) -> None:
        """The controller and the uplink start."""
        self.till = self.house.till(self.journal, self.number)
        self.outbox = UplinkOutbox(self.journal, [], self.name)
        self.asking = Asking(self.name, self.outbox, self.line)

    def cut(self) -> None:
        """Its power fails, and comes back."""
        self.end()
        self.begin()

    def end(self) -> None:
        self.outbox.close()
        self.till.close()

    def exchanges(self) -> None:
        """One exchange, however it goes."""
        self.till.turn()
        asks = self.till.asks()
        if not asks.asks:
            return
        try:
            answers = self.asking.ask(asks)
        except (NoFloor, NotBelieved):
            return
        if self.line.cuts:
            self.line.cuts = False
            self.cut()
            return
        for answer in answers:
            self.till.authority.answered(answer)
        self.till.turn()

    def reports(self) -> list[str]:
        """The batches go; returns what the floor said to them."""
        self.till.kept.commit()
        codes = []
        cursor = self.line.asks(f"{wire.CURSOR_PATH}/{self.outbox.standing().journal}", b"", wire.FloorAnswer)
        seq = cursor.seq
        while (batch := self.outbox.batch(seq)) is not None:
            data = wire.pack(batch)
            signature = self.key.sign(wire.batch_text(wire.id_of(data))).hex()
            answer = self.line.asks(wire.BATCHES_PATH, data, wire.FloorAnswer, signature)
            codes.append(answer.code)
            if answer.seq <= seq:
                break
            seq = answer.seq
        head = self.outbox.head(now_ms(), seq).model_dump_json().encode()
        codes.append(self.line.asks(wire.HEADS_PATH, head, wire.FloorAnswer).code)
        return codes


class Wire:
    """The way to the floor; what is set happens to the next exchange."""

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet
        certificate = key_in_certificate(cabinet.house.keys / CERTIFICATE)
        self._belief = Belief(cabinet.name, certificate)
        self.fault, self.cuts, self.count = "", False, 0
        self.at: dict[int, str] = {}
        """Number of the exchange → what goes wrong with it."""
        self._late: list[tuple[UplinkConnection, UplinkRequest]] = []
        self._line, self._number, self._after = UplinkConnection(), 0, False

    def end(self) -> None:
        """Nothing is open."""

    def tickets(self, said: AsksSaid) -> TicketsAnswer:
        self.count += 1
        fault = self.at.get(self.count, "")
        late, self._late = self._late, []
        data = said.model_dump_json().encode()
        if fault == "lost":
            raise NoFloor("lost")
        if fault in ("late", "later"):  # by a connection of its own, which nobody listens to any more
            request, _ = self._request(TICKETS_PATH, data)
            self._late, self._line = [(self._line, request)], UplinkConnection()
            self._after = fault == "later"
            raise NoFloor(fault)
        for line, request in late if not self._after else ():
            self._send(request, line)
        if fault == "doubled":
            self.asks(TICKETS_PATH, data, TicketsAnswer)
        self._cabinet.house.fails = fault == "unkept"
        answer = self.asks(TICKETS_PATH, data, TicketsAnswer)
        for line, request in late if self._after else ():
            self._send(request, line)
        if fault == "unheard":
            raise NoFloor("unheard")
        self.cuts = fault == "cut"
        return TicketsAnswer.model_validate(answer.model_dump())

    def pots(self, said: PotsSaid) -> PotsAnswer:
        answer = self.asks(POTS_PATH, said.model_dump_json().encode(), PotsAnswer)
        return PotsAnswer.model_validate(answer.model_dump())

    def asks(self, path: str, data: bytes, kind: Any, signature: str = "") -> Any:
        request, of = self._request(path, data, signature)
        reply = self._send(request, self._line)
        return self._belief.answer(reply.status, reply.body, reply.signature, of, kind)

    def _request(self, path: str, data: bytes, signature: str = "") -> tuple[UplinkRequest, str]:
        self._number += 1
        text = wire.request_text(self._line.nonce, self._number, path, wire.id_of(data))
        proof = f"{self._number} {self._cabinet.key.sign(text).hex()}"
        return UplinkRequest(self._cabinet.name, proof, path, data, signature), wire.id_of(text)

    def _send(self, request: UplinkRequest, line: UplinkConnection) -> Any:
        house = self._cabinet.house
        return house.runner.run(house.desk.asked(line, request))
