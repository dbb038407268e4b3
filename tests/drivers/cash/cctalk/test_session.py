"""The ccTalk acceptor behind the interface: the order of its setup, notes in, resets, silence, orders that got lost."""

import pytest

from drivers.cash.acceptor import (
    Accept,
    Enable,
    Enabled,
    EventsLost,
    Fault,
    FaultOver,
    Faulty,
    Foreign,
    KeepAtEscrow,
    Lost,
    Mark,
    Note,
    NoteAtEscrow,
    NotRouted,
    Ready,
    Recount,
    Rejected,
    Reset,
    Return,
    Returned,
    Routed,
    Stacked,
    TicketAtEscrow,
    Told,
)
from drivers.cash.cctalk.events import PaperAtEscrow
from drivers.cash.cctalk.messages import Route
from drivers.cash.cctalk.routing import Routing
from tests.drivers.cash.cctalk.scripted import NOTES, STICKS, Bench, Unit, expected, framed

SERIAL, CATEGORY, PRODUCT, BILL, SCALING = 242, 245, 244, 157, 156
SET_MODE, ASK_MODE, SET_INHIBITS, ASK_INHIBITS, SET_MASTER, ASK_MASTER = 153, 152, 231, 230, 228, 227
EVENTS, ROUTE, TICKET, SELF_CHECK = 159, 154, 129, 232
BOTH = pytest.mark.parametrize("crc", [False, True], ids=["simple checksum", "CRC"])
STACK = (ROUTE, b"\x01")


def routes(bench: Bench) -> list[tuple[int, bytes]]:
    return [heard for heard in bench.unit.heard if heard[0] == ROUTE]


def money(bench: Bench) -> int:
    """What the controller would have booked: every stacked note once for its mark."""
    return sum({told.mark: told.note.value for told in bench.all(Stacked) if told.note}.values())


@BOTH
def test_it_is_set_up_in_order_and_the_master_comes_last(crc: bool) -> None:
    bench = Bench(Unit(crc=crc))
    bench.hears(Ready)
    done = [header for header, _ in bench.unit.heard if header not in (EVENTS, BILL, SCALING)]
    assert done == [
        *(
            SERIAL,
            CATEGORY,
            PRODUCT,
            ASK_MODE,
            SET_MODE,
            ASK_MODE,
            SET_INHIBITS,
            ASK_INHIBITS,
            SET_MASTER,
            ASK_MASTER,
            SELF_CHECK,
        )
    ]
    assert bench.unit.mode == 3
    bench.tell(Enable(frozenset({500, 2000})))
    assert bench.hears(Enabled) == Enabled(frozenset({500, 2000}), tickets=False, mark=Mark(0, 0))
    assert (bench.unit.inhibits, bench.unit.master) == (0b10100, 1)


def test_it_says_who_is_there_and_what_its_notes_are_worth() -> None:
    ready = Bench().hears(Ready)
    assert (ready.serial, ready.product, ready.currency) == ("70001", "BV-TEST", "US")
    assert ready.notes == tuple(Note(type, value) for type, value in enumerate(NOTES, start=1))


@BOTH
def test_a_note_is_stacked_and_told_once_with_its_mark(crc: bool) -> None:
    bench = Bench(Unit(crc=crc))
    bench.ready()
    bench.unit.note(3)
    assert bench.hears(NoteAtEscrow) == NoteAtEscrow(Note(3, 500), mark=Mark(0, 1))
    bench.tell(Accept())
    bench.passes(3)
    stacked = Stacked(Note(3, 500), from_escrow=True, mark=Mark(0, 2))
    assert bench.said[-2:] == [Routed(mark=Mark(0, 1)), stacked]
    assert (bench.unit.box, routes(bench)) == ([3], [STACK])


def test_a_note_is_given_back() -> None:
    bench = Bench()
    bench.ready()
    bench.unit.note(2)
    bench.hears(NoteAtEscrow)
    bench.tell(Return())
    bench.hears(Returned)
    assert bench.unit.back == [2]


