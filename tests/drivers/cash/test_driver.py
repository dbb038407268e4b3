"""`boxcars bills drive` and `boxcars tickets drive`: one process for the devices of many seats, at real ptys."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from controller.protocol.devices.bills import (
    AcceptorEnabled,
    AcceptorHealth,
    AcceptorReady,
    BillsDriverHere,
    NoteAtEscrow,
    PaperReturned,
    PaperStacked,
    WantedOfAcceptor,
)
from controller.protocol.devices.printer import FROM_DRIVER, JobReport, PrinterDriverHere, PrinterStatus, WantedJob
from controller.protocol.devices.unit import LinkUp
from drivers.cash.driver import SeatAcceptor
from drivers.cash.settings import read
from drivers.common.serial.port import parse_port
from tests.drivers.cash.house import House
from tests.drivers.machines import boxcars, end, eventually, router, running
from tools.emulators.common.control import order

PROTOCOLS = ("cctalk", "id003")
VERSION = "BENCH-003"
NOTES = (100, 200, 500)
PINS = {"cctalk": 'serial = 4200\nproduct = "BV-EMU"', "id003": f'version = "{VERSION}"'}


class Place:
    """Three seats: an acceptor on ccTalk at the first, one on ID-003 at the second, a printer at the third."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = folder / "drivers.toml"
        tables = [
            f'[[bills]]\nseat = {seat}\nendpoint = "{self.endpoint}"\nport = "{self.port(seat)}"\n'
            f'protocol = "{protocol}"\ncountry = "US"\nnotes = {list(NOTES)}\n{PINS[protocol]}\n'
            for seat, protocol in enumerate(PROTOCOLS, start=1)
        ]
        tables.append(
            f'[[tickets]]\nseat = 3\nendpoint = "{self.printers}"\nport = "{self.port(3)}"\nserial = 3003\n'
            '[ticket_texts]\nhouse = "H"\nplace = "P"\nasset = "A"\nsign = "$"\none = "dollar"\nmany = "dollars"\n'
        )
        self.settings.write_text("\n".join(tables))

    def port(self, seat: int) -> Path:
        return self.folder / f"seat-{seat}"

    @property
    def endpoint(self) -> str:
        return f"ipc://{self.folder}/bills"

    @property
    def printers(self) -> str:
        return f"ipc://{self.folder}/tickets"

    def order(self, seat: int, words: str) -> Any:
        answer = order(self.folder / f"seat-{seat}.control", words.split())
        assert answer["ok"], answer
        return answer

    def acceptor(self, seat: int) -> tuple[object, ...]:
        who = ("--serial", 4200) if seat == 1 else ("--version", VERSION)
        told = ("--protocol", PROTOCOLS[seat - 1], "--fast", "--notes", "US:1,2,5", *who)
        return ("bills", "emulate", "--link", self.port(seat), *told)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture
def acceptors(place: Place) -> Iterator[Place]:
    with ExitStack() as stack:
        for seat in (1, 2):
            stack.enter_context(running(*place.acceptor(seat), log=place.folder / "emulator.log"))
        eventually(lambda: place.port(1).exists() and place.port(2).exists(), "both acceptors' ports")
        yield place


@pytest.fixture
def house(place: Place) -> Iterator[House]:
    found = House(place.endpoint)
    yield found
    found.close()


def lets_in(house: House, seat: int) -> None:
    house.seats[seat].notes = NOTES
    house.say(house.seats[seat])
    house.hears(AcceptorEnabled, seat, lambda said: said.notes == NOTES)


def box(place: Place, seat: int) -> list[str]:
    found: list[str] = place.order(seat, "show")["box"]
    return found


def boxed(place: Place, house: House, seat: int) -> list[str]:
    """What is in the box, while the house goes on."""
    house.turn()
    return box(place, seat)


def test_one_process_takes_notes_at_two_seats_that_speak_differently(acceptors: Place, house: House) -> None:
    with running("bills", "drive", "--config", acceptors.settings) as driver:
        for seat in (1, 2):
            here = house.hears(BillsDriverHere, seat)
            assert (here.emulated, here.session) == (True, 0)
            ready = house.hears(AcceptorReady, seat)
            assert (ready.session, tuple(note.value for note in ready.notes)) == (1, NOTES)
            lets_in(house, seat)
        for seat, value in ((1, 5), (2, 2)):
            acceptors.order(seat, f"note {value}")
            assert house.hears(PaperStacked, seat).from_escrow
            assert house.seats[seat].credited == [value * 100]
        house.seats[1].answer = "return"
        acceptors.order(1, "note 1")
        house.hears(PaperReturned, 1)
        eventually(lambda: boxed(acceptors, house, 1) == ["US5"], "the first in its box")
        eventually(lambda: boxed(acceptors, house, 2) == ["US2"], "the second in its box")
        health = house.hears(AcceptorHealth, 2)
        assert health.linked
        assert health.answered > 0
        assert end(driver) == 0


@pytest.mark.parametrize("seat", [1, 2])
def test_a_driver_killed_with_a_note_at_escrow_costs_nothing_and_credits_once(
    acceptors: Place, house: House, seat: int
) -> None:
    words = ("bills", "drive", "--config", acceptors.settings)
    with running(*words) as driver:
        house.hears(AcceptorReady, seat)
        lets_in(house, seat)
        house.seats[seat].answer = "hold"
        acceptors.order(seat, "note 5")
        house.hears(NoteAtEscrow, seat)
        driver.kill()
        driver.wait()
    kept = house.seats[seat]
    with running(*words):
        kept.answer = "accept"
        house.hears(BillsDriverHere, seat)
        kept.order = "accept"  # ccTalk: the paper that stood there; ID-003 tells of it again
        house.say(kept)

        def is_over() -> bool:
            house.turn()
            shown = acceptors.order(seat, "show")
            return bool(shown["stage"] == "empty" and shown["box"] == ["US5"] * len(kept.credited))

        eventually(is_over, "the note is credited and in the box, or back")
    back = PROTOCOLS[seat - 1] == "id003" and not kept.credited  # it gives back what nobody told it to hold for long
    assert back or kept.credited == [500]


