"""Tickets whose worth the casino's host knows: each is money at one place, and the host is told until it knows."""

from typing import Any

import pytest

from controller.facts.host_kinds import TicketValidated
from controller.facts.kinds import Refused
from controller.table.cash import events as c
from controller.table.cash.seat import TicketOut
from controller.table.events import Event
from controller.table.sas.events import (
    HandPayStamped,
    HostIdentifies,
    HostLets,
    HostNumbered,
    HostRead,
    HostRedeems,
    HostSetUp,
    HostTook,
    HostWrites,
)
from controller.table.sas.tickets.numbers import secure_number
from controller.table.sas.tickets.state import (
    BAD_AMOUNT,
    FAILED,
    HAND_PAY,
    NO_SUCH_CODE,
    PENDING,
    REDEEMED,
    REFUSED,
    TICKET,
    TOO_LATE,
    TOO_MUCH,
    WAITING,
    WIN_BY_HAND,
    HostTickets,
    Redemption,
    tickets_of,
)
from tests.cash.till import HOUSE, SEAT, Till

AT = 11
HAND_PAY_PENDING, HAND_PAY_RESET = 0x51, 0x52
NUMBER = "01" + "1234567890123456"
OTHER = "01" + "6543210987654321"


class Casino(Till):
    """Its host knows the tickets of seat 1."""

    def __init__(self, style: str = "system", **setup: Any) -> None:
        super().__init__(authority="sas", **setup)
        rules = {"seat": 1, "controls": ["tickets"], "unit": 100, "validation": style}
        self.happens(HostSetUp({str(AT): rules}))

    @property
    def kept(self) -> HostTickets:
        return self.table.sas[AT].tickets

    @property
    def inward(self) -> Redemption:
        assert self.kept.redemption is not None
        return self.kept.redemption

    def codes(self) -> list[int]:
        codes = [one.code for one in self.table.sas[AT].waiting]
        for one in self.table.sas[AT].waiting:
            self.happens(HostTook(AT, one.number))
        return codes

    def refused(self, event: Event) -> bool:
        before = len(self.told)
        self.happens(event)
        return any(isinstance(fact, Refused) for fact in self.told[before:])

    def gives(self, number: str = NUMBER) -> "Casino":
        self.happens(HostNumbered(AT, number))
        return self

    def ticket_in(self, number: str = NUMBER) -> "Casino":
        self.offer_ticket(number)
        return self

    def redeems(self, amount: int, number: str = NUMBER, code: int = 0) -> "Casino":
        self.happens(HostRedeems(AT, number, code, amount))
        return self

    def waiting(self) -> TicketOut:
        """The ticket on its way out."""
        out = self.seat().out
        assert out is not None
        return out

    def locked(self) -> int:
        return sum(move.amount for move in self.table.moves.values())


@pytest.fixture
def casino() -> Casino:
    return Casino()


# ---- out -------------------------------------------------------------------------------------------------------------


def test_a_ticket_waits_for_the_hosts_number_is_printed_with_it_and_told_until_the_host_has_read_it(
    casino: Casino,
) -> None:
    casino.cash_out(1)
    casino.digits()
    assert (casino.codes(), casino.waiting().stage) == ([0x57], "reserving")
    casino.gives()
    assert (casino.job().number, casino.kept.given) == (NUMBER, NUMBER)
    casino.job_comes("whole")
    (told,) = casino.kept.unread
    assert (told.kind, told.number, told.amount, told.ticket) == (TICKET, NUMBER, 1000, 1)
    assert [fact for fact in casino.told if isinstance(fact, TicketValidated)] == [
        TicketValidated(AT, 1, told.move, 1000, NUMBER[-4:])
    ], "of its number no more than the end is in the log"
    assert (casino.codes(), casino.asks(), casino.credits(1)) == ([0x3D], ["issue"], 0)
    casino.happens(HostRead(AT, "validation", told.serial))
    assert (casino.kept.unread, casino.asks()) == ((), [])
    assert casino.table.cash[1].holds == ()


