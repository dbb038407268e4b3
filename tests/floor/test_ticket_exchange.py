"""The exchange of a cabinet with the floor about tickets, with everything that may become of a message, one by one.

A ticket goes from one cabinet to another in a few exchanges. Each of them is lost on the way there, or on the way back,
late, doubled, said again after the next, and forged; the store fails at its commit; a cabinet is cut. After each of it
paper, stackers, credits and what was paid are what came in, and in the end the ticket is money once.
"""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import read_floor
from controller.floor.keys import CERTIFICATE, add_cabinet, floor_key, make_keys
from controller.floor.store.alarms import open_alarms
from controller.floor.store.database import StoreFailure
from controller.floor.store.opening import now_ms, open_store
from controller.floor.tickets import office
from controller.floor.tickets import papers as tickets
from controller.floor.tickets.office import Office
from controller.floor.tickets.rebuilding import NotRebuilt, rebuild
from controller.floor.tickets.rows import papers
from controller.floor.tickets.second_place import FloorCopy
from controller.floor.uplinks.desk import FloorDesk, UplinkConnection, UplinkRequest
from controller.floor.verify import verify
from controller.floor.witness.witness import Witness
from controller.protocol import floor as wire
from controller.protocol.tickets import TICKETS_PATH, AsksSaid, TicketsAnswer
from controller.table.cash import events as c
from controller.uplink.believing import Belief, NoFloor, NotBelieved, TurnedAway
from controller.uplink.certificate import key_in_certificate
from controller.uplink.exchange import Asking
from controller.uplink.outbox import UplinkOutbox
from controller.vault.journal.signing import public_of
from controller.vault.lifecycle.creation import Birth, Life, bear
from tests.floor.tills import NOTE, Till, forged
from tests.vault.evening import new_state

FAULTS = ("lost", "unheard", "doubled", "late", "later", "unkept", "cut")
"""On the way there; on the way back; twice; before the next exchange, and after it; not kept by the store; the cabinet
ends before the answer is on its disk."""
MOST = 12
"""Exchanges until something has come about."""


class House:
    """A floor and cabinets in one process; the store is real, and so is every signature."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.keys = folder, folder / "keys"
        make_keys(self.keys, "house")
        self.file = folder / "floor.db"
        (folder / "floor.toml").write_text('name = "house"\nlife = "demo"\n[database]\nsqlite = "floor.db"\n')
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
        self.desk = FloorDesk(self.keys, key, self.store, Witness(self.store, "demo", now_ms, 10**15), counter)

    def stop(self) -> None:
        self.runner.run(self.store.close())

    @asynccontextmanager
    async def _failing(self) -> Any:
        async with self._writing() as transaction:
            yield transaction
            if self.fails:
                self.fails = False
                raise StoreFailure("the disk is full")

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

    def older(self, copy: Path) -> None:
        """The store is put back to a copy, and the floor begins anew on it."""
        self.stop()
        for suffix in ("-wal", "-shm"):
            self.file.with_name(f"floor.db{suffix}").unlink(missing_ok=True)
        shutil.copyfile(copy, self.file)
        self.start()

    def rebuilt(self) -> None:
        """A supervisor says so."""
        key, said = floor_key(self.keys), self.place.said()
        self.place.say(self.look(lambda transaction: rebuild(transaction, key, now_ms(), "olga", [], said)))

    def copied(self) -> Path:
        """A backup."""
        self.stop()
        shutil.copyfile(self.file, self.folder / "older.db")
        self.start()
        return self.folder / "older.db"

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
        bear(self.journal, Birth(Life.DEMO, new_state(), 1_700_000_000_000))
        self.line = Wire(self)
        self.begin()
        self.reports()

    def begin(self) -> None:
        """The controller and the uplink start."""
        self.till = Till(self.journal, self.number)
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


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.end()


class Way:
    """A ticket's way: printed at the first cabinet, given back by the second, taken by the first after all."""

    def __init__(self, house: House) -> None:
        self.house, self.in_hand, self.came_in = house, 0, 0
        self.first, self.second = house.cabinets
        self.number = ""

    def law(self) -> None:
        """Credits and paper in people's hands are what came in."""
        assert self.house.credits + self.in_hand == self.came_in

    def until(self, cabinet: Cabinet, so: Callable[[Till], bool]) -> None:
        """Exchange after exchange, and the law after each."""
        for _ in range(MOST):
            cabinet.exchanges()
            self.law()
            if so(cabinet.till):
                return
        raise AssertionError(f"never: {cabinet.till.seat}")

    def goes(self) -> None:
        """All of it."""
        self.comes_out()
        self.is_granted(self.second)
        self.comes_back(self.second)
        self.is_granted(self.first)
        self.is_stacked(self.first)

    def comes_out(self) -> None:
        """Money in, and a ticket out."""
        self.first.till.note()
        self.came_in += NOTE
        self.law()
        self.first.till.cash_out()
        self.until(self.first, lambda till: till.wishes.cash[1].job is not None)
        self.number = self.first.till.prints()
        self.in_hand += NOTE
        self.law()
        self.until(self.first, lambda till: not till.seat.asks)
        assert self.house.state(self.number) == "issued"

    def is_granted(self, cabinet: Cabinet) -> None:
        """It stands at a bezel, and nobody else may have it."""
        cabinet.till.offers(self.number)
        self.until(cabinet, lambda till: till.seat.acceptor.granted > 0)
        assert self.house.state(self.number) == "locked"

    def comes_back(self, cabinet: Cabinet) -> None:
        """The player has it again, and it may be taken elsewhere."""
        cabinet.till.returned()
        self.until(cabinet, lambda till: not till.seat.asks)
        assert self.house.state(self.number) == "issued"

    def is_stacked(self, cabinet: Cabinet) -> None:
        """It is credited, and worth nothing any more."""
        cabinet.till.stacks()
        self.in_hand -= NOTE
        self.law()
        self.until(cabinet, lambda till: not till.seat.asks)
        assert self.house.state(self.number) == "redeemed"

    def ends(self) -> None:
        """Everybody's books say so, and nobody has to look."""
        assert (self.house.credits, self.in_hand) == (NOTE, 0)
        for cabinet in self.house.cabinets:
            assert set(cabinet.reports()) <= wire.GOES_ON
        assert self.house.alarms() == set()
        key = public_of(floor_key(self.house.keys))
        proved = self.house.runner.run(verify(self.house.store, key, [one.journal for one in self.house.cabinets]))
        assert proved.wrong == []


