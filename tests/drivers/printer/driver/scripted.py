"""A ticket printer that says what its interface document has it say, to the byte, or what a test has it say instead.

Its frames are those of the wheel's reader, which shares nothing with drivers or emulators. It is no emulated printer:
it knows jobs, texts, paper and a bezel, and prints in no time worth waiting for.
"""

import struct
from dataclasses import dataclass, field

from tests.drivers.wheel.reader import frame, parsed

HELLO, STATUS, RESULT, CLEAR, SELF_TEST, TEXT, PRINT, ACK = 0x01, 0x02, 0x04, 0x06, 0x08, 0x0B, 0x0C, 0x10
PRINTED, FAULT, PAPER, BOOT, TAKEN = 0xB1, 0xB2, 0xB3, 0xB4, 0xB5
WHOLE, IN_PART, NOT_AT_ALL, POWER_LOST, PRINTING, UNKNOWN = 0, 1, 2, 3, 0xFE, 0xFF
MEMORY_FAULT = 1 << 4
READY, BUSY_PRINTING, AT_THE_BEZEL, IN_FAULT, WITHOUT_PAPER = 1, 2, 3, 4, 5
PRINTS_FOR = 0.1
REPEATS_EVERY = 0.2


@dataclass
class Report:
    """Said again until it is acknowledged."""

    payload: bytes
    seq: int
    at: float