def test_a_number_that_nobody_waits_for_or_that_comes_twice_or_is_none_changes_nothing(casino: Casino) -> None:
    assert casino.refused(HostNumbered(AT, NUMBER))
    casino.cash_out(1)
    casino.digits()
    assert casino.refused(HostNumbered(AT, "0112"))
    casino.gives()
    assert casino.refused(HostNumbered(AT, OTHER))
    assert casino.job().number == NUMBER
    casino.job_comes("whole", "taken")
    casino.happens(c.TicketGone(1, 1))
    casino.operator("credit", seat=1, amount=300)
    casino.cash_out(1)
    casino.digits()
    assert casino.refused(HostNumbered(AT, NUMBER)), "a number is given once"
    assert casino.waiting().stage == "reserving"


def test_a_denial_is_a_hand_pay_and_so_is_a_host_that_says_nothing_and_a_late_number_is_refused(casino: Casino) -> None:
    casino.cash_out(1)
    casino.digits().gives("00" + "0" * 16)
    assert (casino.seat().out, casino.table.seats[1].hand_pay, casino.locked()) == (None, 1000, 1000)
    casino.operator("hand_pay", seat=1, reference="R-1")
    casino.operator("credit", seat=1, amount=300)
    casino.cash_out(1)
    casino.digits()
    casino.happens(c.CashWaited(1, "authority", casino.waiting().move))
    assert (casino.seat().out, casino.table.seats[1].hand_pay, casino.asks()) == (None, 300, [])
    assert casino.refused(HostNumbered(AT, NUMBER))
    assert casino.locked() == 300


def test_a_ticket_that_may_not_be_out_is_never_told_and_is_paid_by_hand(casino: Casino) -> None:
    casino.cash_out(1)
    casino.digits().gives().job_comes("power_lost")
    assert (casino.kept.records, casino.asks(), casino.table.seats[1].hand_pay) == ((), [], 1000)
    assert casino.operator("hand_pay", seat=1, reference="R-1").code == "ok"
    assert casino.seat().out is None
    assert 0x3D not in casino.codes()


def test_a_hand_pay_is_validated_when_it_was_paid_and_somebody_said_what_time_it_is(casino: Casino) -> None:
    casino.happens(c.PrinterGone(1))
    casino.cash_out(1)
    assert not casino.kept.unstamped
    casino.operator("hand_pay", seat=1, reference="R-1")
    (waiting,) = casino.kept.unstamped
    casino.happens(HandPayStamped(AT, 1_700_000_000, 60))
    (told,) = casino.kept.unread
    assert (told.kind, told.move, told.amount, told.number) == (HAND_PAY, waiting[0], 1000, "")
    assert 0x3E in casino.codes()
    casino.happens(HostRead(AT, "validation", told.serial))
    assert (casino.kept.unread, casino.kept.unstamped) == ((), ())


def test_a_win_that_is_paid_by_hand_is_validated_as_one_after_the_cash_out_that_is_owed_before_it() -> None:
    casino = Casino(of_table={"large_win": 1_000, "wins_by_hand": True}, credit_limit=10_000)
    casino.happens(c.PrinterGone(1)).bet(1, "hop:1-3", 100).to_the_throw()
    casino.cash_out(1)
    casino.throw(1, 3)
    assert casino.codes().count(HAND_PAY_PENDING) == 2
    assert (casino.table.seats[1].hand_pay, casino.table.seats[1].jackpot) == (900, False)
    casino.operator("hand_pay", seat=1, reference="R-1")
    assert casino.codes()[:2] == [HAND_PAY_RESET, HAND_PAY_PENDING], "the host reads what is owed next"
    assert (casino.table.seats[1].hand_pay, casino.table.seats[1].jackpot) == (1500, True)
    casino.power_failure()
    casino.operator("hand_pay", seat=1, reference="R-2")
    for _ in casino.kept.unstamped:
        casino.happens(HandPayStamped(AT, 1_700_000_000, 60))
    assert [(told.kind, told.amount) for told in casino.kept.unread] == [(HAND_PAY, 900), (WIN_BY_HAND, 1500)]
    assert HAND_PAY_RESET in casino.codes()


