"""The emulated ticket printer: requests in, replies and reports out, by a clock that is handed in."""

import random
import struct
from operator import itemgetter

from tools.emulators.common.frame import ANSWER, PROTOCOL, framed
from tools.emulators.common.reports import Reports
from tools.emulators.common.trouble import REPLY
from tools.emulators.printer import wire
from tools.emulators.printer.fate import STOPPED, STOPPING_FAULTS
from tools.emulators.printer.memory import Shelf
from tools.emulators.printer.paper.tray import Tray
from tools.emulators.printer.press import OUT, Pace, Press
from tools.emulators.printer.trouble import TOLD, Trouble

BOOTING, READY, PRINTING, AT_BEZEL, FAULTY, NO_PAPER = range(6)
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
FIRMWARE = (1, 0)
HEARD_WHILE_BOOTING = (wire.HELLO, wire.STATUS)
REPORT_NAMES = {kind: name for name, kind in wire.REPORTS.items()}


class Unit:
    """A ticket printer, from one switching on to the next and beyond."""

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
        """`boots` makes the boot ids; the operating system does where none is given."""
        self._boots = boots or random.SystemRandom()
        self._pace = pace
        self.serial, self.model = serial, model
        self.trouble = Trouble()
        self.open: set[str] = set()
        """Faults whose cause a person holds in the hand: head and chassis."""
        self.press = Press(shelf, tray, pace, self.trouble, self.report, self.fail, self._power_goes)
        self._boot(now)

    # ---- power ------------------------------------------------------------------------------------------------------

    def _boot(self, now: float) -> None:
        """Power comes: the record of a job that was under way is what it was written as."""
        memory = self.press.memory
        before = memory.boot_id
        while memory.boot_id in (0, before):
            memory.boot_id = self._boots.randrange(1, 2**32)
        self._off_until: float | None = None
        self._ear = wire.Ear()
        self._reports = Reports()
        self._late: list[tuple[float, bytes]] = []
        self._testing: tuple[float, int] | None = None
        self._host_heard = False
        self._up_at = now + self._pace.boot
        self.report(wire.BOOT, struct.pack(">I", memory.boot_id))
        self.press.wake(now)
        self.latch(memory.faults | self._standing())
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

    def is_dead(self, now: float) -> bool:
        """Whether nothing is heard or said."""
        return now < self.trouble.frozen_until or self._off_until is not None

    # ---- the clock --------------------------------------------------------------------------------------------------

    def tick(self, now: float) -> bytes:
        """Let time pass; returns what goes out on the line."""
        if self._off_until is not None and now >= self._off_until:
            self._boot(now)
        self.press.advance(now)
        if self.is_dead(now):
            return b""
        self._finish_self_test(now)
        told = self._host_heard and now >= self._up_at and self._report_what_is_due(now)
        out = b"".join(data for when, data in self._late if when <= now)
        self._late = [(when, data) for when, data in self._late if when > now]
        if told:
            self._power_goes(TOLD, now)
        return self.trouble.flip(out) + self.trouble.noise(now)

    def next_time(self) -> float:
        """When `tick` next has something to do."""
        if self._off_until is not None:
            return min(self._off_until, self.press.next_time())
        times = [self.press.next_time(), *(when for when, _ in self._late)]
        times += [max(self._reports.next_time(), self._up_at)] if self._host_heard else []
        times += [self._testing[0]] if self._testing else []
        trouble = self.trouble
        times += [trouble.next_noise] if trouble.next_noise < trouble.babble_until else []
        return max(min(times), trouble.frozen_until)

    def host_left(self) -> None:
        """Nobody has the port open: what would be sent is lost, reports wait for the next one to speak."""
        self._host_heard = False
        self._late.clear()

    def report(self, kind: int, payload: bytes) -> None:
        """Say this until the host acknowledges it, or until there is newer of its type."""
        self._reports.add(kind, payload)

    def _report_what_is_due(self, now: float) -> bool:
        """Whether a PRINTED is among it."""
        due = list(self._reports.due(now))
        for kind, number, payload in due:
            self._send(REPORT_NAMES[kind], kind, number, payload, now)
        return any(kind == wire.PRINTED for kind, _, _ in due)

    def _send(self, what: str, kind: int, number: int, payload: bytes, now: float) -> None:
        frame = framed(kind, number, payload, PROTOCOL if self.trouble.protocol is None else self.trouble.protocol)
        self._late.append(self.trouble.on_the_way(what, frame, now))
        self._late.sort(key=itemgetter(0))

    # ---- requests ---------------------------------------------------------------------------------------------------

    def hear(self, data: bytes, now: float) -> None:
        """Bytes from the host; replies come out of the next tick."""
        if self.is_dead(now):
            return
        for kind, number, payload in self._ear.hear(self.trouble.flip(data)):
            if self.is_dead(now):
                return
            self._host_heard = True  # the link is up: what is to be reported goes out from now on
            if now >= self._up_at or kind in HEARD_WHILE_BOOTING:
                self._request(kind, number, payload, now)

    def _request(self, kind: int, number: int, payload: bytes, now: float) -> None:
        if kind == wire.ACK:
            self._reports.acknowledge(payload[0], payload[1])
        elif kind == wire.SELF_TEST:
            if self.state(now) == READY and self._testing is None:
                self._testing = (now + self._pace.self_test, number)
        else:
            self._send(REPLY, kind | ANSWER, number, ANSWERS[kind](self, payload, now), now)

    def _finish_self_test(self, now: float) -> None:
        if self._testing is not None and now >= self._testing[0]:
            number, self._testing = self._testing[1], None
            self._send(REPLY, wire.SELF_TEST | ANSWER, number, struct.pack(">H", self.trouble.failing), now)

    def _hello(self, _: bytes, __: float) -> bytes:
        model = self.model.encode("ascii").ljust(8)
        return wire.HELLO_LAYOUT.pack(model, self.serial, *FIRMWARE, self.press.memory.boot_id)

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

    def _clear(self, payload: bytes, _: float) -> bytes:
        (mask,) = struct.unpack(">H", payload)
        self.latch(self.press.memory.faults & ~mask | self._standing())
        return struct.pack(">H", self.press.memory.faults)

    # ---- what happens to the unit -----------------------------------------------------------------------------------

    def _standing(self) -> int:
        """Faults whose cause is still there."""
        return self.trouble.stuck_faults | sum(1 << FAULTS[fault] for fault in self.open)

    def latch(self, faults: int) -> None:
        """The fault latch as it is from now on."""
        if faults != self.press.memory.faults:
            self.press.memory.faults = faults
            self.press.store()
            self.report(wire.FAULT, struct.pack(">H", faults))

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
