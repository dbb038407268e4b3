"""Tickets that go out: the money goes with the paper, once, whatever printer and authority do."""

import pytest

from controller.facts.cash_kinds import AuthorityTold, TicketCame, TicketTaken, TicketTurned
from controller.facts.kinds import MoveChanged, Posting, SeatChanged
from controller.table.cash import events as c
from controller.table.events import SeriesWanted
from controller.table.paper.tickets.numbers import check_digits, is_ticket_number, read_number, ticket_number
from tests.asked import cash_out
from tests.cash.scripted import Office, Scripted
from tests.cash.till import Till


def test_the_check_digits_are_those_of_the_paper_and_a_number_is_read_either_way_round() -> None:
    assert check_digits("1234567890123456") == "11"
    number = ticket_number(1, 17, 42, "123")
    assert (number[:16], is_ticket_number(number)) == ("0100170000042123", True)
    assert (read_number(number), read_number(number[::-1])) == (number, number)
    assert [read_number(text) for text in ("", number[:-1], number + "0", "x" * 18, number[:-2] + "99")] == [None] * 5
    wrong = [number[:at] + str((int(number[at]) + 1) % 10) + number[at + 1 :] for at in range(18)]
    assert not any(map(is_ticket_number, wrong))


def test_a_cash_out_under_the_limit_is_a_ticket_and_the_money_goes_when_the_paper_is_out() -> None:
    till = Till().cash_out(1)
    assert (till.answer.details["by"], till.wishes.cash[1].digits, till.credits(1)) == ("ticket", True, 0)
    till.digits()
    assert (till.asks(), till.wishes.cash[1].job) == (["reserve"], None)
    till.answers("reserve", "reserved")
    job = till.job()
    assert (job.job, job.serial, job.amount, job.may_print, job.demo) == (1, 78, 1000, True, True)
    assert (job.number[:13], job.sequence, job.time, job.days) == ("0000170000001", 1, 1_700_000_000, 30)
    till.job_comes("printing")
    assert till.just_told(Posting) == []
    till.job_comes("whole", "at_the_bezel")
    assert till.just_told(Posting) == [Posting("locked", "1", -1000), Posting("cash", "ticket", 1000)]
    assert till.just_told(MoveChanged)[0].instrument == "ticket"
    assert (till.asks(), till.wishes.cash[1].taking, till.wishes.locks) == (["issue"], 1, {})
    till.answers("issue", "issued").happens(c.TicketGone(1, 1))
    assert (till.asks(), till.wishes.cash[1].taking, till.wishes.cash[1].job) == ([], 0, None)


@pytest.mark.parametrize(
    "event",
    [
        c.PrinterGone(1),
        c.PrinterState(1, "no_paper", "out", ()),
        c.PrinterState(1, "fault", "enough", ("jam",)),
        c.PrinterFound(1, 99, 0),
        c.PrinterFound(1, 78, 0, True),
        c.CashSetUp({"1": {"notes": [100], "ticket_limit": 999}}, {}),
    ],
)
def test_above_the_limit_or_without_a_good_printer_it_is_a_hand_pay(event: c.CashEvent) -> None:
    assert Till().cash_out(1).answer.details["by"] == "ticket"
    till = Till().happens(event).cash_out(1)
    assert (till.wishes.locks, till.wishes.cash[1].digits) == ({1: "hand_pay"}, False)
    assert till.operator("hand_pay", seat=1, reference="17").code == "ok"


@pytest.mark.parametrize("silent", ["no_answer", "refused"])
def test_an_authority_that_does_not_reserve_makes_it_a_hand_pay_and_the_number_is_voided(silent: str) -> None:
    till = Till().cash_out(1).digits()
    if silent == "refused":
        till.answers("reserve", "refused")
    else:
        till.happens(c.CashWaited(1, "authority", "terminal-1/1"))
    assert (till.wishes.locks, till.wishes.cash[1].job, till.asks()) == ({1: "hand_pay"}, None, ["void"])
    assert till.happens(c.AuthorityAnswered("reserve", "terminal-1/1", "reserved")).wishes.cash[1].job is None
    assert till.operator("cancel_hand_pay", seat=1, reason="plays on").code == "number_out"
    assert till.operator("hand_pay", seat=1, reference="17").code == "ok"
    assert till.answers("void", "voided").asks() == []


@pytest.mark.parametrize("outcome", ["in_part", "power_lost", "not_at_all", "waited"])
def test_a_ticket_that_nobody_knows_of_becomes_a_hand_pay_in_one_event_and_is_never_printed_again(outcome: str) -> None:
    till = Till().to_the_printer()
    number = till.job().number
    if outcome == "waited":
        till.happens(c.CashWaited(1, "printer", "terminal-1/1"))
    else:
        till.job_comes(outcome)
    assert till.just_told(TicketTurned)[0]._replace(why="") == TicketTurned(1, "terminal-1/1", 1000, "", number[-4:])
    assert till.just_told(SeatChanged) == [SeatChanged(1, "hand_pay", amount=1000)]
    assert (till.move("terminal-1/1").amount, till.move("terminal-1/1").instrument) == (1000, "hand_pay")
    for _ in range(2):
        assert (till.job().may_print, till.asks(), till.credits(1)) == (False, ["void"], 0)
        assert till.operator("hand_pay", seat=1, reference="17").code == "not_voided"
        till.happens(c.JobTold(1, 1, 78, "unknown_job")).restart()
    till.answers("void", "voided")
    assert till.wishes.cash[1].job is None
    assert till.operator("hand_pay", seat=1, reference="17").code == "ok"
    assert till.seat().out is None