def test_what_waited_for_its_validation_before_wins_had_one_is_a_hand_pay_of_credits() -> None:
    row: list[Any] = list(HostTickets(style="system"))
    row[HostTickets._fields.index("unstamped")] = [["h-1", 900]]
    assert tickets_of(row).unstamped == (("h-1", 900, HAND_PAY),)


def test_a_machine_with_an_identity_makes_its_numbers_itself_and_none_twice() -> None:
    casino = Casino("secure")
    casino.cash_out(1)
    assert casino.table.seats[1].hand_pay == 1000, "without an identity there is no number"
    casino.operator("hand_pay", seat=1, reference="R-1")
    casino.happens(HostIdentifies(AT, 0x654321, 7))
    casino.operator("credit", seat=1, amount=300)
    casino.cash_out(1)
    casino.digits()
    assert casino.job().number == secure_number(0x654321, 8)
    assert 0x57 not in casino.codes()
    casino.job_comes("whole")
    casino.happens(HostIdentifies(AT, 5, 0)).happens(HostIdentifies(AT, 0x654321, 2))
    assert (casino.kept.identity, casino.kept.sequence) == (0x654321, 8)


def test_numbers_of_one_identity_differ_and_keep_their_digits() -> None:
    made = {secure_number(identity, sequence) for identity in (1, 0xFFFFFF) for sequence in range(2000)}
    assert len(made) == 4000
    assert {(len(number), number[:2], number.isdecimal()) for number in made} == {(18, "00", True)}


# ---- in --------------------------------------------------------------------------------------------------------------


def test_a_ticket_is_credited_after_the_hosts_word_and_the_host_is_told_until_it_has_read_it(casino: Casino) -> None:
    casino.ticket_in()
    assert (casino.codes(), casino.inward.status) == ([0x67], WAITING)
    casino.redeems(700)
    assert (casino.inward.status, casino.credits(1)) == (PENDING, 1000)
    casino.route().stacked(None)
    assert (casino.inward.status, casino.inward.amount, casino.credits(1)) == (REDEEMED, 700, 1700)
    assert (casino.codes(), casino.asks(), casino.wants().tickets) == ([0x68], ["redeem"], False)
    casino.happens(HostRead(AT, "redemption", casino.inward.serial))
    assert (casino.asks(), casino.wants().tickets) == ([], True)
    assert casino.table.cash[1].holds == ()


def test_what_is_forged_late_or_said_again_pays_nothing(casino: Casino) -> None:
    assert casino.refused(HostRedeems(AT, NUMBER, 0, 700))
    casino.ticket_in()
    assert casino.refused(HostRedeems(AT, OTHER, 0, 700)), "another number"
    casino.redeems(700)
    assert casino.refused(HostRedeems(AT, NUMBER, 0, 900)), "its word was given"
    casino.route().stacked(None)
    assert casino.refused(HostRedeems(AT, NUMBER, 0, 700))
    assert casino.credits(1) == 1700
    assert casino.refused(HostRedeems(12, NUMBER, 0, 700))


def test_nothing_is_told_as_read_that_is_not_over(casino: Casino) -> None:
    casino.ticket_in().happens(HostRead(AT, "redemption", casino.inward.serial))
    assert casino.asks() == ["lock"]
    casino.redeems(700).happens(HostRead(AT, "redemption", casino.inward.serial))
    assert casino.inward.status == PENDING


@pytest.mark.parametrize(
    "code, amount, status",
    [
        (0x00, 0, BAD_AMOUNT),
        (0x00, 10**9, TOO_MUCH),
        (0x01, 700, NO_SUCH_CODE),
        (0x02, 700, NO_SUCH_CODE),
        (0x84, 700, REFUSED),
        (0xFE, 700, REFUSED),
    ],
)
def test_a_ticket_that_is_not_taken_goes_back_and_the_host_reads_why(
    casino: Casino, code: int, amount: int, status: int
) -> None:
    casino.ticket_in().redeems(amount, code=code)
    assert (casino.wants().paper, casino.inward.status) == ("return", status)
    casino.happens(c.PaperReturned(1))
    assert (casino.codes(), casino.asks(), casino.credits(1)) == ([0x67, 0x68], ["cancel"], 1000)
    casino.happens(HostRead(AT, "redemption", casino.inward.serial))
    assert casino.asks() == []


