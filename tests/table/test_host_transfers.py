"""Money that the casino's host moves: exactly once, with everything that it can be refused for."""

import json
from typing import Any

import pytest

from controller.facts.host_kinds import TransferDone, TransferNotDone
from controller.facts.kinds import MoveChanged, Refused
from controller.table.cash.events import PaperReturned, PrinterGone
from controller.table.events import DoorMoved, MoveAsked
from controller.table.sas.events import HostSetUp
from controller.table.sas.transfers import aft as a
from controller.table.sas.transfers.events import (
    HostCancelled,
    HostLock,
    HostRegistered,
    HostTransfer,
    HostWaited,
)
from controller.table.snapshot import from_plain, plain
from tests.cash.till import Till

ADDRESS, SEAT, ASSET, LIMIT = 11, 1, 7001, 50_000
SETUP = {"asset": ASSET, "limit": LIMIT, "registers": False, "offer_time": 8_000, "cash_outs": None}
KEY = "ab" * a.KEY


def settings(controls: tuple[str, ...] = ("transfers",), **aft: Any) -> HostSetUp:
    seats = {str(ADDRESS): 1, "12": 2}
    return HostSetUp(
        {
            key: {"seat": seat, "controls": list(controls), "unit": 100, "aft": SETUP | aft}
            for key, seat in seats.items()
        }
    )


class Casino(Till):
    """A table with 1000 on seat 1, and a host that moves money."""

    def __init__(self, **aft: Any) -> None:
        super().__init__()
        self.asked = 0
        self.happens(settings(**aft))

    @property
    def aft(self) -> a.Aft:
        return self.table.sas[ADDRESS].aft

    @property
    def money(self) -> int:
        return int(self.table.game.money(SEAT).credits)

    def moves(self, name: str, amount: int, way: int = a.INTO, **more: Any) -> int:
        """What the host is told."""
        self.asked += 1
        asked: dict[str, Any] = {"code": a.WHOLE, "other": 0, "flags": 0, "asset": ASSET, "key": a.NO_KEY, "lock": 0}
        told = asked | more
        self.happens(
            HostTransfer(
                ADDRESS,
                self.asked,
                told["code"],
                way,
                amount,
                told["other"],
                told["flags"],
                told["asset"],
                told["key"],
                name,
                told["lock"],
                1000 + self.asked,
            )
        )
        assert self.aft.ask == self.asked
        return self.aft.said

    def takes(self, name: str, amount: int, **more: Any) -> int:
        return self.moves(name, amount, a.OUT_OF, **more)

    def codes(self) -> list[int]:
        return [one.code for one in self.table.sas[ADDRESS].waiting]

    def moved(self) -> list[tuple[str, int, str]]:
        return [(f.move, f.amount, f.state) for f in self.told if isinstance(f, MoveChanged) and f.instrument == "aft"]


@pytest.fixture
def casino() -> Casino:
    return Casino()


# ---- in and out ----------------------------------------------------------------------------------------------------


def test_money_that_the_host_sends_is_credit_in_one_step_under_a_name_of_the_tables_own(casino: Casino) -> None:
    assert casino.moves("aa", 2_500) == a.DONE
    assert casino.money == 3_500
    assert casino.moved() == [("aft-1", 2_500, "asked"), ("aft-1", 2_500, "done")]
    assert casino.codes() == [0x69]
    assert (casino.aft.last, casino.aft.kept) == (casino.aft.kept[0], (casino.aft.kept[0],))
    assert casino.aft.kept[0][:6] == ("aa", a.INTO, 2_500, 0, a.DONE, 1)


def test_money_that_the_host_takes_has_left_the_credits_in_one_step(casino: Casino) -> None:
    assert casino.takes("aa", 400) == a.DONE
    assert casino.money == 600
    assert casino.moved() == [("aft-1", 400, "asked"), ("aft-1", 400, "done")]
    assert casino.table.outside + casino.table.on_seats() == 0


def test_the_name_of_the_last_one_that_was_done_moves_nothing_a_second_time(casino: Casino) -> None:
    casino.moves("aa", 500)
    assert casino.moves("aa", 500) == a.KNOWN
    assert casino.money == 1_500
    assert casino.aft.last is not None
    assert (casino.aft.last.name, casino.aft.last.status) == ("aa", a.DONE), "asked how it stands, the host is told"