def test_a_late_word_that_it_was_printed_is_on_record_and_moves_nothing_a_second_time() -> None:
    till = Till().to_the_printer().happens(c.CashWaited(1, "printer", "terminal-1/1"))
    for _ in range(2):
        till.happens(c.JobTold(1, 1, 78, "whole", "taken"))
    assert [told.moved for told in till.all_told(TicketCame)] == [False]
    assert (till.asks(), till.wishes.locks) == (["void"], {1: "hand_pay"})
    till.answers("void", "voided").operator("hand_pay", seat=1, reference="17")
    till.happens(c.JobTold(1, 1, 78, "whole", "taken"))
    assert till.table.outside == -2000 + 1000


def test_redeemed_ends_the_hand_pay_as_done_by_ticket_and_locked_lets_it_wait() -> None:
    till = Till().to_the_printer().job_comes("power_lost")
    for _ in range(2):
        till.answers("void", "locked")
    assert [told.verdict for told in till.all_told(AuthorityTold)] == ["reserved", "locked"]
    assert till.operator("hand_pay", seat=1, reference="17").code == "not_voided"
    till.answers("void", "redeemed")
    assert (till.wishes.locks, till.table.moves, till.seat().out) == ({}, {}, None)
    assert Posting("cash", "ticket", 1000) in till.told


@pytest.mark.parametrize("act, locks", [("ticket_was_out", {}), ("ticket_was_not_out", {1: "hand_pay"})])
def test_two_named_persons_settle_a_ticket_that_its_authority_says_nothing_of(act: str, locks: dict[int, str]) -> None:
    till = Till().to_the_printer().job_comes("power_lost")
    assert till.operator(act, seat=1, name="ann", reason="looked").code == "witness_missing"
    assert till.operator(act, seat=1, name="bob", reason="looked").code == "ok"
    assert till.wishes.locks == locks
    if locks:
        assert till.operator("hand_pay", seat=1, reference="17").code == "ok"
    else:
        assert till.asks() == ["issue"]
    assert till.operator(act, seat=1, name="bob", reason="looked").code == "nothing_to_settle"


def test_a_job_is_sent_again_to_the_same_printer_alone_and_never_when_it_may_have_forgotten() -> None:
    till = Till().to_the_printer().happens(c.PrinterGone(1))
    assert till.happens(c.PrinterFound(1, 78, 0)).job().may_print
    assert not till.happens(c.PrinterFound(1, 78, 1)).job().may_print
    assert not Till().to_the_printer().happens(c.PrinterFound(1, 78, 0, True)).job().may_print
    assert not Till().to_the_printer().happens(c.PrinterFound(1, 99, 0)).job().may_print
    known = Till().to_the_printer().job_comes("printing")
    assert known.happens(c.JobTold(1, 1, 78, "unknown_job")).job().why_not == "known_before"


def test_a_job_number_is_above_the_journal_s_and_the_printer_s_and_a_jump_needs_a_person() -> None:
    till = Till().happens(c.PrinterFound(1, 78, 41)).to_the_printer()
    assert till.job().job == 42
    till.job_comes("whole", "taken").answers("issue", "issued").happens(c.PrinterFound(1, 78, 43)).note(500)
    assert till.to_the_printer().job().job == 44
    far = Till().happens(c.PrinterFound(1, 78, 2**32 + 1))
    assert far.seat().holds == ("printer_changed",)
    assert far.operator("accept_cash_device", seat=1, reason="new").to_the_printer().job().job == 2**32 + 2


def test_the_next_ticket_waits_until_the_last_was_taken_and_one_that_is_left_is_a_trouble() -> None:
    tills = []
    for _ in range(2):
        till = Till().to_the_printer().job_comes("whole", "at_the_bezel").answers("issue", "issued")
        tills.append(till.note(500).to_the_printer())
        assert (till.wishes.cash[1].job, till.wishes.cash[1].taking) == (None, 1)
    assert tills[0].happens(c.TicketGone(1, 1)).job().job == 2
    till = tills[1].happens(c.CashWaited(1, "take", "1"))
    assert till.just_told(TicketTaken) == [TicketTaken(1, 1, False)]
    assert (till.wishes.locks, till.credits(1)) == ({1: "hand_pay"}, 0)