def test_its_events_are_read_at_most_200_ms_apart_while_it_is_set_up_and_while_notes_come() -> None:
    bench = Bench()
    bench.ready()
    for type in (1, 2, 3):
        bench.unit.note(type)
        bench.hears(NoteAtEscrow, since=len(bench.said))
        bench.tell(KeepAtEscrow())
        bench.passes(12)
        bench.tell(Accept())
        bench.hears(Stacked, since=len(bench.said))
    gaps = [later - earlier for earlier, later in zip(bench.polls, bench.polls[1:], strict=False)]
    assert max(gaps) <= 0.2


def test_a_paper_on_hold_is_held_every_five_seconds_until_another_order() -> None:
    bench = Bench()
    bench.ready()
    bench.unit.note(1)
    bench.hears(NoteAtEscrow)
    bench.tell(KeepAtEscrow())
    bench.passes(12)
    bench.tell(Accept())
    bench.passes(12)
    assert routes(bench) == [(ROUTE, b"\xff")] * 3 + [STACK]


def test_an_adapter_that_swallows_the_echo_is_no_different() -> None:
    bench = Bench()
    bench.echoes = False
    bench.ready()
    assert bench.host.link.counts.strays == 0


# ---- another unit --------------------------------------------------------------------------------


def scaled(unit: Unit, factor: int, decimals: int) -> None:
    unit.scaling = bytes((factor & 0xFF, factor >> 8, decimals))


STRANGERS = {
    "its serial is": lambda unit: setattr(unit, "serial", 70_002),
    "its product is": lambda unit: setattr(unit, "product", "BV-OTHER"),
    "no bill validator": lambda unit: setattr(unit, "category", b"Coin Acceptor"),
    "its currency is": lambda unit: setattr(unit, "country", b"EU"),
    "its notes are": lambda unit: setattr(unit, "notes", [1, 2, 5, 10, 50]),
    "1000 2000 5000": lambda unit: scaled(unit, 1000, 2),
    "no whole number": lambda unit: scaled(unit, 1, 3),
    "no scaling": lambda unit: scaled(unit, 0, 0),
    "stacker and escrow": lambda unit: setattr(unit, "refuses_modes", True),
}


@pytest.mark.parametrize("why", STRANGERS)
def test_a_unit_that_does_not_belong_here_is_told_once_and_lets_nothing_in(why: str) -> None:
    unit = Unit()
    STRANGERS[why](unit)
    unit.inhibits, unit.master = 0xFFFF, 1
    bench = Bench(unit)
    assert why in bench.hears(Foreign).text
    bench.passes(30)
    assert unit.master == 0
    assert bench.all(Ready) == []
    assert len(bench.all(Foreign)) == 1
    bench.tell(Enable(frozenset(NOTES)))
    bench.passes(1)
    assert unit.master == 0


def test_the_right_unit_put_back_is_set_up_by_itself() -> None:
    bench = Bench()
    bench.unit.serial = 5
    bench.hears(Foreign)
    bench.unit.serial = 70_001
    bench.hears(Ready)


def test_the_events_of_a_stranger_are_not_ours() -> None:
    bench = Bench(mark=Mark(0, 200))
    bench.unit.serial = 5
    for _ in range(3):
        bench.unit.tells(3, 0)
    bench.passes(20)
    assert bench.all(Stacked) == []
    assert bench.all(EventsLost) == []


# ---- resets, silence, counters -------------------------------------------------------------------


def test_after_a_reset_nothing_is_let_in_until_it_is_said_again() -> None:
    bench = Bench()
    bench.ready()
    bench.unit.tells(0, 2)
    bench.passes(1)
    bench.unit.boots()
    reset = bench.hears(Reset)
    assert reset.mark == Mark(1, 0)
    since = len(bench.said)
    bench.hears(Ready, since=since)
    bench.passes(2)
    assert bench.unit.master == 0
    bench.tell(Enable(frozenset({100})))
    bench.hears(Enabled, since=since)
    assert (bench.unit.inhibits, bench.unit.master) == (1, 1)


