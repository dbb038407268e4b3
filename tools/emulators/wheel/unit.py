"""The emulated wheel unit: requests in, replies and reports out, by a clock that is handed in."""

import random
import struct
from operator import itemgetter

from tools.emulators.common.frame import ANSWER, PROTOCOL, framed
from tools.emulators.common.reports import Reports
from tools.emulators.common.trouble import REPLY
from tools.emulators.wheel import wire
from tools.emulators.wheel.fate import Fates
from tools.emulators.wheel.memory import Shelf
from tools.emulators.wheel.spin import LANDED, WAITING, Wish
from tools.emulators.wheel.trouble import Trouble
from tools.emulators.wheel.wheel import Pace, Wheel

BOOTING, READY, WAITING_TO_LAUNCH, BALL_TURNING, BALL_FALLING, READING, FAULTY, COVER_OPEN = range(8)
STATE_OF_STAGE = (WAITING_TO_LAUNCH, BALL_TURNING, BALL_TURNING, BALL_FALLING, READING)
ACCEPTED, BUSY, COVER_IS_OPEN, FAULT_LATCHED, STALE, BAD_PARAMETER, ALREADY_DONE = range(7)
FAULTS = {
    "rotor": 0,
    "blower": 1,
    "sensor-dead": 2,
    "sensor-dirty": 3,
    "ball-missing": 4,
    "over-temperature": 5,
    "memory": 6,
    "supply-low": 7,
    "level": 8,
}
ENDS_WAITING = {
    "rotor": "rotor-not-turning",
    "blower": "not-spun",
    "sensor-dead": "unreadable",
    "ball-missing": "ball-broken",
}
ENDS_FLIGHT = {"rotor": "rotor-stopped", "sensor-dead": "unreadable", "ball-missing": "ball-broken"}
"""Fault → how a spin under way ends with it; with any other fault it goes on."""
SLOWEST, FASTEST = 8, 40
LONGEST_HOLD = 10_000
FIRMWARE = (1, 0)
HEARD_WHILE_BOOTING = (wire.HELLO, wire.STATUS)
REPORT_NAMES = {kind: name for name, kind in wire.REPORTS.items()}