def test_a_number_ever_drawn_is_never_drawn_again_also_where_the_authority_knows_of_later_ones() -> None:
    till = Till().cash_out(1).digits().restart()
    till.answers("reserve", "refused").operator("hand_pay", seat=1, reference="17")
    till.happens(c.CashSetUp({"1": {"notes": [100], "ticket_limit": 5000}}, {"system": 1}))
    till.operator("credit", seat=1, amount=500).cash_out(1)
    till.happens(c.TicketDigits(1, "000", 1, 0, last=7))
    assert (till.seat().out.number[:13], till.table.house.sequence) == ("0100170000008", 8)  # type: ignore[union-attr]


def test_numbers_of_tickets_and_print_jobs_go_on_above_those_of_another_past() -> None:
    till = Till().happens(c.NumbersKnown(41, {"1": 6, "99": 9})).to_the_printer()
    assert (till.seat().out.sequence, till.job().job) == (42, 7)  # type: ignore[union-attr]
    till.happens(c.NumbersKnown(5, {"1": 2}))
    assert (till.table.house.sequence, till.seat().printer.jobs) == (42, 7), "what is known already stays"


def test_the_local_authority_reserves_issues_and_redeems_a_ticket_once() -> None:
    office = Office(Till())
    number = office.ticket()
    assert (office.book.known(number).state, office.book.outstanding()) == ("issued", 1000)  # type: ignore[union-attr]
    till = office.till
    till.offer_ticket(number, 1).offer_ticket(number, 2)
    office.turn()
    assert (till.wants(1).to_route, till.wants(2).paper) == (True, "return")
    till.route(1).stacked(None, 1)
    office.turn()
    assert (till.credits(1), till.credits(2), office.book.outstanding()) == (1000, 1000, 0)
    assert till.asks(1) == till.asks(2) == []
    till.offer_ticket(number)
    office.turn()
    assert till.wants().paper == "return"


def test_a_ticket_is_a_liability_until_it_lapses() -> None:
    office = Office(Till())
    number = office.ticket()
    office.seconds += 29 * 86_400
    assert office.turn(1).all_told(Posting)[-1].of == "ticket"
    office.seconds += 2 * 86_400
    till = office.turn(2)
    assert till.all_told(Posting)[-2:] == [Posting("cash", "ticket", -1000), Posting("house", "lapsed", 1000)]
    assert office.book.known(number).state == "expired"  # type: ignore[union-attr]
    till.offer_ticket(number)
    assert office.turn().wants().paper == "return"


def test_an_authority_is_asked_each_second_until_it_answers_and_what_it_says_late_moves_nothing() -> None:
    script = Scripted()
    office = Office(Till(), script)
    office.till.cash_out(1)
    office.turn(4)
    assert [ask.do for ask in script.heard] == ["reserve"] * 4
    office.till.happens(c.CashWaited(1, "authority", "terminal-1/1"))
    script.say("reserve", "reserved")
    till = office.turn(1)
    assert (till.wishes.cash[1].job, till.all_told(AuthorityTold)[-1].heeded) == (None, False)
    script.say("void", "voided")
    script.say("void", "redeemed")
    assert office.turn(2).asks() == []
    assert till.seat().holds == ()


def test_an_authority_that_contradicts_itself_holds_the_seat_s_cash_and_moves_no_money() -> None:
    till = Till().to_the_printer().job_comes("whole", "taken")
    outside = till.table.outside
    till.answers("issue", "voided")
    assert (till.seat().holds, till.table.outside, till.asks()) == (("authority",), outside, [])
    assert till.operator("cash_on", seat=1).seat().holds == ()


def test_a_cash_out_is_named_anew_though_its_client_counts_from_one_again() -> None:
    """Seed 1 of a longer evening: numbers come again in the next series, and a name at the authority is for ever."""
    till = Till().cash_out(1)
    client, id = till.answer.client, till.answer.id
    first = till.answer.details["move"]
    till.digits().answers("reserve", "reserved").job_comes("whole", "at_the_bezel").answers("issue", "issued")
    till.happens(c.TicketGone(1, 1)).note(500).happens(SeriesWanted(client))
    again = till.happens(cash_out(1, client, id)).answer
    assert (again.ok, again.id, again.details["move"] != first) == (True, id, True)
    assert till.digits().ask("reserve").request == again.details["move"]


def test_a_ticket_that_turns_out_to_be_money_lets_nobody_go_who_waits_for_a_win_by_hand() -> None:
    till = Till(of_table={"large_win": 1_000, "wins_by_hand": True}).bet(1, "hop:1-3", 100).to_the_throw()
    till.to_the_printer().throw(1, 3)
    assert (till.table.seats[1].hand_pay, till.table.seats[1].jackpot) == (1500, True)
    till.job_comes("power_lost")
    assert (till.table.seats[1].hand_pay, till.table.seats[1].jackpot) == (900, False), (
        "what is owed from before is first"
    )
    till.answers("void", "redeemed")
    assert till.wishes.locks == {1: "jackpot"}, "the win is still owed"
    assert (till.table.seats[1].hand_pay, till.table.seats[1].jackpot) == (1500, True)
    assert till.operator("hand_pay", seat=1, reference="17").code == "ok"
    assert (till.wishes.locks, till.table.moves) == ({}, {})
