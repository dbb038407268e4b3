"""What the driver of a ticket printer and who gives it its jobs say to each other.

It goes as with the wheel: a wish, `WantedJob` or `NothingWanted`, said again whenever it changes and at least once a
second. A job is wanted until its answer is held. The driver keeps nothing: it asks the printer what became of the job,
and sends it only where `reprint` allows it.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from controller.protocol.devices.reprint import WhyNot
from controller.protocol.devices.unit import ClearFaults, DriverHere, FromAnyDriver, NothingWanted, RunSelfTest
from controller.protocol.message import U8, U16, U32, U64, Count, Message, SeatNumber, Text, WhoIsThere

PrinterState = Literal["booting", "ready", "printing", "ticket_at_bezel", "fault", "no_paper"]
PrinterFault = Literal["head_open", "jam", "cutter", "head_too_hot", "memory", "supply_low", "chassis_open", "unknown"]
PrinterTestFailure = Literal["head", "motor", "paper_sensor", "bezel_sensor", "memory", "unknown"]
PaperState = Literal["enough", "low", "out", "unknown"]
Template = Literal["ticket", "hand_pay_slip", "test"]
JobRefusal = Literal[
    "busy", "no_paper", "fault", "stale_job", "bad_parameter", "already_done", "ticket_at_bezel", "unknown"
]
JobOutcome = Literal["whole", "in_part", "not_at_all", "power_lost"]
WhetherTaken = Literal["at_the_bezel", "taken", "not_known"]
TextSlot = Literal["house", "place", "asset", "sign", "one", "many"]
JobId = Annotated[int, Field(ge=1, le=0xFFFF_FFFF_FFFF_FFFF)]
PrinterFaultNames = Annotated[tuple[PrinterFault, ...], Field(max_length=16)]
TicketNumber = Annotated[str, StringConstraints(pattern="^[0-9]{18}$")]
TicketText = Annotated[str, StringConstraints(pattern="^[ -~]{0,48}$")]
DAY_MINUTES = 24 * 60


# ---- to the driver -------------------------------------------------------------------------------


class WantedJob(Message):
    """The job that shall be printed. Said again until its answer has arrived: always the same in all but the last two.

    `fresh` is true in the very first telling only, when no driver can have heard of the job: then the driver may PRINT
    without asking the printer for its RESULT first.
    """

    kind: Literal["wanted_job"] = "wanted_job"
    job_id: JobId
    serial: U32 = Field(description="of the only printer that may print it")
    template: Template
    amount: U64
    exponent: U8 = Field(description="decimal places of the amount")
    language: Annotated[str, StringConstraints(pattern="^[a-z]{2}$")]
    number: TicketNumber
    time: U32 = Field(description="seconds since 1970")
    zone: int = Field(ge=-DAY_MINUTES, le=DAY_MINUTES, description="minutes east of Greenwich")
    days: U16 = Field(description="of validity")
    sequence: U32
    demo: bool
    house: TicketText = Field(default="", description="stands on this ticket in place of the printer's settings")
    place: TicketText = ""
    fresh: bool = False
    may_print: bool = Field(default=True, description="false: only ask for its result, nothing shall be printed now")


# ---- from the driver -----------------------------------------------------------------------------


class PrinterDriverHere(DriverHere):
    """The driver of a seat's printer is here, and whether it was told before is unsure: tell it what is wanted."""

    kind: Literal["printer_driver_here"] = "printer_driver_here"
    seat: SeatNumber


class PrinterStatus(Message):
    """The printer's own view of itself, each half second."""

    kind: Literal["printer_status"] = "printer_status"
    state: PrinterState | Literal["unknown"]
    faults: PrinterFaultNames
    paper: PaperState
    ticket_at_bezel: bool
    last_job: U64
    printed: U32
    link_errors: U32


class TextRefused(Message):
    """The printer did not take a text that stands on every ticket, so nothing is printed; asked again with the job."""

    kind: Literal["text_refused"] = "text_refused"
    slot: TextSlot
    verdict: JobRefusal


class JobStarted(Message):
    """The printer accepted PRINT, or says that it prints this job now."""

    kind: Literal["job_started"] = "job_started"
    job_id: JobId


class JobUnknown(Message):
    """Wanted without printing: the printer has never heard of this one."""

    kind: Literal["job_unknown"] = "job_unknown"
    job_id: JobId


class JobRefused(Message):
    """The printer did not accept PRINT; asked again when the job is wanted again."""

    kind: Literal["job_refused"] = "job_refused"
    job_id: JobId
    verdict: JobRefusal


class JobNotSent(Message):
    """The driver did not send PRINT: `reprint` forbids it, or a text of the ticket is not in the printer."""

    kind: Literal["job_not_sent"] = "job_not_sent"
    job_id: JobId
    why: WhyNot | Literal["texts"]


class JobOverdue(Message):
    """The printer should have answered by now; the driver keeps asking."""

    kind: Literal["job_overdue"] = "job_overdue"
    job_id: JobId
    waited_ms: Count


class JobReport(Message):
    """What a printer says became of a job.

    Mostly it is the wanted job. An earlier one may have been asked for before this driver's time, and its report never
    acknowledged: only the journal can tell, so such a report is passed on too, and moves nothing a second time.
    """

    kind: Literal["job_report"] = "job_report"
    job_id: U64
    serial: U32 = Field(description="of the printer that says so: another one's jobs have the same numbers")
    outcome: JobOutcome
    taken: WhetherTaken


class TicketTaken(Message):
    """Somebody took the ticket of this job out of the bezel."""

    kind: Literal["ticket_taken"] = "ticket_taken"
    job_id: U64


class PaperReport(Message):
    kind: Literal["paper_report"] = "paper_report"
    paper: PaperState


class PrinterFaults(Message):
    """The whole fault latch as it is now."""

    kind: Literal["printer_faults"] = "printer_faults"
    faults: PrinterFaultNames


class PrinterFaultsCleared(Message):
    """What is still latched after ClearFaults."""

    kind: Literal["faults_cleared"] = "faults_cleared"
    faults: PrinterFaultNames


class PrinterSelfTestDone(Message):
    kind: Literal["self_test_done"] = "self_test_done"
    failures: Annotated[tuple[PrinterTestFailure, ...], Field(max_length=16)]


class PrinterMalfunction(Message):
    """A report that nobody asked for or that differs from an earlier one, an answer that does not exist. No result."""

    kind: Literal["malfunction"] = "malfunction"
    what: Literal["unasked_job", "contradicting_job", "impossible_job", "impossible_answer"]
    job_id: U64 | None = None
    payload: Annotated[str, Field(pattern="^([0-9a-f]{2}){0,10}$")] = ""
    text: Text


ToPrinterDriver = WantedJob | NothingWanted | ClearFaults | RunSelfTest | WhoIsThere
OfPrinter = (
    PrinterStatus
    | TextRefused
    | JobStarted
    | JobUnknown
    | JobRefused
    | JobNotSent
    | JobOverdue
    | JobReport
    | TicketTaken
    | PaperReport
    | PrinterFaults
    | PrinterFaultsCleared
    | PrinterSelfTestDone
    | PrinterMalfunction
)
"""What only the driver of a ticket printer says."""
FromPrinterDriver = PrinterDriverHere | FromAnyDriver | OfPrinter
TO_DRIVER: TypeAdapter[ToPrinterDriver] = TypeAdapter(Annotated[ToPrinterDriver, Field(discriminator="kind")])
FROM_DRIVER: TypeAdapter[FromPrinterDriver] = TypeAdapter(Annotated[FromPrinterDriver, Field(discriminator="kind")])
