"""What the ticket printer calls what all units do: its numbers in words, its messages, and the ticket in bytes.

To a session a job is a play: PRINT starts it, PRINTED tells what became of it.
"""

from collections.abc import Sequence
from typing import Final, Literal, get_args

from config.drivers import TicketTexts
from controller.protocol.devices.printer import (
    JobNotSent,
    JobOutcome,
    JobOverdue,
    JobRefusal,
    JobRefused,
    JobReport,
    JobStarted,
    JobUnknown,
    PaperReport,
    PaperState,
    PrinterDriverHere,
    PrinterFault,
    PrinterFaults,
    PrinterFaultsCleared,
    PrinterMalfunction,
    PrinterSelfTestDone,
    PrinterState,
    PrinterStatus,
    PrinterTestFailure,
    Template,
    TextRefused,
    TextSlot,
    TicketTaken,
    WantedJob,
    WhetherTaken,
)
from controller.protocol.devices.reprint import Job, PrinterHere, why_not_sent
from controller.protocol.devices.unit import UnitIdentity
from controller.protocol.message import Message, cut
from drivers.cash.printer.codec import (
    VOCABULARY,
    Paper,
    PaperLevel,
    Print,
    PrinterStatusNow,
    Taken,
    Text,
    TextVerdict,
)
from drivers.common.serial.messages import Found, Spoken, StartVerdict, Status, StatusReply
from drivers.common.unit.words import ACCEPTED, Names, UnitSeen, Wish, Words

PRINTED_WITHIN, GRACE = 5.0, 0.5
"""Seconds: what the document promises, and ours beyond it."""
DEMO = 0x01
STATES: Final[Names[PrinterState | Literal["unknown"]]] = Names(get_args(PrinterState), "unknown")
VERDICTS: Final[Names[Literal["accepted"] | JobRefusal]] = Names(("accepted", *get_args(JobRefusal)[:-1]), "unknown")
FAULTS: Final[Names[PrinterFault]] = Names(get_args(PrinterFault)[:-1], "unknown")
TEST_FAILURES: Final[Names[PrinterTestFailure]] = Names(get_args(PrinterTestFailure)[:-1], "unknown")
PAPER: Final[Names[PaperState]] = Names(get_args(PaperState)[:-1], "unknown")
OUTCOMES: Final[Sequence[JobOutcome]] = get_args(JobOutcome)
TAKEN: Final[Sequence[WhetherTaken]] = get_args(WhetherTaken)
TEMPLATES: Final[Sequence[Template]] = get_args(Template)
SLOTS: Final[Sequence[TextSlot]] = get_args(TextSlot)
"""By the numbers that the document gives them; an `unknown` at the end says that a number has no name."""


