"""The exchange of a cabinet with the floor about tickets, with everything that may become of a message, one by one.

A ticket goes from one cabinet to another in a few exchanges. Each of them is lost on the way there, or on the way back,
late, doubled, said again after the next, and forged; the store fails at its commit; a cabinet is cut. After each of it
paper, stackers, credits and what was paid are what came in, and in the end the ticket is money once. All of it on
SQLite and on PostgreSQL.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.floor.keys import floor_key
from controller.floor.tickets import office
from controller.floor.tickets import papers as tickets
from controller.floor.tickets.rebuilding import NotRebuilt
from controller.floor.tickets.second_place import FloorCopy
from controller.floor.verify import verify
from controller.protocol import floor as wire
from controller.table.cash import events as c
from controller.uplink.believing import TurnedAway
from controller.vault.journal.signing import public_of
from tests.floor.exchanges import FAULTS, MOST, Cabinet, House
from tests.floor.tills import NOTE, Till, forged


@pytest.fixture
def house(tmp_path: Path, database: str) -> Iterator[House]:
    made = House(tmp_path, database=database)
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