def test_what_was_stacked_while_nobody_listened_is_told_before_the_unit_is_ready() -> None:
    unit = Unit()
    unit.counter, unit.mode = 250, 3
    unit.tells(4, 1)
    unit.tells(4, 0)
    bench = Bench(unit, mark=Mark(6, 250))
    bench.hears(Ready)
    assert bench.said[:4] == [
        Recount(None, mark=Mark(6, 250)),
        NoteAtEscrow(Note(4, 1000), mark=Mark(6, 251)),
        Stacked(Note(4, 1000), from_escrow=True, mark=Mark(6, 252)),
        bench.hears(Ready),
    ]


def test_a_reset_while_nobody_listened_is_told_before_the_unit_is_ready() -> None:
    bench = Bench(mark=Mark(6, 250))
    bench.hears(Ready)
    kinds = [type(told) for told in bench.said]
    assert kinds == [Recount, Reset, Ready]


def test_events_that_are_lost_are_counted_and_the_unit_is_set_up_anew() -> None:
    bench = Bench()
    bench.ready()
    for _ in range(9):
        bench.unit.tells(2, 0)
    assert bench.hears(EventsLost).count == 4
    bench.hears(Ready, since=len(bench.said))
    assert len(bench.all(Stacked)) == 5
    assert not any(told.from_escrow for told in bench.all(Stacked))


@pytest.mark.parametrize("seconds", [0.1, 1.5, 6.0])
@pytest.mark.parametrize("told_before", [1, 2, 13, 254])
def test_a_unit_that_started_anew_unseen_is_given_away_by_its_events(told_before: int, seconds: float) -> None:
    """Its counter of 0 went by between two looks: nothing is lost, and what it told since is told."""
    unit = Unit()
    unit.counter, unit.mode = told_before - 1, 3
    bench = Bench(unit)
    bench.ready()
    unit.note(1)
    bench.hears(NoteAtEscrow)
    bench.connected = False
    bench.passes(seconds)
    unit.boots()
    unit.tells(0, 21)
    bench.connected = True
    started = bench.hears(Reset).mark
    assert started is not None
    epoch = started.epoch
    bench.hears(Ready, since=len(bench.said))
    bench.passes(3)
    assert bench.all(EventsLost) == []
    assert [told.mark for told in bench.all(Reset)] == [Mark(epoch, 0)]
    assert bench.all(Stacked) == [Stacked(None, from_escrow=False, mark=Mark(epoch, 1))]


@pytest.mark.parametrize("counter", [0, 1, 2, 7])
@pytest.mark.parametrize("mark", [Mark(2, 0), Mark(2, 1), Mark(2, 13), Mark(2, 254)])
def test_a_start_is_told_to_a_driver_that_starts_as_well(mark: Mark, counter: int) -> None:
    """Power went from both: what is routed is told to be unknown, wherever the counter stands."""
    unit = Unit()
    for _ in range(counter):
        unit.tells(0, 2)
    bench = Bench(unit, mark=mark)
    bench.hears(Ready)
    assert len(bench.all(Reset)) == 1
    assert [told.count for told in bench.all(EventsLost)] == ([2] if counter == 7 else [])


@pytest.mark.parametrize("seconds, told", [(0.3, False), (1.3, True), (8.0, True)])
def test_a_silence_of_more_than_a_second_is_a_recount(seconds: float, told: bool) -> None:
    bench = Bench()
    bench.ready()
    bench.connected = False
    bench.passes(seconds)
    bench.connected = True
    bench.passes(10)
    assert bool(bench.all(Recount)) is told
    assert len(bench.all(Ready)) == 1 + told


