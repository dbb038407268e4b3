"""The casino's host at the table: what it turns off stands still, and what happens is kept for it until it has it."""

from typing import Any

import pytest

from controller.facts.host_kinds import ExceptionLost, ExceptionTaken
from controller.facts.kinds import Refused
from controller.table.cash import events as c
from controller.table.events import DoorLatched, DoorMoved, ServiceCalled
from controller.table.sas.events import HostFellSilent, HostOrdered, HostSetUp, HostTook
from controller.table.sas.exceptions import OVERFLOW
from controller.table.sas.state import MOST_WAITING, SasHost
from tests.cash.till import Till

TABLE, FIRST, SECOND = 1, 11, 12
EVERYTHING = ["bills", "clock", "play"]


def addresses(**more: Any) -> dict[str, dict[str, Any]]:
    seats = {str(TABLE): 0, str(FIRST): 1, str(SECOND): 2}
    return {address: {"seat": seat, "controls": EVERYTHING, "unit": 100, **more} for address, seat in seats.items()}


class Floor(Till):
    def __init__(self, **setup: Any) -> None:
        super().__init__(**setup)
        self.happens(HostSetUp(addresses()))

    def host(self, address: int) -> SasHost:
        return self.table.sas[address]

    def codes(self, address: int) -> list[int]:
        return [one.code for one in self.host(address).waiting]

    def orders(self, order: str, address: int = TABLE, **more: Any) -> "Floor":
        self.happens(HostOrdered(address, order, **more))
        return self

    def takes_all(self) -> None:
        for address in self.table.sas:
            for one in self.host(address).waiting:
                self.happens(HostTook(address, one.number))


@pytest.fixture
def floor() -> Floor:
    return Floor()


def test_a_door_is_told_at_every_address_and_a_call_at_its_seat_and_the_tables(floor: Floor) -> None:
    floor.happens(DoorMoved("main", True))
    floor.happens(ServiceCalled(2))
    floor.happens(DoorMoved("main", False))
    assert floor.codes(TABLE) == floor.codes(SECOND) == [0x11, 0x71, 0x12]
    assert floor.codes(FIRST) == [0x11, 0x12]


def test_a_door_that_cannot_be_read_has_not_moved_and_its_latch_tells(floor: Floor) -> None:
    floor.happens(DoorMoved("logic", False))
    floor.takes_all()
    floor.happens(DoorMoved("logic", True, seen=False))
    floor.happens(DoorMoved("logic", False))
    assert floor.codes(TABLE) == []
    floor.happens(DoorLatched("logic"))
    assert floor.codes(TABLE) == [0x98]


def test_what_was_told_is_gone_with_its_number_and_told_twice_it_is_gone_once(floor: Floor) -> None:
    floor.happens(DoorMoved("main", True))
    number = floor.host(TABLE).waiting[0].number
    floor.happens(HostTook(TABLE, number)).happens(HostTook(TABLE, number))
    assert (floor.codes(TABLE), floor.codes(FIRST)) == ([], [0x11])
    assert [fact for fact in floor.told if isinstance(fact, ExceptionTaken)] == [ExceptionTaken(TABLE, number, 0x11)]


def test_a_hand_pay_goes_before_what_waits_and_is_told_where_poll_1b_answers(floor: Floor) -> None:
    floor.happens(DoorMoved("main", True))
    floor.happens(c.PrinterGone(1))
    floor.cash_out(1)
    assert floor.codes(FIRST)[0] == 0x51
    assert 0x51 not in floor.codes(TABLE) + floor.codes(SECOND)
    assert set(floor.codes(TABLE)) >= {0x11, 0x60}
    floor.operator("hand_pay", seat=1, reference="R-1")
    assert floor.codes(FIRST)[:2] == [0x51, 0x52]


def test_a_note_is_told_with_what_it_is_worth(floor: Floor) -> None:
    floor.note(500)
    assert [(one.code, one.amount) for one in floor.host(FIRST).waiting] == [(0x4F, 500)]
    assert floor.codes(SECOND) == []