def test_a_host_may_use_a_name_again_once_another_was_done_and_the_tables_own_are_never_the_same(
    casino: Casino,
) -> None:
    for name in ("aa", "bb", "aa"):
        assert casino.moves(name, 100) == a.DONE
    assert [move for move, _, state in casino.moved() if state == "done"] == ["aft-1", "aft-2", "aft-3"]


def test_what_the_driver_tells_twice_is_one(casino: Casino) -> None:
    casino.moves("aa", 500)
    casino.asked -= 1
    casino.moves("aa", 500)
    assert (casino.money, casino.aft.said) == (1_500, a.DONE)


def test_the_last_name_and_what_was_done_survive_a_restart(casino: Casino) -> None:
    casino.moves("aa", 500)
    casino.table = from_plain(plain(casino.table))
    casino.restart()
    assert casino.moves("aa", 500) == a.KNOWN
    assert casino.money == 1_500


def test_only_so_many_are_remembered(casino: Casino) -> None:
    for number in range(a.MOST_KEPT + 3):
        casino.moves(f"{number:04x}", 1)
    assert [one.number for one in casino.aft.kept] == list(range(4, a.MOST_KEPT + 4))


# ---- what it is refused for ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "status, way, amount, more",
    [
        (a.NO_SUCH_CODE, a.INTO, 100, {"code": 0x02}),
        (a.OTHER_ASSET, a.INTO, 100, {"asset": ASSET + 1}),
        (a.OTHER_ASSET, a.INTO, 100, {"asset": 0}),
        (a.OTHER_KEY, a.INTO, 100, {"key": KEY}),
        (a.BAD_NAME, a.INTO, 100, {"name": ""}),
        (a.BAD_NAME, a.INTO, 100, {"name": "aa" * 21}),
        (a.NO_SUCH_THING, 0x40, 100, {}),
        (a.NO_SUCH_THING, 0x10, 100, {}),
        (a.NO_SUCH_THING, 0x20, 100, {}),
        (a.NO_SUCH_THING, a.INTO, 0, {"other": 100}),
        (a.NO_SUCH_THING, a.INTO, 100, {"other": 100}),
        (a.NO_WIN, a.WIN, 100, {}),
        (a.NO_RECEIPT, a.INTO, 100, {"flags": a.RECEIPT}),
        (a.BAD_AMOUNT, a.INTO, 0, {}),
        (a.TOO_MUCH, a.INTO, LIMIT + 1, {}),
        (a.NOT_LOCKED, a.INTO, 100, {"flags": a.IF_LOCKED}),
        (a.NOT_NOW, a.OUT_OF, 1_001, {}),
        (a.NOT_NOW, a.OUT_OF, 100, {"flags": a.FOR_CASH_OUT}),
    ],
)
def test_a_transfer_is_refused_with_what_the_host_is_told_and_nothing_moves(
    casino: Casino, status: int, way: int, amount: int, more: dict[str, Any]
) -> None:
    name = more.get("name", "aa")
    assert casino.moves(name, amount, way, **{key: of for key, of in more.items() if key != "name"}) == status
    assert (casino.money, casino.moved()) == (1_000, [])
    assert casino.aft.last is not None
    assert (casino.aft.last.status, casino.aft.kept) == (status, ())
    assert [fact.status for fact in casino.told if isinstance(fact, TransferNotDone)] == [status]


def test_a_name_that_was_refused_may_be_used_again(casino: Casino) -> None:
    assert casino.moves("aa", LIMIT + 1) == a.TOO_MUCH
    assert casino.moves("aa", 100) == a.DONE


def test_as_much_as_can_be_is_moved_where_the_host_allows_a_part(casino: Casino) -> None:
    assert casino.moves("aa", LIMIT + 1, code=a.IN_PART) == a.DONE_IN_PART
    assert casino.money == 1_000 + LIMIT
    assert casino.takes("bb", 60_000, code=a.IN_PART) == a.DONE_IN_PART
    assert casino.money == 0
    assert [one.amount for one in casino.aft.kept] == [LIMIT, 51_000]
    assert casino.takes("cc", 1, code=a.IN_PART) == a.NOT_NOW