def test_a_line_that_is_silent_is_lost_and_says_so_once() -> None:
    bench = Bench()
    bench.ready()
    bench.connected = False
    bench.passes(4)
    assert len(bench.all(Lost)) == 1


@pytest.mark.parametrize("routed", [Accept(), Return()])
def test_paper_that_stood_at_escrow_before_a_restart_can_still_be_ordered(routed: Accept | Return) -> None:
    unit = Unit()
    unit.mode = 3
    unit.tells(3, 1)
    unit.escrow = 3
    bench = Bench(unit, mark=Mark(0, 1))
    bench.hears(Ready)
    assert bench.all(NoteAtEscrow) == [], "the journal knows of it"
    bench.tell(routed)
    bench.passes(2)
    assert (unit.box, unit.back) == (([3], []) if routed == Accept() else ([], [3]))


# ---- orders ----------------------------------------------------------------------------------------


def at_escrow(**more: bool) -> Bench:
    unit = Unit()
    unit.stacks_at_once = more.get("at_once", True)
    bench = Bench(unit)
    bench.ready()
    unit.note(3)
    bench.hears(NoteAtEscrow)
    return bench


def test_an_order_without_a_paper_comes_to_nothing() -> None:
    bench = Bench()
    bench.ready()
    bench.tell(Accept())
    bench.tell(KeepAtEscrow())
    bench.passes(1)
    assert len(bench.all(NotRouted)) == 1
    assert routes(bench) == []


def test_an_accept_whose_answer_is_lost_is_not_sent_again_when_the_paper_is_gone() -> None:
    bench = at_escrow()
    bench.lost_answers = {bench.exchanges}
    bench.tell(Accept())
    bench.passes(3)
    assert routes(bench) == [STACK]
    assert (bench.unit.box, money(bench)) == ([3], 500)


def test_an_accept_that_was_never_heard_is_sent_again_after_the_events_were_read() -> None:
    bench = at_escrow()
    bench.lost_questions = {bench.exchanges}
    before = len(bench.unit.heard)
    bench.tell(Accept())
    bench.passes(3)
    assert [header for header, _ in bench.unit.heard[before : before + 3]] == [SERIAL, EVENTS, ROUTE]
    assert (bench.unit.box, money(bench)) == ([3], 500)


def test_a_unit_that_is_slower_than_its_events_are_read_still_gets_its_orders() -> None:
    bench = at_escrow()
    bench.wire = 0.3
    bench.passes(3)
    bench.tell(Accept())
    bench.hears(Stacked)


def test_where_a_paper_goes_is_not_told_again_before_the_events_were_read() -> None:
    routing, paper = Routing(), PaperAtEscrow(3)
    routing.order(1)
    assert routing.wanted(0) == Route(1)
    routing.unanswered(Route(1))
    assert routing.wanted(1) is None
    routing.looked(paper, paper)
    assert routing.wanted(2) == Route(1)
    routing.unanswered(Route(1))
    routing.looked(paper, PaperAtEscrow(3))
    assert routing.wanted(3) is None, "another paper stands there"


def test_an_order_is_forgotten_by_a_silence_and_can_be_given_again() -> None:
    bench = at_escrow()
    bench.lost_questions = {bench.exchanges, bench.exchanges + 2, bench.exchanges + 4}
    bench.tell(Accept())
    bench.hears(Recount)
    bench.hears(Ready, since=len(bench.said))
    assert routes(bench) == []
    bench.tell(Accept())
    bench.hears(Stacked)


def test_an_empty_escrow_after_an_accept_that_got_no_answer_is_no_refusal() -> None:
    bench = at_escrow(at_once=False)
    bench.lost_answers = {bench.exchanges}
    bench.tell(Accept())
    while not routes(bench):
        bench.turn()
    bench.unit.escrow = None  # on its way
    bench.passes(3)
    assert routes(bench) == [STACK, STACK]
    assert bench.all(NotRouted) == []
    bench.unit.escrow = 3
    bench.unit.finish()
    bench.passes(1)
    assert money(bench) == 500