def test_a_host_that_says_nothing_is_too_late_and_a_paper_that_comes_back_has_failed(casino: Casino) -> None:
    casino.ticket_in().happens(c.CashWaited(1, "redeem", casino.inward.request))
    assert casino.inward.status == TOO_LATE
    assert casino.refused(HostRedeems(AT, NUMBER, 0, 700))
    casino.happens(c.PaperReturned(1)).happens(HostRead(AT, "redemption", casino.inward.serial))
    casino.ticket_in().redeems(700).happens(c.PaperReturned(1))
    assert (casino.inward.status, casino.credits(1)) == (FAILED, 1000)


def test_a_ticket_that_is_no_number_of_a_host_goes_back_unasked(casino: Casino) -> None:
    casino.ticket_in("12345")
    assert (casino.wants().paper, casino.codes()) == ("return", [])


def test_the_host_may_want_no_tickets_no_redemption_and_other_days(casino: Casino) -> None:
    casino.happens(HostLets(AT, (), ("redemption", "tickets"), 90))
    assert not casino.wants().tickets
    casino.cash_out(1)
    assert casino.table.seats[1].hand_pay == 1000
    casino.operator("hand_pay", seat=1, reference="R-1")
    casino.happens(HostLets(AT, ("redemption", "tickets"), ()))
    assert casino.wants().tickets
    casino.operator("credit", seat=1, amount=300)
    casino.cash_out(1)
    casino.digits().gives()
    assert casino.job().days == 90


def test_the_host_writes_on_tickets_that_are_drawn_from_then_on(casino: Casino) -> None:
    casino.happens(HostWrites(AT, "The House", "1 Main Street", "Springfield", 60))
    casino.cash_out(1)
    casino.digits().gives()
    casino.happens(HostWrites(AT, location="Another"))
    job = casino.job()
    assert (job.house, job.place, job.days) == ("The House", "1 Main Street, Springfield", 60)
    assert (casino.kept.location, casino.kept.place) == ("Another", "1 Main Street, Springfield")


@pytest.mark.parametrize(
    "writes",
    [
        HostWrites(AT, "x" * 41),
        HostWrites(AT, "a\nb"),
        HostWrites(AT, "caf\u00e9"),
        HostWrites(AT, "good", "x" * 40, "y" * 9),
    ],
)
def test_a_text_that_a_ticket_has_no_room_for_is_refused_whole(casino: Casino, writes: HostWrites) -> None:
    before = casino.kept
    assert casino.refused(writes)
    assert casino.kept == before


# ---- what stays ------------------------------------------------------------------------------------------------------


def test_all_of_it_survives_a_restart(casino: Casino) -> None:
    casino.happens(HostWrites(AT, "The House", "1 Main Street", "Springfield", 60))
    casino.cash_out(1)
    casino.digits().gives().job_comes("whole", "taken")
    casino.ticket_in(OTHER)
    before = casino.kept
    assert (before.location, before.place) == ("The House", "1 Main Street, Springfield")
    casino.restart()
    assert casino.kept == before
    assert sorted(casino.asks()) == ["issue", "lock"]


def test_a_seat_changes_its_authority_only_when_nothing_is_open(casino: Casino) -> None:
    casino.ticket_in()
    casino.happens(c.CashSetUp({"1": SEAT}, HOUSE))
    assert casino.seat().setup.authority == "sas"


def test_no_person_of_the_floor_voids_a_ticket_of_the_host(casino: Casino) -> None:
    act = casino.operator("void_ticket", seat=1, reference=NUMBER, name="bob", reason="torn")
    assert act.code == "nothing_to_settle"


def test_without_its_address_a_seat_gives_and_takes_no_ticket(casino: Casino) -> None:
    casino.happens(HostSetUp({}))
    assert not casino.wants().tickets
    casino.cash_out(1)
    assert casino.table.seats[1].hand_pay == 1000