def test_credits_never_grow_over_what_the_settings_allow(casino: Casino) -> None:
    casino.happens(settings(limit=10**9))
    assert casino.moves("aa", 200_000) == a.TOO_MUCH
    assert casino.moves("bb", 200_000, code=a.IN_PART) == a.DONE_IN_PART
    assert casino.money == 200_000
    assert casino.moves("cc", 1, code=a.IN_PART) == a.TOO_MUCH


def test_a_seat_that_waits_for_an_attendant_is_neither_given_nor_taken_money(casino: Casino) -> None:
    casino.happens(PrinterGone(SEAT)).cash_out(SEAT)
    assert (casino.moves("aa", 100), casino.takes("bb", 100)) == (a.NOT_NOW, a.NOT_NOW)
    assert (casino.money, casino.table.seats[SEAT].hand_pay) == (0, 1_000)


def test_a_held_table_takes_no_money_and_gives_it(casino: Casino) -> None:
    casino.operator("hold", reason="x")
    assert (casino.moves("aa", 100), casino.takes("bb", 100)) == (a.NOT_NOW, a.DONE)


def test_where_a_law_wants_it_nothing_is_moved_past_an_open_door(casino: Casino) -> None:
    casino.operator("settings", change={"all_doors": True})
    casino.happens(DoorMoved("main", True))
    assert (casino.moves("aa", 100), casino.takes("bb", 100)) == (a.NOT_NOW, a.NOT_NOW)
    casino.happens(DoorMoved("main", False))
    assert (casino.moves("aa", 100), casino.takes("bb", 100)) == (a.DONE, a.DONE)


def test_what_the_settings_do_not_let_the_host_move_is_not_moved(casino: Casino) -> None:
    casino.happens(settings(controls=()))
    casino.happens(HostTransfer(ADDRESS, 1, 0, 0, 100, 0, 0, ASSET, a.NO_KEY, "aa", 0, 1))
    casino.happens(HostLock(ADDRESS, 0, 100)).happens(HostRegistered(ADDRESS, "ready", ASSET, KEY, 1))
    assert [fact.code for fact in casino.told if isinstance(fact, Refused)] == ["not_the_hosts"] * 3
    assert (casino.money, casino.aft.last, casino.aft.lock) == (1_000, None, None)


def test_no_supervisor_takes_back_what_the_host_has_moved(casino: Casino) -> None:
    casino.moves("aa", 100)
    assert casino.operator("reverse", reference="aft-1", reason="no").code == "no_such_move"


# ---- registration --------------------------------------------------------------------------------------------------


def test_where_the_settings_want_it_only_a_host_that_has_registered_moves_money() -> None:
    casino = Casino(registers=True)
    assert casino.moves("aa", 100) == a.NOT_REGISTERED
    casino.happens(HostRegistered(ADDRESS, "ready", ASSET, KEY, 5))
    assert casino.moves("aa", 100, key=KEY) == a.NOT_REGISTERED
    casino.happens(HostRegistered(ADDRESS, "registered", ASSET, KEY, 5))
    assert casino.moves("aa", 100) == a.OTHER_KEY
    assert casino.moves("aa", 100, key=KEY) == a.DONE
    casino.happens(HostRegistered(ADDRESS, "", ASSET, KEY, 5))
    assert casino.moves("bb", 100, key=KEY) == a.NOT_REGISTERED


def test_a_registration_with_another_key_asset_or_point_of_sale_is_none(casino: Casino) -> None:
    casino.happens(HostRegistered(ADDRESS, "registered", ASSET, KEY, 5))
    assert casino.aft.registration == "", "it was never begun"
    casino.happens(HostRegistered(ADDRESS, "ready", ASSET, KEY, 5))
    casino.happens(HostRegistered(ADDRESS, "registered", ASSET, KEY, 6))
    assert casino.aft.registration == "ready"
    casino.happens(HostRegistered(ADDRESS, "registered", ASSET + 1, KEY, 5))
    assert (casino.aft.registration, casino.aft.key) == ("", a.NO_KEY)


# ---- what waits ----------------------------------------------------------------------------------------------------