def test_after_a_reset_nothing_stands_at_escrow_by_what_was_told_before() -> None:
    bench = at_escrow()
    bench.unit.boots()
    bench.hears(Reset)
    bench.hears(Ready, since=len(bench.said))
    bench.tell(Accept())
    bench.hears(NotRouted)
    assert routes(bench) == []


def test_an_accept_told_again_while_the_paper_moves_is_not_sent_again() -> None:
    bench = at_escrow(at_once=False)
    bench.tell(Accept())
    bench.hears(Routed)
    bench.tell(Accept())
    bench.passes(2)
    bench.unit.finish()
    bench.passes(1)
    assert (routes(bench), money(bench)) == ([STACK], 500)


def test_a_unit_that_never_answers_where_paper_goes_is_told_three_times() -> None:
    bench = at_escrow()
    answer = bench.unit.hear
    bench.unit.hear = lambda sent: None if sent[3] == ROUTE else answer(sent)  # type: ignore[method-assign]
    asked = bench.exchanges
    bench.tell(Accept())
    bench.hears(NotRouted)
    assert bench.exchanges - asked < 20
    bench.passes(2)
    assert len(bench.all(NotRouted)) == 1


def test_a_refusal_to_route_is_told() -> None:
    bench = at_escrow()
    bench.unit.refuses_routes = True
    bench.tell(Accept())
    assert "could not" in bench.hears(NotRouted).text


# ---- tickets ---------------------------------------------------------------------------------------


def with_tickets() -> Bench:
    bench = Bench(wanted=expected(ticket_stacked=(0, 21)))
    bench.ready(tickets=True)
    bench.unit.stacks_at_once = False
    return bench


def test_a_ticket_is_read_stacked_and_proved_by_the_event_that_the_settings_name() -> None:
    bench = with_tickets()
    assert bench.hears(Enabled).tickets
    bench.unit.ticket = b"123456789012345678"
    bench.unit.tells(0, 20)
    bench.unit.escrow = 1
    assert bench.hears(TicketAtEscrow).number == "123456789012345678"
    bench.tell(Accept())
    bench.hears(Routed)
    bench.unit.tells(0, 21)
    assert bench.hears(Stacked) == Stacked(None, from_escrow=True, mark=Mark(0, 2))


def test_without_that_event_tickets_are_given_back() -> None:
    bench = Bench()
    bench.ready(tickets=True)
    assert not bench.hears(Enabled).tickets
    bench.unit.tells(0, 20)
    bench.unit.escrow = 1
    bench.hears(Rejected)
    bench.hears(Returned)
    assert bench.all(TicketAtEscrow) == []


def test_an_unknown_paper_that_was_stacked_is_no_ticket() -> None:
    bench = with_tickets()
    bench.unit.tells(0, 21)
    assert bench.hears(Stacked) == Stacked(None, from_escrow=False, mark=Mark(0, 1))


# ---- faults ----------------------------------------------------------------------------------------


def test_a_fault_is_told_by_name_and_is_over_when_the_unit_finds_nothing_wrong() -> None:
    bench = Bench()
    bench.ready()
    bench.unit.tells(*STICKS)
    assert bench.hears(Faulty).fault is Fault.JAMMED
    bench.unit.self_check = 20
    bench.passes(5)
    assert bench.all(FaultOver) == []
    bench.unit.self_check = 0
    assert bench.hears(FaultOver).fault is Fault.JAMMED
    bench.passes(5)
    assert len(bench.all(Faulty)) == len(bench.all(FaultOver)) == 1


def test_a_stacker_that_was_removed_is_back_when_the_unit_says_so() -> None:
    bench = Bench()
    bench.ready()
    bench.unit.tells(0, 11)
    bench.hears(Faulty)
    bench.passes(5)
    assert bench.all(FaultOver) == []
    bench.unit.tells(0, 12)
    bench.hears(FaultOver)
    assert Fault.STACKER_REMOVED in {told.fault for told in bench.all(FaultOver)}