EXCHANGES = [(0, 1), (0, 2), (1, 1), (1, 2), (0, 3), (0, 4)]
"""Cabinet and number: reserve, issue; lock, cancel; lock, redeem."""
CASES = [(where, fault) for where in EXCHANGES for fault in FAULTS]


def test_nothing_goes_wrong_where_nothing_does(house: House) -> None:
    way = Way(house)
    way.goes()
    way.ends()
    assert [cabinet.line.count for cabinet in house.cabinets] == [4, 2]


@pytest.mark.parametrize("where,fault", CASES)
def test_whatever_becomes_of_one_message_the_ticket_is_money_once(
    house: House, where: tuple[int, int], fault: str
) -> None:
    house.cabinets[where[0]].line.at[where[1]] = fault
    way = Way(house)
    way.goes()
    way.ends()


def test_two_cabinets_with_the_same_paper_and_one_with_a_number_that_nobody_issued(house: House) -> None:
    way = Way(house)
    way.comes_out()
    way.is_granted(way.second)
    for number in (way.number, forged(1, 500), forged(1, 500, system=7)):
        way.first.till.offers(number)
        way.until(way.first, lambda till: not till.seat.asks)
        assert (way.first.till.seat.acceptor.granted, way.first.till.seat.acceptor.back != "") == (0, True)
        way.first.till.returned()
        way.until(way.first, lambda till: not till.seat.asks)
    way.is_stacked(way.second)
    way.ends()


def test_who_has_not_the_key_of_a_cabinet_is_told_nothing_and_locks_nothing(house: House) -> None:
    way = Way(house)
    way.comes_out()
    own, house.cabinets[1].key = house.cabinets[1].key, house.cabinets[0].key
    with pytest.raises(TurnedAway):
        way.is_granted(way.second)
    house.cabinets[1].key = own
    assert (house.state(way.number), house.alarms()) == ("issued", {"proof_bad"})
    way.until(way.second, lambda till: till.seat.acceptor.granted > 0)
    way.is_stacked(way.second)