def test_a_transfer_to_the_host_waits_for_a_note_that_is_on_its_way(casino: Casino) -> None:
    casino.offer(500)
    assert casino.takes("aa", 1_500) == a.PENDING
    assert casino.takes("aa", 1_500) == a.PENDING
    assert casino.takes("bb", 100) == a.ANOTHER
    assert casino.codes() == []
    casino.route().stacked(500)
    assert casino.money == 0
    assert casino.aft.last is not None
    assert (casino.aft.last.name, casino.aft.last.status) == ("aa", a.DONE)
    assert 0x69 in casino.codes()
    assert casino.aft.said == a.ANOTHER, "what the driver asked last is another"


def test_one_that_waits_can_be_taken_back_and_one_that_was_done_cannot(casino: Casino) -> None:
    casino.offer(500)
    casino.takes("aa", 1_000)
    casino.happens(HostCancelled(ADDRESS, casino.asked, 2_000))
    assert casino.aft.said == a.CANCELLED
    assert casino.aft.last is not None
    assert casino.aft.last.status == a.CANCELLED
    casino.route().stacked(500)
    assert casino.money == 1_500
    assert casino.takes("aa", 1_000) == a.DONE, "the name is free"
    casino.happens(HostCancelled(ADDRESS, casino.asked, 2_000))
    assert (casino.money, casino.aft.said) == (500, a.DONE)


def test_one_that_was_taken_back_before_it_came_does_not_come(casino: Casino) -> None:
    casino.happens(HostCancelled(ADDRESS, 1, 2_000))
    assert casino.moves("aa", 100) == a.CANCELLED
    assert casino.money == 1_000


def test_one_that_waited_for_a_note_that_went_back_is_refused_if_it_is_too_much(casino: Casino) -> None:
    casino.offer(500)
    casino.takes("aa", 1_500)
    casino.power_failure()
    assert casino.aft.waiting is not None, "a restart changes nothing"
    casino.happens(PaperReturned(SEAT))
    assert casino.aft.said == a.NOT_NOW
    assert casino.money == 1_000


# ---- the lock ------------------------------------------------------------------------------------------------------


def test_a_seat_that_is_locked_wagers_and_pays_nothing_until_the_lock_ends(casino: Casino) -> None:
    casino.happens(HostLock(ADDRESS, a.MAY_COME | a.MAY_GO, 3_000))
    assert casino.codes() == [0x6F]
    assert casino.bet(SEAT, "pass_line", 100).code == "host_busy"
    assert casino.cash_out(SEAT).code == "host_busy"
    casino.happens(MoveAsked("x-1", SEAT, "bill", 100, False))
    assert casino.bet(2, "pass_line", 100).code == "ok"
    assert casino.aft.lock is not None
    casino.happens(HostWaited(ADDRESS, "lock", casino.aft.lock.number + 1))
    assert casino.aft.lock is not None
    casino.happens(HostWaited(ADDRESS, "lock", casino.aft.lock.number))
    assert casino.aft.lock is None
    assert casino.bet(SEAT, "pass_line", 100).code == "ok"
    assert not [fact for fact in casino.told if isinstance(fact, MoveChanged)]


def test_a_transfer_that_is_done_ends_the_lock_or_begins_another(casino: Casino) -> None:
    casino.happens(HostLock(ADDRESS, a.MAY_COME, 3_000))
    assert casino.moves("aa", 100, flags=a.IF_LOCKED) == a.DONE
    assert casino.aft.lock is None
    casino.moves("bb", 100, flags=a.LOCK_AFTER, lock=2_000)
    assert casino.aft.lock is not None
    assert (casino.aft.lock.on, casino.aft.lock.length) == (True, 2_000)
    casino.happens(HostLock(ADDRESS, 0, 0))
    assert casino.aft.lock is None


def test_a_lock_waits_for_what_it_is_asked_under(casino: Casino) -> None:
    casino.operator("hold", reason="x")
    casino.happens(HostLock(ADDRESS, a.MAY_COME, 3_000))
    assert casino.aft.lock is not None
    assert (casino.aft.lock.on, casino.codes()) == (False, [0x86])
    casino.operator("resume")
    assert casino.aft.lock.on
    assert 0x6F in casino.codes()


# ---- cash-outs -----------------------------------------------------------------------------------------------------


