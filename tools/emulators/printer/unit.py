"""The emulated ticket printer: what is asked of it and what happens to it."""

import random
from typing import ClassVar

from tools.emulators.common.unit import READY, Document, FramedUnit
from tools.emulators.printer import wire
from tools.emulators.printer.fate import STOPPED, STOPPING_FAULTS
from tools.emulators.printer.memory import Shelf
from tools.emulators.printer.paper.tray import Tray
from tools.emulators.printer.press import OUT, Pace, Press
from tools.emulators.printer.trouble import TOLD, Trouble

BOOTING = 0
PRINTING, AT_BEZEL, FAULTY, NO_PAPER = range(READY + 1, 6)
ACCEPTED, BUSY, PAPER_IS_OUT, FAULT_LATCHED, STALE, BAD_PARAMETER, ALREADY_DONE, LAST_AT_BEZEL = range(8)
FAULTS = {
    "head-open": 0,
    "jam": 1,
    "cutter": 2,
    "head-hot": 3,
    "memory": 4,
    "supply-low": 5,
    "chassis-open": 6,
}


class Unit(FramedUnit):
    """A ticket printer."""

    document: ClassVar[Document] = wire
    trouble: Trouble

    def __init__(
        self,
        shelf: Shelf,
        tray: Tray,
        pace: Pace,
        now: float,
        serial: int,
        model: str,
        boots: random.Random | None = None,
    ) -> None:
        super().__init__(pace.boot, pace.self_test, serial, model, boots)
        self.trouble = Trouble()
        self.open: set[str] = set()
        """Faults whose cause a person holds in the hand: head and chassis."""
        self.works = self.press = Press(shelf, tray, pace, self.trouble, self.report, self.fail, self._power_goes)
        self._boot(now)

    # ---- power and time ---------------------------------------------------------------------------------------------

    def _boot(self, now: float) -> None:
        """Power comes: the record of a job that was under way is what it was written as."""
        self._switch_on(now)
        self._report_boot()
        self.press.wake(now)
        self.latch(self.press.memory.faults | self._standing())
        self.press.store()

    def cut_power(self, seconds: float, now: float) -> None:
        """Nothing works until power is back, then the unit boots."""
        self._off_until = now + seconds
        self.press.stop(now)

    def _power_goes(self, stage: str, now: float) -> bool:
        """Whether a person has ordered that it goes here."""
        seconds = self.trouble.cuts(stage)
        if seconds is None:
            return False
        self.cut_power(seconds, now)
        return True

    def _advance(self, now: float) -> None:
        self.press.advance(now)

    def next_time(self) -> float:
        """Paper comes to lie without power too."""
        when = super().next_time()
        return when if self._off_until is None else min(when, self.press.next_time())

    def _report_what_is_due(self, now: float) -> set[int]:
        told = super()._report_what_is_due(now)
        if wire.PRINTED in told:
            self._power_goes(TOLD, now)
        return told

    # ---- requests ---------------------------------------------------------------------------------------------------

    def _answer(self, kind: int, payload: bytes, now: float) -> bytes:
        return ANSWERS[kind](self, payload, now)

    def _status(self, _: bytes, now: float) -> bytes:
        memory = self.press.memory
        return wire.STATUS_LAYOUT.pack(
            self.state(now) if self.trouble.state is None else self.trouble.state,
            memory.faults,
            memory.paper,
            memory.bezel,
            memory.last_job,
            memory.printed,
            self._ear.errors,
        )

    def state(self, now: float) -> int:
        """As STATUS tells it, if it tells the truth; of several, the one for which a PRINT would be refused."""
        memory = self.press.memory
        if now < self._up_at:
            return BOOTING
        if self.press.run is not None:
            return PRINTING
        if memory.bezel:
            return AT_BEZEL
        return NO_PAPER if memory.paper == OUT else FAULTY if memory.faults else READY

    def _asked_to_print(self, payload: bytes, now: float) -> bytes:
        number = wire.job_number(payload)
        verdict, self.trouble.verdict = self.trouble.verdict, None
        if verdict is None:
            verdict = self._verdict(payload)
            job = wire.job_of(payload)
            record = self.press.memory.record(number)
            if verdict == ACCEPTED and job is not None and self._under_way() != number:
                self.press.begin(job, payload, now)
            elif verdict == ALREADY_DONE and record is not None:
                self.report(wire.PRINTED, record.as_it_was(number))
        return wire.JOB_VERDICT.pack(number, verdict)

    def _verdict(self, payload: bytes) -> int:
        """In the order of the document: the first reason is the answer."""
        memory, number = self.press.memory, wire.job_number(payload)
        request = self._request_of(number)
        reasons = {
            BAD_PARAMETER: wire.job_of(payload) is None or request not in (None, payload),
            ALREADY_DONE: request is not None and self._under_way() != number,
            ACCEPTED: request is not None,
            STALE: number <= memory.last_job,
            BUSY: self.press.run is not None or self._testing is not None,
            LAST_AT_BEZEL: memory.bezel,
            PAPER_IS_OUT: memory.paper == OUT,
            FAULT_LATCHED: memory.faults != 0,
        }
        return next((verdict for verdict, is_so in reasons.items() if is_so), ACCEPTED)

    def _under_way(self) -> int | None:
        return self.press.run.job.number if self.press.run else None

    def _request_of(self, number: int) -> bytes | None:
        """The bytes of a job that is under way or done, as far back as they are kept."""
        if self.press.run is not None and self.press.run.job.number == number:
            return self.press.run.request
        record = self.press.memory.record(number)
        return bytes.fromhex(record.request) if record else None

    def _result(self, payload: bytes, _: float) -> bytes:
        number = wire.job_number(payload)
        record, outcome = self.press.memory.record(number), self.trouble.pretended()
        if outcome is None and self._under_way() == number:
            outcome = wire.PRINTING_NOW
        if outcome is None and record is not None:
            return record.now(number)
        return wire.RESULT_LAYOUT.pack(number, wire.UNKNOWN_JOB if outcome is None else outcome, wire.NOT_KNOWN)

    def _keep_text(self, payload: bytes, _: float) -> bytes:
        text = wire.text_of(payload)
        if text is not None:
            self.press.memory.texts[text[0]] = text[1]
            self.press.store()
        return wire.TEXT_VERDICT.pack(payload[0], BAD_PARAMETER if text is None else ACCEPTED)

    # ---- what happens to the unit -----------------------------------------------------------------------------------

    def _standing(self) -> int:
        """Faults whose cause is still there."""
        return self.trouble.stuck_faults | sum(1 << FAULTS[fault] for fault in self.open)

    def fail(self, fault: str, now: float) -> None:
        """A fault happens; some end a job under way. Without power nobody notices; what stands is found at boot."""
        if not self.press.powered:
            return
        self.latch(self.press.memory.faults | 1 << FAULTS[fault])
        if fault in STOPPING_FAULTS:
            self.press.interrupt(STOPPED, now)

    def lose_memory(self) -> None:
        """The memory is found to be unreadable."""
        self.press.memory.lose_everything()
        self.latch(self._standing() | 1 << FAULTS["memory"])


ANSWERS = {
    wire.HELLO: Unit._hello,
    wire.STATUS: Unit._status,
    wire.RESULT: Unit._result,
    wire.CLEAR: Unit._clear,
    wire.TEXT: Unit._keep_text,
    wire.PRINT: Unit._asked_to_print,
}