class PrinterWords(Words):
    """Of the ticket printer."""

    device = "tickets"
    unit = "ticket printer"
    model = "TICKET-P"
    play = "job"
    vocabulary = VOCABULARY
    states, verdicts, faults = STATES, VERDICTS, FAULTS
    status_kind, tested_kind = PrinterStatus, PrinterSelfTestDone
    fields = {"id": "job_id", "last": "last_job", "plays": "printed"}
    logged = ("job_refused", "job_not_sent", "job_overdue", "text_refused")

    def __init__(self, texts: TicketTexts | None, seat: int = 1) -> None:
        """Of the printer of a seat. Without texts the printer is looked at, and nothing is printed."""
        self._texts, self._seat = texts, seat

    def greeting(self) -> Sequence[Spoken]:
        return self._greeting_with({})

    def _greeting_with(self, own: dict[str, str]) -> Sequence[Spoken]:
        """With these texts of one job in place of those of the settings."""
        if self._texts is None:
            return ()
        said: dict[str, str] = self._texts.model_dump() | own
        return (Status(), *(Text(number, said[slot].encode()) for number, slot in enumerate(SLOTS)))

    def ungreeted(self, request: Spoken, reply: Spoken) -> TextRefused | None:
        if not isinstance(request, Text) or not isinstance(reply, TextVerdict):
            return None
        if (reply.slot, reply.verdict) == (request.slot, ACCEPTED):
            return None
        verdict = VERDICTS.of(reply.verdict)
        return TextRefused(slot=SLOTS[request.slot], verdict="unknown" if verdict == "accepted" else verdict)

    def bar(self, wish: Wish, seen: UnitSeen) -> JobNotSent | None:
        assert wish.only_on is not None, "a job belongs to one printer"
        if wish.only_on != seen.serial:
            return JobNotSent(job_id=wish.id, why="other_printer")
        if self._texts is None or seen.status is None or not seen.greeted:
            return JobNotSent(job_id=wish.id, why="texts")
        job = Job(wish.id, wish.only_on, known=seen.known, memory_fault=memory_fault(seen.faults))
        printer = PrinterHere(seen.serial, seen.status.last_play, memory_fault(seen.status.faults))
        why = why_not_sent(job, printer)
        return None if why is None else JobNotSent(job_id=wish.id, why=why)

    def wish(self, message: Message) -> Wish | None:
        if not isinstance(message, WantedJob):
            return None
        own = {slot: text for slot, text in (("house", message.house), ("place", message.place)) if text}
        return Wish(
            print_of(message),
            message.fresh,
            message.may_print,
            PRINTED_WITHIN + GRACE,
            only_on=message.serial,
            greeting=self._greeting_with(own),
        )

    def here(self, port: str, emulated: bool) -> PrinterDriverHere:
        return PrinterDriverHere(port=port, emulated=emulated, seat=self._seat)

    # ---- what the printer says -------------------------------------------------------------------

    def flaw(self, found: Found) -> str:
        paper = as_paper(found)
        if paper.outcome >= len(OUTCOMES):
            return f"job {paper.id}: outcome {paper.outcome} does not exist"
        if paper.taken >= len(TAKEN):
            return f"job {paper.id}: `taken` {paper.taken} does not exist"
        return ""

    def outcome(self, found: Found) -> str:
        return self.flaw(found) or OUTCOMES[found.outcome]

    def status(self, status: StatusReply) -> PrinterStatus:
        assert isinstance(status, PrinterStatusNow), "the vocabulary of the printer has no other"
        return PrinterStatus(
            state=STATES.of(status.state),
            faults=FAULTS.of_bits(status.faults),
            paper=PAPER.of(status.paper),
            ticket_at_bezel=status.bezel != 0,  # a value nobody defined is no empty bezel
            last_job=status.last,
            printed=status.plays,
            link_errors=status.link_errors,
        )

    def report(self, found: Found, unit: UnitIdentity) -> JobReport:
        paper = as_paper(found)
        return JobReport(job_id=paper.id, serial=unit.serial, outcome=OUTCOMES[paper.outcome], taken=TAKEN[paper.taken])

    def progress(self, report: Spoken) -> TicketTaken | PaperReport | None:
        match report:
            case Taken(id=job):
                return TicketTaken(job_id=job)
            case PaperLevel(paper=paper):
                return PaperReport(paper=PAPER.of(paper))
        return None

    def refused(self, answer: StartVerdict) -> JobRefused:
        verdict = VERDICTS.of(answer.verdict)
        assert verdict != "accepted", "the session tells an acceptance from a refusal"
        return JobRefused(job_id=answer.id, verdict=verdict)

    def started(self, play: int) -> JobStarted:
        return JobStarted(job_id=play)

    def unknown(self, play: int) -> JobUnknown:
        return JobUnknown(job_id=play)

    def overdue(self, play: int, waited_ms: int) -> JobOverdue:
        return JobOverdue(job_id=play, waited_ms=waited_ms)

    def faulty(self, bits: int) -> PrinterFaults:
        return PrinterFaults(faults=FAULTS.of_bits(bits))

    def cleared(self, bits: int) -> PrinterFaultsCleared:
        return PrinterFaultsCleared(faults=FAULTS.of_bits(bits))

    def tested(self, bits: int) -> PrinterSelfTestDone:
        return PrinterSelfTestDone(failures=TEST_FAILURES.of_bits(bits))

    def malfunction(self, what: str, text: str, found: Found | None) -> PrinterMalfunction:
        about = {} if found is None else {"job_id": found.id, "payload": found.packed().hex()}
        return PrinterMalfunction.model_validate({"what": what, "text": cut(text), **about})


def memory_fault(faults: int) -> bool:
    """Whether these are faults of the printer's memory: then what it says of jobs is worth nothing."""
    return "memory" in FAULTS.of_bits(faults)


def as_paper(found: Found) -> Paper:
    """What became of a play of this unit."""
    assert isinstance(found, Paper), "the vocabulary of the printer has no other"
    return found


def print_of(wanted: WantedJob) -> Print:
    """The bytes of a job, of which every later telling has to be the same."""
    return Print(
        id=wanted.job_id,
        template=TEMPLATES.index(wanted.template),
        amount=wanted.amount,
        exponent=wanted.exponent,
        language=wanted.language.encode(),
        number=bytes.fromhex(wanted.number),  # BCD: a digit a nibble
        time=wanted.time,
        zone=wanted.zone,
        days=wanted.days,
        sequence=wanted.sequence,
        flags=DEMO if wanted.demo else 0,
    )