class Unit:
    """A wheel unit, from one switching on to the next and beyond."""

    def __init__(
        self,
        key: bytes,
        fates: Fates,
        shelf: Shelf,
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
        self.wheel = Wheel(key, fates, shelf, pace, self.trouble, self.report)
        self.cover_open = False
        self.temperature = 31
        self.lamp = bytes(4)
        self._boot(now)

    # ---- power ------------------------------------------------------------------------------------------------------

    def _boot(self, now: float) -> None:
        """Power comes: what was under way is read from the wheel, or is lost."""
        memory = self.wheel.memory
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
        self.wheel.wake(self._up_at)
        self.wheel.store()
        self.report(wire.BOOT, struct.pack(">I", memory.boot_id))

    def cut_power(self, seconds: float, now: float) -> None:
        """Nothing works until power is back, then the unit boots."""
        self._off_until = now + seconds
        self.wheel.stop()

    def is_dead(self, now: float) -> bool:
        """Whether nothing is heard or said."""
        return now < self.trouble.frozen_until or self._off_until is not None

    # ---- the clock --------------------------------------------------------------------------------------------------

    def tick(self, now: float) -> bytes:
        """Let time pass; returns what goes out on the line."""
        if self._off_until is not None and now >= self._off_until:
            self._boot(now)
        if not self.is_dead(now):
            self._advance(now)
        if self.is_dead(now):
            return b""
        if self._host_heard and now >= self._up_at:
            for kind, number, payload in self._reports.due(now):
                self._send(REPORT_NAMES[kind], kind, number, payload, now)
        out = b"".join(data for when, data in self._late if when <= now)
        self._late = [(when, data) for when, data in self._late if when > now]
        return self.trouble.flip(out) + self.trouble.noise(now)

    def next_time(self) -> float:
        """When `tick` next has something to do."""
        if self._off_until is not None:
            return self._off_until
        times = [self.wheel.next_time(), *(when for when, _ in self._late)]
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
            self._host_heard = True  # the link is up: what is to be reported goes out from now on
            if now >= self._up_at or kind in HEARD_WHILE_BOOTING:
                self._request(kind, number, payload, now)

    def _advance(self, now: float) -> None:
        cut = self.wheel.advance(now)
        if cut is not None:
            self.trouble.unread = cut.unread
            self.cut_power(cut.seconds, now)
        elif self._testing is not None and now >= self._testing[0]:
            number, self._testing = self._testing[1], None
            self._send(REPLY, wire.SELF_TEST | ANSWER, number, struct.pack(">H", self.trouble.failing), now)

    def _request(self, kind: int, number: int, payload: bytes, now: float) -> None:
        if kind == wire.ACK:
            self._reports.acknowledge(payload[0], payload[1])
        elif kind == wire.SELF_TEST:
            if self.state(now) == READY and self._testing is None:
                self._testing = (now + self._pace.self_test, number)
        else:
            self._send(REPLY, kind | ANSWER, number, ANSWERS[kind](self, payload, now), now)

    def _hello(self, _: bytes, __: float) -> bytes:
        model = self.model.encode("ascii").ljust(8)
        return wire.HELLO_LAYOUT.pack(model, self.serial, *FIRMWARE, self.wheel.memory.boot_id)

    def _status(self, _: bytes, now: float) -> bytes:
        memory = self.wheel.memory
        return wire.STATUS_LAYOUT.pack(
            self.state(now) if self.trouble.state is None else self.trouble.state,
            memory.faults,
            self.cover_open,
            memory.last_spin,
            self.temperature,
            memory.spins,
            self._ear.errors,
        )

    def state(self, now: float) -> int:
        """As STATUS tells it, if it tells the truth."""
        if now < self._up_at:
            return BOOTING
        if self.wheel.woken is not None:
            return READING
        if self.wheel.spin is not None:
            return STATE_OF_STAGE[self.wheel.spin.stage]
        return FAULTY if self.wheel.memory.faults else COVER_OPEN if self.cover_open else READY

    def _asked_to_spin(self, payload: bytes, now: float) -> bytes:
        spin_id, rotor, strength, hold, nonce = wire.SPIN_LAYOUT.unpack(payload)
        verdict, self.trouble.verdict = self.trouble.verdict, None
        if verdict is None:
            verdict = self._verdict(spin_id, rotor, strength, hold)
            if verdict == ACCEPTED and self.wheel.under_way() is None:
                self.wheel.begin(Wish(spin_id, rotor, strength, hold / 1000, nonce), now)
            elif verdict == ALREADY_DONE:
                self.report(wire.SPUN, self.wheel.memory.result(spin_id) or b"")
        return wire.VERDICT_LAYOUT.pack(spin_id, verdict)

    def _verdict(self, spin_id: int, rotor: int, strength: int, hold: int) -> int:
        if self.wheel.memory.result(spin_id):
            return ALREADY_DONE
        if self.wheel.under_way() is not None:
            return ACCEPTED if self.wheel.under_way() == spin_id else BUSY
        if spin_id <= self.wheel.memory.last_spin:
            return STALE
        if not SLOWEST <= abs(rotor) <= FASTEST or strength == 0 or hold > LONGEST_HOLD:
            return BAD_PARAMETER
        if self._testing is not None:
            return BUSY
        if self.cover_open:
            return COVER_IS_OPEN
        return FAULT_LATCHED if self.wheel.memory.faults else ACCEPTED

    def _result(self, payload: bytes, _: float) -> bytes:
        (spin_id,) = wire.ID.unpack(payload)
        found = self.wheel.memory.result(spin_id)
        outcome = self.trouble.pretended()
        if outcome is None and found is not None:
            return found
        if outcome is None:
            outcome = wire.UNDER_WAY if self.wheel.under_way() == spin_id else wire.UNKNOWN_SPIN
        return wire.Spun(spin_id, outcome).packed() + bytes(wire.MAC_BYTES)

    def _abort(self, payload: bytes, now: float) -> bytes:
        (spin_id,) = wire.ID.unpack(payload)
        if self.wheel.under_way() == spin_id:
            stops = self.wheel.stage() == WAITING
            verdict = ACCEPTED if stops else ALREADY_DONE
            if stops:
                self.wheel.end("aborted", now)
        elif self.wheel.memory.result(spin_id):
            verdict = ALREADY_DONE
        elif self.wheel.under_way() is not None:
            verdict = BUSY
        else:
            verdict = STALE if spin_id <= self.wheel.memory.last_spin else BAD_PARAMETER
        return wire.VERDICT_LAYOUT.pack(spin_id, verdict)

    def _clear(self, payload: bytes, _: float) -> bytes:
        (mask,) = struct.unpack(">H", payload)
        self.latch(self.wheel.memory.faults & ~mask | self.trouble.stuck_faults)
        return struct.pack(">H", self.wheel.memory.faults)

    def _light(self, payload: bytes, _: float) -> bytes:
        self.lamp = payload
        return b""

    # ---- what happens to the unit -----------------------------------------------------------------------------------

    def latch(self, faults: int) -> None:
        """The fault latch as it is from now on."""
        if faults != self.wheel.memory.faults:
            self.wheel.memory.faults = faults
            self.wheel.store()
            self.report(wire.FAULT, struct.pack(">H", faults))

    def fail(self, fault: str, now: float) -> None:
        """A fault happens; some end a spin under way."""
        self.latch(self.wheel.memory.faults | 1 << FAULTS[fault])
        stage = self.wheel.stage()
        ends = ENDS_WAITING if stage == WAITING else ENDS_FLIGHT
        if stage is not None and fault in ends:
            self.wheel.end(ends[fault], now)

    def move_cover(self, is_open: bool, now: float) -> None:
        """Open, it ends a spin whose ball has not come to lie."""
        if is_open == self.cover_open:
            return
        self.cover_open = is_open
        self.report(wire.COVER, bytes([is_open]))
        stage = self.wheel.stage()
        if is_open and stage is not None and stage < LANDED:
            self.wheel.end("interference", now)


ANSWERS = {
    wire.HELLO: Unit._hello,
    wire.STATUS: Unit._status,
    wire.RESULT: Unit._result,
    wire.ABORT: Unit._abort,
    wire.CLEAR: Unit._clear,
    wire.LAMP: Unit._light,
    wire.SPIN: Unit._asked_to_spin,
}
