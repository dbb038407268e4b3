"""The drivers of bills and tickets as processes on the bench: killed and started again, they do nothing twice."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from controller.protocol.devices.bills import (
    AcceptorEnabled,
    AcceptorHealth,
    AcceptorReady,
    BillsDriverHere,
    NoteAtEscrow,
    PaperReturned,
    PaperStacked,
)
from controller.protocol.devices.printer import (
    FROM_DRIVER,
    JobReport,
    JobStarted,
    PrinterDriverHere,
    PrinterStatus,
    TicketTaken,
)
from controller.protocol.devices.unit import LinkUp
from tests.drivers.cash.house import AtSeat, House
from tests.drivers.machines import Router, end, eventually, router, running
from tests.hil.rig import PrinterRig, Rig
from tests.hil.seat import AcceptorRig
from tests.hil.till import TEXTS, job

SEAT = 1


class Drive:
    """`boxcars bills drive` or `boxcars tickets drive`; killed, the next one knows nothing."""

    def __init__(self, folder: Path, device: str, table: str) -> None:
        self.folder, self.device = folder, device
        self.endpoint = f"ipc://{folder}/{device}"
        self._settings = folder / f"{device}.toml"
        self._settings.write_text(f'[[{device}]]\nseat = {SEAT}\nendpoint = "{self.endpoint}"\n{table}')
        self._stack = ExitStack()
        self.start()

    def start(self) -> None:
        words, log = ("drive", "--config", self._settings), self.folder / f"{self.device}-driver.log"
        self._process = self._stack.enter_context(running(self.device, *words, log=log))

    def kill(self) -> None:
        """As the kernel does it when memory runs out."""
        self._process.kill()
        self._process.wait()

    def close(self) -> int:
        """As systemd stops it; its exit code."""
        code = end(self._process)
        self._stack.close()
        return code


# ---- bills ----------------------------------------------------------------------------------------------------------


@pytest.fixture(params=["cctalk", "id003"])
def acceptor(request: pytest.FixtureRequest, rig: Rig) -> Iterator[AcceptorRig]:
    if rig.file is not None and (rig.file.bills is None or rig.file.bills.protocol != request.param):
        pytest.skip(f"this rig has no bill acceptor on {request.param}: there is none in the [bills] of its rig.toml")
    found = AcceptorRig(rig, request.param)
    with found.powered():
        yield found


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(f"ipc://{tmp_path}/bills")
    yield found
    found.close()


@pytest.fixture
def bills(acceptor: AcceptorRig, house: House, tmp_path: Path) -> Iterator[Drive]:
    drive = Drive(tmp_path, "bills", acceptor.table())
    lets_in(house, acceptor)
    yield drive
    drive.close()


def lets_in(house: House, acceptor: AcceptorRig) -> AtSeat:
    """Until its acceptor takes notes."""
    assert house.hears(BillsDriverHere).emulated == acceptor.emulated
    assert {note.value for note in house.hears(AcceptorReady).notes} == set(acceptor.notes) - {0}
    seat = house.seats[SEAT]
    seat.notes = tuple(sorted(filter(None, acceptor.notes)))
    house.hears(AcceptorEnabled, such_that=lambda said: said.notes == seat.notes)
    return seat


def test_notes_go_to_the_house_or_back_by_the_process_that_a_cabinet_runs(
    acceptor: AcceptorRig, house: House, bills: Drive
) -> None:
    first, second = sorted(filter(None, acceptor.notes))[:2]
    acceptor.put_in(first)
    assert house.hears(PaperStacked).from_escrow
    house.seats[SEAT].answer = "return"
    acceptor.put_in(second)
    house.hears(PaperReturned)
    assert house.seats[SEAT].credited == [first]
    assert house.hears(AcceptorHealth).linked
    assert bills.close() == 0


def test_a_process_killed_with_a_note_at_escrow_is_followed_by_one_that_takes_it_once(
    acceptor: AcceptorRig, house: House, bills: Drive
) -> None:
    house.seats[SEAT].answer = "hold"
    value = sorted(filter(None, acceptor.notes))[1]
    acceptor.put_in(value)
    house.hears(NoteAtEscrow)
    bills.kill()
    seat = house.seats[SEAT]
    seat.answer = "accept"
    bills.start()
    house.hears(BillsDriverHere)
    seat.order = "accept"  # ccTalk: the paper that stands there; ID-003 tells of it again, unless it has given it back
    house.say(seat)
    house.hears(AcceptorEnabled, such_that=lambda said: said.notes == seat.notes)
    acceptor.put_in(value)

    def agree() -> bool:
        house.turn()
        return bool(seat.credited) and (acceptor.bench is not None or acceptor.in_box() == sum(seat.credited))

    eventually(agree, "what is credited is what is in the box")
    assert seat.credited in ([value], [value, value])


# ---- tickets --------------------------------------------------------------------------------------------------------


@pytest.fixture
def tickets(printer_rig: PrinterRig, tmp_path: Path) -> Iterator[Drive]:
    model, serial = printer_rig.identity
    texts = "".join(f'{name} = "{text}"\n' for name, text in TEXTS.model_dump().items())
    table = f'port = "{printer_rig.port}"\nmodel = "{model}"\nserial = {serial}\n[ticket_texts]\n{texts}'
    drive = Drive(tmp_path, "tickets", table)
    yield drive
    drive.close()


@pytest.fixture
def controller(tmp_path: Path) -> Iterator[Router]:
    with router(f"ipc://{tmp_path}/tickets", FROM_DRIVER) as found:
        yield found


def test_a_ticket_comes_out_once_though_the_process_is_killed_while_it_is_printed(
    printer_rig: PrinterRig, controller: Router, tickets: Drive
) -> None:
    here = controller.hears(PrinterDriverHere)
    assert (here.seat, here.emulated) == (SEAT, printer_rig.emulated)
    assert controller.hears(LinkUp).unit.serial == printer_rig.identity[1]
    before = controller.hears(PrinterStatus)
    wanted = job(before.last_job + 1, printer_rig.identity[1])
    controller.hears(JobStarted, telling=wanted)
    tickets.kill()
    tickets.start()
    assert controller.hears(JobReport, telling=wanted).outcome == "whole"
    printed = controller.hears(PrinterStatus, lambda now: now.last_job == wanted.job_id, since=len(controller.said))
    assert (printed.printed, printed.ticket_at_bezel) == (before.printed + 1, True)
    printer_rig.by_hand("take the ticket", "take")
    assert controller.hears(TicketTaken).job_id == wanted.job_id
    assert tickets.close() == 0