def test_an_event_that_nobody_defined_is_a_fault_with_its_numbers() -> None:
    bench = Bench()
    bench.ready()
    bench.unit.tells(0, 77)
    assert "0 77" in bench.hears(Faulty).text


@pytest.mark.parametrize("spoil", [1, 2], ids=["counter", "event"])
def test_a_spoiled_answer_that_passes_its_sum_is_not_believed(spoil: int) -> None:
    bench = Bench()
    bench.ready()
    bench.unit.tells(0, 2)
    bench.passes(1)
    hear, spoilt = bench.unit.hear, list[bytes]()

    def spoiled(sent: bytes) -> bytes | None:
        answer = hear(sent)
        if sent[3] != EVENTS or spoilt or answer is None:
            return answer
        data = bytearray(answer[4:-1])
        data[spoil - 1] += 5
        spoilt.append(framed(1, 0, bytes(data)))
        return spoilt[0]

    bench.unit.hear = spoiled  # type: ignore[method-assign]
    bench.passes(5)
    assert spoilt
    assert bench.said[-1] == Rejected("not recognised", mark=Mark(0, 1))


def test_a_unit_that_started_anew_between_two_looks_without_an_event_is_found_out() -> None:
    bench = Bench()
    bench.ready()
    bench.unit.boots()
    bench.hears(Reset)
    bench.hears(Ready, since=len(bench.said))


def test_an_answer_that_comes_too_late_answers_nothing_else() -> None:
    bench = Bench()
    bench.ready()
    late = bench.exchanges
    bench.lost_answers = {late}
    while bench.exchanges == late:
        bench.turn()
    bench.now += 0.4
    bench.host.due(bench.now)
    bench.host.feed(framed(1, 0, bytes((5, 0, 0))), bench.now)
    bench.passes(5)
    assert bench.host.link.counts.strays == 1
    assert len(bench.all(Ready)) == 1


# ---- every loss, one by one ------------------------------------------------------------------------

LOSSES = ("question", "answer", "host", "line")


def one_note(bench: Bench, lost: str, at: int) -> list[Told]:
    """A note is let in, accepted and stacked, while at one exchange something is lost; a controller keeps the marks."""
    booked: dict[Mark, Told] = {}
    mark: Mark | None = Mark(0, 0)
    put_in, first, came = False, bench.exchanges, False
    end = bench.now + 40
    while bench.now < end:
        if bench.exchanges - first >= at and not came:
            came = True
            number = {bench.exchanges}
            if lost == "question":
                bench.lost_questions = number
            elif lost == "answer":
                bench.lost_answers = number
            elif lost == "line":
                bench.lost_questions = set(range(bench.exchanges, bench.exchanges + 5))
            else:
                bench.start(mark)
        for told in bench.turn():
            assert told.mark is None or mark is None or told.mark >= mark, "marks go forward"
            mark = told.mark or mark
            if isinstance(told, Stacked) and told.mark:
                booked[told.mark] = told
            if isinstance(told, Ready):
                bench.tell(Enable(frozenset({500})))
                bench.tell(Accept())  # a move that is routed on the disk
            if isinstance(told, Enabled) and not put_in:
                put_in = True
                bench.unit.note(3)
            if isinstance(told, NoteAtEscrow):
                bench.tell(Accept())
    assert came, "the loss came in time"
    return list(booked.values())


@pytest.mark.parametrize("lost", LOSSES)
@pytest.mark.parametrize("at", range(60))
def test_whatever_is_lost_at_whichever_exchange_the_note_is_counted_once(lost: str, at: int) -> None:
    bench = Bench(mark=Mark(0, 0))
    booked = one_note(bench, lost, at)
    assert (len(booked), bench.unit.box, bench.unit.back) == (1, [3], [])