def test_when_too_many_wait_the_host_is_told_that_some_are_not_kept(floor: Floor) -> None:
    for _ in range(MOST_WAITING):
        floor.happens(DoorMoved("main", True)).happens(DoorMoved("main", False))
    codes = floor.codes(TABLE)
    assert codes[0] == OVERFLOW
    assert codes[1:] == [0x11, 0x12] * (MOST_WAITING // 2)
    lost = [fact for fact in floor.told if isinstance(fact, ExceptionLost) and fact.address == TABLE]
    assert len(lost) == MOST_WAITING
    floor.takes_all()
    floor.happens(DoorMoved("main", True))
    assert floor.codes(TABLE) == [0x11]


def test_what_waits_survives_a_restart_and_the_restart_is_told(floor: Floor) -> None:
    floor.happens(DoorMoved("main", True))
    floor.orders("disable", FIRST).restart()
    assert floor.codes(FIRST)[:2] == [0x11, 0x17]
    assert floor.host(FIRST).disabled


def test_a_table_that_the_host_turned_off_stands_still_until_it_turns_it_on(floor: Floor) -> None:
    floor.orders("disable")
    assert "host" in floor.holds
    assert floor.bet(1, "pass_line", 100).code == "held"
    floor.orders("disable").orders("enable")
    assert "host" not in floor.table.holds


def test_no_person_can_end_what_the_host_has_turned_off(floor: Floor) -> None:
    floor.orders("disable")
    assert floor.operator("resume").code == "nothing_to_resume"


def test_a_seat_that_the_host_turned_off_takes_no_wager_and_no_note_and_pays_out(floor: Floor) -> None:
    floor.orders("disable", FIRST)
    assert "host" not in floor.table.holds
    assert floor.bet(1, "pass_line", 100).code == "host_off"
    assert floor.bet(2, "pass_line", 100).code == "ok"
    assert (floor.wants(1).notes, floor.wants(2).notes) == (frozenset(), frozenset({100, 500, 1000, 2000}))
    assert floor.cash_out(1).code == "ok"
    floor.orders("enable", FIRST)
    assert floor.wants(1).notes


def test_the_host_says_whether_notes_come_and_which(floor: Floor) -> None:
    floor.orders("bills_off")
    assert not floor.wants(1).notes
    assert not floor.wants(2).notes
    floor.orders("bills_on")
    floor.orders("notes", FIRST, notes=0b1_0100)
    assert floor.wants(1).notes == {500, 2000}
    assert floor.wants(2).notes == {100, 500, 1000, 2000}


def test_after_each_note_the_host_may_have_to_let_in_the_next(floor: Floor) -> None:
    floor.orders("notes", FIRST, notes=0xFF, after_each=True)
    floor.note(500)
    assert not floor.wants(1).notes
    floor.orders("bills_on", FIRST)
    assert floor.wants(1).notes


def test_what_the_settings_do_not_let_the_host_turn_stays(floor: Floor) -> None:
    floor.happens(HostSetUp(addresses(controls=[])))
    floor.orders("disable").happens(HostOrdered(99, "disable"))
    assert [fact.code for fact in floor.told if isinstance(fact, Refused)] == ["not_the_hosts", "no_such_address"]
    assert not floor.table.holds


def test_an_address_that_the_settings_take_out_holds_nothing_any_more(floor: Floor) -> None:
    floor.orders("disable")
    floor.happens(HostSetUp({}))
    assert (floor.table.sas, floor.table.holds) == ({}, {})


RESETS = [*EVERYTHING, "hand_pays"]


class PaysByHand(Floor):
    """Without a printer, so whoever cashes out waits for an attendant; the host may let them play on."""

    def __init__(self) -> None:
        super().__init__()
        self.happens(HostSetUp(addresses(controls=RESETS))).happens(c.PrinterGone(1))

    def open_moves(self) -> list[tuple[int, str]]:
        return [(move.amount, move.state) for move in self.table.moves.values()]


def test_a_host_that_resets_a_hand_pay_unlocks_the_seat_and_pays_nothing() -> None:
    floor = PaysByHand()
    floor.cash_out(1)
    floor.orders("reset", FIRST)
    assert (floor.table.seats[1].lock, floor.open_moves()) == (None, [(1000, "asked")])
    assert floor.codes(FIRST)[:2] == [0x51, 0x52]
    assert floor.operator("hand_pay", seat=1, reference="").code == "receipt_missing"
    assert floor.operator("hand_pay", seat=1, reference="R-1").code == "ok"
    assert floor.open_moves() == []
    assert floor.codes(FIRST).count(0x52) == 1, "the host has heard of its own reset"


def test_what_is_owed_from_before_is_paid_first_and_then_what_the_seat_waits_for() -> None:
    floor = PaysByHand()
    floor.cash_out(1)
    floor.orders("reset", FIRST).note(500)
    floor.cash_out(1)
    assert (floor.table.seats[1].hand_pay, floor.open_moves()) == (1000, [(1000, "asked"), (500, "asked")])
    floor.operator("hand_pay", seat=1, reference="R-1")
    assert (floor.table.seats[1].hand_pay, floor.open_moves()) == (500, [(500, "asked")])
    floor.operator("hand_pay", seat=1, reference="R-2")
    assert (floor.table.seats[1].lock, floor.open_moves()) == (None, [])


def test_a_reset_where_nobody_waits_or_the_settings_do_not_let_it_changes_nothing() -> None:
    floor = PaysByHand()
    floor.orders("reset", FIRST).orders("reset", TABLE)
    floor.cash_out(1)
    floor.happens(HostSetUp(addresses())).orders("reset", FIRST)
    assert floor.table.seats[1].lock == "hand_pay"


def test_a_reset_while_a_ticket_may_be_out_changes_nothing(floor: Floor) -> None:
    floor.happens(HostSetUp(addresses(controls=RESETS)))
    floor.cash_out(1)
    floor.happens(c.PrinterGone(1))
    floor.orders("reset", FIRST)
    assert floor.table.cash[1].out is not None
    assert len(floor.table.moves) == 1


def test_a_host_that_tells_no_more_of_its_progressives_is_told_so_at_every_address(floor: Floor) -> None:
    floor.happens(HostFellSilent())
    assert floor.codes(TABLE) == floor.codes(FIRST) == floor.codes(SECOND) == [0x53]