def test_the_host_says_with_a_transfer_that_cash_outs_are_its_own(casino: Casino) -> None:
    assert casino.moves("aa", 0, flags=a.TURNS_CASH_OUTS | a.CASH_OUTS_ON) == a.DONE
    assert (casino.aft.cash_outs, casino.moved()) == (True, [])
    assert casino.moves("bb", 0, flags=a.TURNS_CASH_OUTS) == a.DONE
    assert not casino.aft.cash_outs


def test_a_cash_out_is_offered_to_the_host_and_taken_by_it() -> None:
    casino = Casino(cash_outs=True)
    answer = casino.cash_out(SEAT).last.answer
    assert answer is not None
    assert (answer.details["waits"], answer.details["by"]) == (True, "host")
    assert casino.codes() == [0x6A]
    assert casino.bet(SEAT, "pass_line", 100).code == "host_busy"
    assert casino.takes("aa", 1_000, flags=a.FOR_CASH_OUT) == a.DONE
    assert (casino.money, casino.aft.offer, casino.seat().out) == (0, None, None)
    assert not casino.table.busy_by_host(SEAT)


def test_when_its_time_ends_the_offer_is_closed_before_a_ticket_and_the_host_comes_too_late() -> None:
    casino = Casino(cash_outs=True)
    casino.cash_out(SEAT)
    assert casino.aft.offer is not None
    casino.happens(HostWaited(ADDRESS, "offer", casino.aft.offer.number))
    assert casino.aft.offer is None
    out = casino.seat().out
    assert out is not None
    assert (out.amount, out.stage) == (1_000, "digits")
    assert casino.takes("aa", 1_000, flags=a.FOR_CASH_OUT) == a.NOT_NOW
    assert casino.takes("bb", 1_000) == a.NOT_NOW
    assert casino.table.outside + casino.table.on_seats() == 0


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("refuses", [False, True])
def test_what_the_host_does_not_take_is_a_ticket_and_where_it_wants_no_other_way_a_hand_pay(
    hard: bool, refuses: bool
) -> None:
    casino = Casino(cash_outs=True, hard=hard)
    casino.cash_out(SEAT)
    assert casino.aft.offer is not None
    if refuses:
        assert casino.takes("aa", 0, flags=a.FOR_CASH_OUT) == a.DONE
        assert casino.moved() == []
    else:
        casino.happens(HostWaited(ADDRESS, "offer", casino.aft.offer.number))
    assert casino.aft.offer is None
    assert casino.table.seats[SEAT].hand_pay == (1_000 if hard else 0)
    assert (casino.seat().out is None) == hard
    assert casino.takes("bb", 1_000, flags=a.FOR_CASH_OUT) == a.NOT_NOW
    assert casino.table.outside + casino.table.on_seats() == 0


def test_the_host_says_itself_whether_it_wants_no_other_way(casino: Casino) -> None:
    for flags, became in ((0x07, (True, True)), (0x03, (True, False)), (0x07, (True, True)), (0x05, (False, False))):
        assert casino.moves("aa", 0, flags=flags) == a.DONE
        assert (casino.aft.cash_outs, casino.aft.hard) == became
        casino.moves("bb", 1)
    casino.moves("cc", 0, flags=0x07)
    casino.restart()
    assert casino.aft.hard


def test_what_was_turned_off_while_a_cash_out_was_offered_is_offered_no_more() -> None:
    casino = Casino(cash_outs=True)
    casino.cash_out(SEAT)
    casino.happens(settings(controls=()))
    assert not casino.table.busy_by_host(SEAT)
    assert casino.money == 1_000


def test_a_cash_out_that_waited_for_a_note_is_offered_to_the_host_too() -> None:
    casino = Casino(cash_outs=True)
    casino.offer(500).route().cash_out(SEAT).stacked(500)
    assert casino.aft.offer is not None
    assert casino.aft.offer.amount == 1_500


def test_all_that_is_known_of_transfers_is_the_same_when_it_is_read_again() -> None:
    casino = Casino(cash_outs=True)
    casino.moves("aa", 100, flags=a.LOCK_AFTER, lock=500)
    casino.offer(500)
    casino.takes("bb", 100)
    casino.happens(HostRegistered(ADDRESS, "ready", ASSET, KEY, 5))
    assert from_plain(json.loads(json.dumps(plain(casino.table)))).sas == casino.table.sas
    assert [fact.amount for fact in casino.told if isinstance(fact, TransferDone)] == [100]
