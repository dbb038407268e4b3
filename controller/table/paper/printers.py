"""The printer of a seat: who it is, and what it says of its jobs."""

from controller.facts.cash_kinds import DeviceFaults, DeviceLinked, TicketCame, TicketTaken
from controller.protocol.devices.reprint import PRINTING, UNKNOWN_JOB, Job, fate
from controller.protocol.devices.reprint import PrinterHere as There
from controller.table.cash.events import JobTold, PrinterFound, PrinterGone, PrinterState, TicketGone
from controller.table.cash.seat import PrinterNow, TicketOut
from controller.table.paper.keeping import hold, meet, put, put_printer, release, seat_of
from controller.table.paper.tickets.tickets_out import print_next, printed, turn
from controller.table.work import Work

DEVICE = "printer"
CHANGED = "printer_changed"
FARTHEST_JUMP = 2**32
OUTCOMES = {
    "whole": 0,
    "in_part": 1,
    "not_at_all": 2,
    "power_lost": 3,
    "printing": PRINTING,
    "unknown_job": UNKNOWN_JOB,
}
"""What a printer says of a job, and the number that it says it by."""


def printer_found(work: Work, event: PrinterFound) -> None:
    """Checked against the one that was here: another, or one that has forgotten, waits for a person."""
    number, known = event.seat, seat_of(work.table, event.seat).printer
    if not known.linked:
        work.decide(DeviceLinked(number, DEVICE, True, str(event.serial)))
    put_printer(work, number, linked=True, memory_fault=event.memory_fault)
    if event.memory_fault:
        _not_to_be_trusted(work, number)
    if known.serial and _is_another(known, event):
        put_printer(work, number, found=(event.serial, event.last_job))
        hold(work, number, CHANGED, f"{event.serial}, {event.last_job}")
        return
    if not known.serial:
        meet(work, number, DEVICE, str(event.serial))
    belongs_here(work, number, event.serial, event.last_job)


def _is_another(known: PrinterNow, event: PrinterFound) -> bool:
    far = event.last_job > max(known.jobs, known.last_job) + FARTHEST_JUMP
    return event.serial != known.serial or event.last_job < known.last_job or far


def belongs_here(work: Work, number: int, serial: int, last_job: int, by: str = "") -> None:
    """This printer is the seat's."""
    put_printer(work, number, serial=serial, last_job=last_job, found=None)
    release(work, number, CHANGED, by)


def _not_to_be_trusted(work: Work, number: int) -> None:
    """What it says it does not know, it may have forgotten."""
    out = seat_of(work.table, number).out
    if out is not None:
        put(work, number, out=out._replace(memory_fault=True))


def printer_gone(work: Work, event: PrinterGone) -> None:
    """A job that it was told is asked for until it answers; one that it was not told is paid by hand."""
    if seat_of(work.table, event.seat).printer.linked:
        put_printer(work, event.seat, linked=False)
        work.decide(DeviceLinked(event.seat, DEVICE, False, ""))
        print_next(work, event.seat)


def printer_state(work: Work, event: PrinterState) -> None:
    """As it sees itself."""
    number, known = event.seat, seat_of(work.table, event.seat).printer
    faults = tuple(sorted(set(event.faults)))
    paper = event.paper if event.paper in ("low", "out") else ""
    was = known.paper if known.paper in ("low", "out") else ""
    put_printer(work, number, state=event.state, paper=event.paper, faults=faults)
    if "memory" in faults:
        _not_to_be_trusted(work, number)
    if (faults, paper) != (known.faults, was):
        work.decide(DeviceFaults(number, DEVICE, (*faults, *([f"paper_{paper}"] if paper else []))))


def job_told(work: Work, event: JobTold) -> None:
    """What became of a job. Of the wanted one it may move the money; a late word is on record and moves nothing."""
    number, seat = event.seat, seat_of(work.table, event.seat)
    out, outcome = seat.out, OUTCOMES.get(event.outcome)
    if outcome is None or out is None or (out.job, out.serial) != (event.job, event.serial):
        text = f"job {event.job} of printer {event.serial}: {event.outcome}"[:120]
        work.ignore(number, "JobTold", text, "another_job", what="JobTold", seat=number, job=event.job)
        return
    if out.stage != "printing":
        _late(work, number, out, event)
        return
    job = Job(out.job, out.serial, out.known, out.memory_fault)
    comes = fate(job, There(event.serial, seat.printer.last_job, seat.printer.memory_fault), outcome)
    if outcome != UNKNOWN_JOB and not out.known:
        put(work, number, out=out._replace(known=True))
    if comes == "whole":
        if event.taken == "at_the_bezel":
            put_printer(work, number, at_bezel=event.job)
        printed(work, number)
    elif comes in ("unknown", "not_printed"):
        work.decide(TicketCame(number, out.move, out.job, event.outcome, out.amount, False))
        turn(work, number, event.outcome, payable=False)


def _late(work: Work, number: int, out: TicketOut, event: JobTold) -> None:
    """The money is a hand-pay already. That the paper came out after all is for whoever pays to know."""
    if event.outcome in ("printing", "unknown_job") or out.late == event.outcome:
        return
    put(work, number, out=out._replace(late=event.outcome))
    work.decide(TicketCame(number, out.move, out.job, event.outcome, out.amount, False))


def ticket_gone(work: Work, event: TicketGone) -> None:
    """Somebody took it; the next may be printed."""
    number = event.seat
    if seat_of(work.table, number).printer.at_bezel == event.job:
        put_printer(work, number, at_bezel=0, left=False)
        work.decide(TicketTaken(number, event.job, True))
        print_next(work, number)


def left_at_the_bezel(work: Work, number: int, job: str) -> None:
    """A trouble, and no more: it is never credited again. Whoever waits for the printer is paid by hand."""
    printer = seat_of(work.table, number).printer
    if printer.at_bezel and str(printer.at_bezel) == job and not printer.left:
        put_printer(work, number, left=True)
        work.decide(TicketTaken(number, printer.at_bezel, False))
        print_next(work, number)