def test_a_floor_put_back_between_grant_and_redemption_pays_nobody_until_its_cabinets_have_spoken(house: House) -> None:
    way = Way(house)
    way.comes_out()
    for cabinet in house.cabinets:
        cabinet.reports()
    copy = house.copied()
    way.is_granted(way.second)
    house.older(copy)
    assert house.state(way.number) == "issued"
    way.first.till.offers(way.number)  # a copy of the paper, at the other cabinet
    way.first.exchanges()
    assert (way.first.till.seat.acceptor.granted, house.alarms()) == (0, {"decisions_lost"})
    with pytest.raises(NotRebuilt, match="pit-2"):
        house.rebuilt()
    for cabinet in house.cabinets:
        cabinet.reports()
    house.rebuilt()
    assert house.state(way.number) == "locked"
    way.until(way.first, lambda till: not till.seat.asks)
    assert way.first.till.seat.acceptor.granted == 0
    way.is_stacked(way.second)
    assert (house.credits, way.in_hand) == (NOTE, 0)


def test_a_store_that_was_put_back_together_with_its_second_place_is_found_out_by_what_a_cabinet_has_heard(
    house: House,
) -> None:
    way = Way(house)
    way.comes_out()
    for cabinet in house.cabinets:
        cabinet.reports()
    copy, head = house.copied(), (house.folder / "floor.head").read_bytes()
    way.is_granted(way.second)
    way.is_stacked(way.second)
    (house.folder / "floor.head").write_bytes(head)
    house.older(copy)
    assert house.alarms() == set(), "nobody can know yet"
    way.second.till.offers(way.number)  # a copy of the paper that lies in its own stacker
    way.second.exchanges()
    assert (way.second.till.seat.acceptor.granted, house.alarms()) == (0, {"decisions_lost"})
    for cabinet in house.cabinets:
        cabinet.reports()
    house.rebuilt()
    assert house.state(way.number) == "redeemed"
    way.until(way.second, lambda till: not till.seat.asks)
    assert (way.second.till.seat.acceptor.granted, house.credits) == (0, NOTE)


def test_a_cabinet_put_back_to_before_a_print_gets_no_number_twice_and_its_paper_is_still_good(house: House) -> None:
    way = Way(house)
    way.first.reports()
    way.first.end()
    shutil.copytree(way.first.journal, house.folder / "older")
    way.first.begin()
    way.comes_out()
    way.first.reports()
    way.first.end()
    shutil.rmtree(way.first.journal)
    (house.folder / "older").rename(way.first.journal)
    way.first.begin()
    way.first.till.note(500)
    way.came_in += 500  # and its books have forgotten what came in before; the paper has not
    way.first.till.cash_out()
    way.first.exchanges()
    out = way.first.till.seat.out
    assert out is not None
    assert (out.stage, house.alarms()) == ("reserving", {"ask_differs"}), "another past is answered nothing"
    way.first.till.apply(c.CashWaited(1, "authority", out.move))
    way.first.till.turn()
    assert way.first.till.seat.out is not None
    assert way.first.till.seat.out.stage == "payable"
    way.is_granted(way.second)
    way.is_stacked(way.second)
    assert house.state(way.number) == "redeemed"


def forgets_cancels(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that went back does not give its ticket back."""
    monkeypatch.setattr(tickets, "_cancel", lambda _who, _paper: tickets.TicketOutcome("cancelled"))


def locks_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is locked is granted to whoever asks."""
    lock = tickets._lock

    def granted(ask: Any, who: Any, known: Any) -> Any:
        paper = known.paper
        loose = known._replace(paper=paper._replace(state="issued")) if paper and paper.state == "locked" else known
        return lock(ask, who, loose)

    monkeypatch.setattr(tickets, "_lock", granted)


def does_not_look_whether_it_is_older(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second place and what cabinets have heard say nothing to it."""

    async def good(*_: Any) -> Any:
        return ""

    monkeypatch.setattr(FloorCopy, "wrong", good)
    monkeypatch.setattr(office.Office, "_look_for_lost", good)


def whole_way(house: House) -> None:
    house.cabinets[1].line.at[1] = "unheard"
    way = Way(house)
    way.goes()
    way.ends()


BUGS: list[tuple[Callable[[pytest.MonkeyPatch], None], Callable[[House], None]]] = [
    (forgets_cancels, whole_way),
    (locks_for_everybody, test_two_cabinets_with_the_same_paper_and_one_with_a_number_that_nobody_issued),
    (
        does_not_look_whether_it_is_older,
        test_a_floor_put_back_between_grant_and_redemption_pays_nobody_until_its_cabinets_have_spoken,
    ),
]


@pytest.mark.parametrize("number", range(len(BUGS)))
def test_bugs_that_are_planted_are_found(house: House, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, finds = BUGS[number]
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        finds(house)