def test_what_was_lost_on_the_way_is_found_by_the_unit_itself(acceptors: Place, house: House) -> None:
    lost: list[PaperStacked] = []
    house.drop = lambda said: isinstance(said, PaperStacked) and not lost and not lost.append(said)  # type: ignore[func-returns-value]
    with running("bills", "drive", "--config", acceptors.settings):
        house.hears(AcceptorReady, 1)
        lets_in(house, 1)
        acceptors.order(1, "note 2")
        again = house.hears(PaperStacked, 1)
    assert lost
    assert (again.session, again.mark) == (lost[0].session + 1, lost[0].mark)
    assert (house.seats[1].credited, house.seats[1].gaps) == ([200], 1)


def test_a_controller_that_comes_anew_is_told_what_came_after_its_mark_and_nothing_before(
    acceptors: Place, house: House
) -> None:
    with running("bills", "drive", "--config", acceptors.settings):
        house.hears(AcceptorReady, 1)
        lets_in(house, 1)
        acceptors.order(1, "note 1")
        house.hears(PaperStacked, 1)
        kept = house.seats[1]
        house.close()
        other = House(acceptors.endpoint)
        other.seats[1] = kept
        here = other.hears(BillsDriverHere, 1)
        assert here.session == 1
        assert other.hears(AcceptorReady, 1).session == 2
        lets_in(other, 1)
        acceptors.order(1, "note 5")
        other.hears(PaperStacked, 1)
        other.close()
    assert kept.credited == [100, 500]


def test_a_wish_that_was_long_on_its_way_does_not_begin_a_session_that_is_over_again(place: Place) -> None:
    settings = read(place.settings).bills[0]
    device = SeatAcceptor(settings, parse_port(settings.port))
    for session, mark in ((1, (1, 14)), (2, (1, 16)), (1, (1, 14))):
        device.told(WantedOfAcceptor(session=session, mark=mark, notes=(), tickets=False))
    assert device.health(0).session == 2
    device.close()


def test_who_is_wished_nothing_lets_nothing_in(acceptors: Place, house: House) -> None:
    with running("bills", "drive", "--config", acceptors.settings):
        house.hears(AcceptorReady, 1)
        lets_in(house, 1)
        house.close()
        eventually(lambda: acceptors.order(1, "show")["master"] == 0, "the acceptor is shut")
    house.__init__(acceptors.endpoint)  # type: ignore[misc]  # for the fixture to close


def test_an_order_for_a_paper_that_is_gone_does_not_touch_the_next(acceptors: Place, house: House) -> None:
    with running("bills", "drive", "--config", acceptors.settings):
        house.hears(AcceptorReady, 1)
        lets_in(house, 1)
        house.seats[1].answer = "return"
        acceptors.order(1, "note 1")
        first = house.hears(NoteAtEscrow, 1)
        house.hears(PaperReturned, 1)
        house.seats[1].answer = "hold"
        acceptors.order(1, "note 5")
        second = house.hears(NoteAtEscrow, 1)
        assert second.paper == first.paper + 1
        house.seats[1].paper, house.seats[1].order = first.paper, "accept"
        house.say(house.seats[1])
        health = house.hears(AcceptorHealth, 1)
        house.hears(AcceptorHealth, 1, lambda said: said.answered > health.answered + 5)
        assert acceptors.order(1, "show")["stage"] == "escrow"
        assert house.seats[1].credited == []


def test_a_printer_at_a_seat_prints_what_is_wanted_and_a_killed_driver_prints_it_once(place: Place) -> None:
    job = WantedJob(
        job_id=7,
        serial=3003,
        template="ticket",
        amount=12500,
        exponent=2,
        language="en",
        number="010042000001738427",
        time=1795000000,
        zone=0,
        days=30,
        sequence=17,
        demo=True,
        fresh=True,
    )
    emulator = ("tickets", "emulate", "--link", place.port(3), "--serial", 3003, "--fast")
    words = ("tickets", "drive", "--config", place.settings)
    with running(*emulator), router(place.printers, FROM_DRIVER) as controller:
        eventually(place.port(3).exists, "the printer's port")
        with running(*words) as driver:
            assert controller.hears(PrinterDriverHere).seat == 3
            controller.hears(LinkUp)
            controller.hears(PrinterStatus)
            assert controller.hears(JobReport, telling=job).outcome == "whole"
            driver.kill()
            driver.wait()
        since = len(controller.said)
        with running(*words):
            again = controller.hears(JobReport, since=since, telling=job)
            assert (again.job_id, again.outcome) == (7, "whole")
        assert place.order(3, "show")["printed"] == 1


@pytest.mark.parametrize("name", ["bills", "tickets"])
def test_settings_without_such_a_device_are_no_settings_for_its_driver(tmp_path: Path, name: str) -> None:
    file = tmp_path / "drivers.toml"
    file.write_text("")
    call = boxcars(name, "drive", "--config", file)
    assert (call.returncode, call.stderr) == (2, f"boxcars: {file}: {name}: no table [[{name}]] is there\n")
