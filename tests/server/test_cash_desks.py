"""The desks of acceptors and printers: each seat by its connection, nothing left out, nothing done twice."""

from typing import Any

import pytest

from controller.table.cash import events as c
from controller.table.cash.seat import AcceptorNow, PrinterNow
from tests.server.simulated import SimulatedCabinet, Someone

SETUP: dict[str, Any] = {
    "notes": [100, 500],
    "highest_note": 500,
    "credit_limit": 0,
    "ticket_limit": 100_000,
    "tickets_in": True,
    "authority": "local",
}
NOTE = {"type": 2, "value": 500}


class CashCabinet(SimulatedCabinet):
    """Seats 1 and 2 have both devices; a test speaks for their drivers."""

    def __init__(self) -> None:
        super().__init__()
        self.link_dice()
        self.loop.apply(c.CashSetUp({"1": SETUP, "2": SETUP}, {}))
        self.turn()

    def acceptor(self, seat: int) -> AcceptorNow:
        return self.table.cash[seat].acceptor

    def printer(self, seat: int) -> PrinterNow:
        return self.table.cash[seat].printer


class AcceptorDriver(Someone):
    """One seat's, in its first session unless a test says otherwise."""

    def __init__(self, cabinet: CashCabinet, seat: int, session: int = 0) -> None:
        super().__init__(cabinet, "bills", "local bills")
        self.seat, self.session, self.tells = seat, session + 1, 0
        self.say(kind="bills_driver_here", port="/dev/pts/7", emulated=True, seat=seat, session=session)
        cabinet.turn()

    def tells_of(self, kind: str, mark: tuple[int, int] | None = (1, 1), **fields: Any) -> None:
        self.tells += 1
        self.say(kind=kind, session=self.session, tell=self.tells, mark=mark, **fields)
        self.cabinet.turn()

    def ready(self) -> "AcceptorDriver":
        notes = [{"type": 1, "value": 100}, NOTE]
        self.tells_of("acceptor_ready", serial="7", product="BV20", currency="US", notes=notes)
        return self

    def wish(self) -> dict[str, Any]:
        return self.heard("wanted_of_acceptor")[-1]


@pytest.fixture
def cabinet() -> CashCabinet:
    return CashCabinet()


def test_a_note_goes_from_escrow_to_the_seat_and_each_seat_has_a_connection_of_its_own(cabinet: CashCabinet) -> None:
    first, second = AcceptorDriver(cabinet, 1).ready(), AcceptorDriver(cabinet, 2).ready()
    assert first.wish()["notes"] == [100, 500]
    first.tells_of("note_at_escrow", (1, 2), paper=1, note=NOTE)
    assert (first.wish()["paper"], first.wish()["order"], second.wish()["order"]) == (1, "accept", "nothing")
    assert cabinet.acceptor(1).routed
    first.tells_of("paper_routed", (1, 2))
    first.tells_of("paper_stacked", (1, 3), note=NOTE, from_escrow=True, to_acknowledge=False)
    assert cabinet.table.game.money(1).credits == 500
    assert first.wish()["mark"] == [1, 3]


def test_what_waits_to_be_acknowledged_is_booked_by_its_own_number_after_the_commit(cabinet: CashCabinet) -> None:
    driver = AcceptorDriver(cabinet, 1).ready()
    driver.tells_of("note_at_escrow", None, paper=1, note=NOTE)
    driver.tells_of("paper_stacked", None, note=NOTE, from_escrow=True, to_acknowledge=True)
    assert driver.wish()["booked"] == driver.tells == 3
    driver.tells_of("paper_stacked", None, note=NOTE, from_escrow=True, to_acknowledge=True)
    assert driver.wish()["booked"] == 4
    assert cabinet.table.game.money(1).credits == 500
    driver.tells_of("path_empty", None)
    assert driver.wish()["booked"] == 0


def test_a_word_that_was_lost_begins_another_session_at_the_stored_mark(cabinet: CashCabinet) -> None:
    driver = AcceptorDriver(cabinet, 1).ready()
    driver.tells += 1
    driver.tells_of("paper_stacked", (1, 9), note=NOTE, from_escrow=True, to_acknowledge=False)
    assert (driver.wish()["session"], driver.wish()["mark"]) == (2, [1, 1])
    driver.tells_of("paper_stacked", (1, 10), note=NOTE, from_escrow=True, to_acknowledge=False)
    assert cabinet.table.game.money(1).credits == 0, "what is left of the old session is not heard"
    assert [trouble.code for trouble in cabinet.loop.counters.troubles()] == ["bills_lost_words"]


def test_a_last_word_that_was_lost_is_missed_by_the_heartbeat(cabinet: CashCabinet) -> None:
    driver = AcceptorDriver(cabinet, 1).ready()
    counts = dict.fromkeys(("sent", "answered", "unanswered", "noise", "strays", "reopens", "messages_dropped"), 0)
    driver.say(kind="acceptor_health", session=1, told=1, linked=True, **counts)
    cabinet.turn()
    assert driver.wish()["session"] == 1
    driver.say(kind="acceptor_health", session=1, told=2, linked=True, **counts)
    cabinet.turn()
    assert driver.wish()["session"] == 2