@dataclass
class ScriptedPrinter:
    """What is set here by a test is said; what is listed here was heard."""

    serial: int = 3001
    model: bytes = b"TICKET-P"
    boot_id: int = 1
    faults: int = 0
    paper: int = 0
    ticket: bool = False
    last_job: int = 0
    results: dict[int, tuple[bytes, int, int]] = field(default_factory=dict)
    texts: dict[int, bytes] = field(default_factory=dict)
    sheets: list[int] = field(default_factory=list)
    """Every job that moved paper, in order."""
    heard: list[tuple[int, bytes]] = field(default_factory=list)
    verdicts: dict[int, int] = field(default_factory=dict)
    """Of TEXT or PRINT, in place of what would be right."""
    outcome: int = WHOLE
    taken: int = 0
    told: dict[int, tuple[int, int]] = field(default_factory=dict)
    """What RESULT says of a job, in place of what would be right."""
    prints_for: float = PRINTS_FOR
    deaf: bool = False
    silent_results: int = 0
    """So many times RESULT is not answered."""
    _under_way: tuple[int, float] | None = None
    _reports: dict[int, Report] = field(default_factory=dict)
    _rest: bytes = b""
    _output: bytes = b""
    _seq: int = 0
    _dark_until: float = 0.0

    # ---- the line --------------------------------------------------------------------------------

    def hear(self, data: bytes, now: float) -> None:
        if self.deaf or now < self._dark_until:
            return
        self._rest += data
        while b"\0" in self._rest:
            stuffed, self._rest = self._rest.split(b"\0", 1)
            heard = parsed(stuffed, now)
            if heard is not None:
                self._take(heard.kind, heard.seq, heard.payload, now)

    def tick(self, now: float) -> bytes:
        if now < self._dark_until:
            return b""
        if self._under_way is not None and now >= self._under_way[1]:
            self._finish(self._under_way[0])
        for kind, report in self._reports.items():
            if now >= report.at:
                report.at = now + REPEATS_EVERY
                self._output += frame(kind, report.seq, report.payload)
        output, self._output = self._output, b""
        return output

    def host_left(self) -> None:
        self._rest = b""

    def cut_power(self, seconds: float, now: float) -> None:
        self._dark_until = now + seconds
        self._under_way, self._rest, self._output = None, b"", b""
        self._reports.clear()
        self.boot_id += 1
        self.report(BOOT, struct.pack(">I", self.boot_id))

    def report(self, kind: int, payload: bytes) -> None:
        """Something to tell, until it is acknowledged."""
        self._seq = (self._seq + 1) & 0xFF
        self._reports[kind] = Report(payload, self._seq, at=0.0)

    def forget(self) -> None:
        """Everything it ever printed, and what it is printing now."""
        self.results.clear()
        self._reports.clear()
        self._under_way, self.last_job = None, 0
        self.faults |= MEMORY_FAULT

    # ---- what it is asked ------------------------------------------------------------------------

    def _take(self, kind: int, seq: int, payload: bytes, now: float) -> None:
        self.heard.append((kind, payload))
        if kind == ACK:
            acknowledged = self._reports.get(payload[0])
            if acknowledged is not None and acknowledged.seq == payload[1]:
                del self._reports[payload[0]]
            return
        if kind == RESULT and self.silent_results:
            self.silent_results -= 1
            return
        self._output += frame(kind | 0x80, seq, self._reply(kind, payload, now))

    def _reply(self, kind: int, payload: bytes, now: float) -> bytes:
        match kind:
            case 0x01:
                return struct.pack(">8sIHHI", self.model, self.serial, 1, 0, self.boot_id)
            case 0x02:
                head = (self._state(), self.faults, self.paper, int(self.ticket), self.last_job)
                return struct.pack(">BHBBQII", *head, len(self.sheets), 0)
            case 0x04:
                return self._result(int.from_bytes(payload, "big"))
            case 0x06:
                self.faults &= ~int.from_bytes(payload, "big")
                return struct.pack(">H", self.faults)
            case 0x08:
                return struct.pack(">H", 0)
            case 0x0B:
                verdict = self.verdicts.get(TEXT, 0)
                if verdict == 0:
                    self.texts[payload[0]] = payload[1:]
                return bytes((payload[0], verdict))
            case 0x0C:
                return payload[:8] + bytes((self._print(payload, now),))
        raise AssertionError(f"the document has no request {kind:#04x}")

    def _state(self) -> int:
        if self.faults:
            return IN_FAULT
        if self._under_way is not None:
            return BUSY_PRINTING
        return AT_THE_BEZEL if self.ticket else WITHOUT_PAPER if self.paper == 2 else READY

    def _result(self, job: int) -> bytes:
        if job in self.told:
            return struct.pack(">QBB", job, *self.told[job])
        if self._under_way is not None and self._under_way[0] == job:
            return struct.pack(">QBB", job, PRINTING, 0)
        _, outcome, taken = self.results.get(job, (b"", UNKNOWN, 0))
        return struct.pack(">QBB", job, outcome, taken)

    # ---- printing --------------------------------------------------------------------------------

    def _print(self, payload: bytes, now: float) -> int:
        job = int.from_bytes(payload[:8], "big")
        if PRINT in self.verdicts:
            return self.verdicts[PRINT]
        known = self.results.get(job)
        if known is not None and known[0] != payload:
            return 5
        if known is not None and (self._under_way is None or self._under_way[0] != job):
            self.report(PRINTED, struct.pack(">QBB", job, *known[1:]))
            return 6
        if known is not None:
            return 0
        for verdict, so in ((4, job <= self.last_job), (1, self._under_way), (7, self.ticket), (2, self.paper == 2)):
            if so:
                return verdict
        if self.faults & ~MEMORY_FAULT:  # one that has lost its memory prints whatever it is told to
            return 3
        self.results[job] = (payload, POWER_LOST, 2)  # its record is written before the motor starts
        self.sheets.append(job)
        self.last_job, self._under_way = job, (job, now + self.prints_for)
        return 0

    def _finish(self, job: int) -> None:
        self._under_way = None
        self.results[job] = (self.results[job][0], self.outcome, self.taken)
        self.report(PRINTED, struct.pack(">QBB", job, self.outcome, self.taken))

    # ---- what was heard --------------------------------------------------------------------------

    def requests(self) -> list[int]:
        """The kinds of all requests, without polls and acknowledgements."""
        return [kind for kind, _ in self.heard if kind not in (STATUS, ACK)]

    def prints(self) -> list[bytes]:
        return [payload for kind, payload in self.heard if kind == PRINT]