def test_a_greeting_that_comes_twice_and_late_begins_no_session_of_before_again(cabinet: CashCabinet) -> None:
    driver = AcceptorDriver(cabinet, 1).ready()
    driver.tells += 1
    driver.tells_of("path_empty", None)
    assert driver.wish()["session"] == 2
    driver.say(kind="bills_driver_here", port="/dev/pts/7", emulated=True, seat=1, session=0)
    cabinet.turn()
    assert driver.wish()["session"] == 3


def test_a_new_driver_takes_over_in_a_session_above_the_one_that_it_says(cabinet: CashCabinet) -> None:
    old = AcceptorDriver(cabinet, 1).ready()
    new = AcceptorDriver(cabinet, 1, session=6)
    assert new.wish()["session"] == 7
    assert not cabinet.acceptor(1).linked
    old.tells_of("note_at_escrow", (1, 2), paper=1, note=NOTE)
    assert old.heard("who_is_there")
    assert cabinet.acceptor(1).move == ""
    new.ready()
    assert cabinet.acceptor(1).linked


def test_an_acceptor_whose_driver_falls_silent_is_gone_and_so_is_one_from_before_the_start(
    cabinet: CashCabinet,
) -> None:
    AcceptorDriver(cabinet, 1).ready()
    AcceptorDriver(cabinet, 2).ready()
    cabinet.run(4000)
    assert not cabinet.acceptor(1).linked
    assert "bills_driver_lost" in {trouble.code for trouble in cabinet.loop.counters.troubles()}
    AcceptorDriver(cabinet, 1).ready()
    cabinet.start()
    cabinet.run(1000)
    assert not cabinet.acceptor(1).linked


def test_of_another_session_only_such_faults_are_kept_as_an_event_ends(cabinet: CashCabinet) -> None:
    driver = AcceptorDriver(cabinet, 1).ready()
    for fault in ("stacker_removed", "jammed"):
        driver.tells_of("acceptor_faulty", fault=fault, text="so it is")
    assert cabinet.acceptor(1).faults == ("jammed", "stacker_removed")
    again = AcceptorDriver(cabinet, 1, session=1).ready()
    assert cabinet.acceptor(1).faults == ("stacker_removed",)
    again.tells_of("acceptor_fault_over", fault="stacker_removed")
    assert cabinet.acceptor(1).faults == ()
    assert "seat 1" in {link.name for link in cabinet.loop._desks["bills"].links(cabinet.loop)}  # type: ignore[attr-defined]


def test_a_seat_that_has_no_such_device_has_no_desk(cabinet: CashCabinet) -> None:
    driver = AcceptorDriver(cabinet, 3)
    assert driver.heard("not_taken")[-1]["code"] == "bills_no_seat"
    driver.ready()
    assert driver.heard("who_is_there")


# ---- the printer -----------------------------------------------------------------------------------------------------


class PrinterDriver(Someone):
    """One seat's."""

    def __init__(self, cabinet: CashCabinet, seat: int = 1) -> None:
        super().__init__(cabinet, "tickets", "local tickets")
        self.say(kind="printer_driver_here", port="/dev/pts/8", emulated=True, seat=seat)
        unit = {"kind": "unit_identity", "model": "TICKET-P", "serial": 3001, "firmware": "1.0", "boot_id": 5}
        self.say(kind="link_up", port="/dev/pts/8", unit=unit)
        self.stands()

    def stands(self, **more: Any) -> None:
        said = {"state": "ready", "faults": [], "paper": "enough", "ticket_at_bezel": False}
        self.say(kind="printer_status", **{**said, "last_job": 4, "printed": 4, "link_errors": 0, **more})
        self.cabinet.turn()

    def says(self, **message: Any) -> None:
        self.say(**message)
        self.cabinet.turn()


def test_a_printer_is_found_once_and_then_only_what_changes_is_told(cabinet: CashCabinet) -> None:
    driver = PrinterDriver(cabinet)
    known = cabinet.printer(1)
    assert (known.serial, known.last_job, known.linked, known.paper) == (3001, 4, True, "enough")
    events = len(cabinet.store.events)
    driver.stands()
    driver.stands()
    assert len(cabinet.store.events) == events
    driver.says(kind="paper_report", paper="low")
    assert cabinet.printer(1).paper == "low"
    driver.says(kind="printer_faults", faults=["head_open"])
    assert cabinet.printer(1).faults == ("head_open",)
    assert {"tickets_paper", "tickets_fault"} <= {trouble.code for trouble in cabinet.loop.counters.troubles()}
    driver.says(kind="link_down", port="/dev/pts/8", why="silence", text="it does not answer")
    assert not cabinet.printer(1).linked


def test_a_printer_of_nothing_is_told_that_nothing_is_wanted_each_second(cabinet: CashCabinet) -> None:
    driver = PrinterDriver(cabinet)
    for _ in range(30):
        cabinet.turn(100)
        if _ % 5 == 0:
            driver.stands()
    assert 3 <= len(driver.heard("nothing_wanted")) <= 5
