"""The emulated wheel unit: what is asked of it and what happens to it."""

import random
from typing import ClassVar

from tools.emulators.common.unit import READY, Document, FramedUnit
from tools.emulators.wheel import wire
from tools.emulators.wheel.fate import Fates
from tools.emulators.wheel.memory import Shelf
from tools.emulators.wheel.spin import LANDED, WAITING, Wish
from tools.emulators.wheel.trouble import Trouble
from tools.emulators.wheel.wheel import Pace, Wheel

BOOTING = 0
WAITING_TO_LAUNCH, BALL_TURNING, BALL_FALLING, READING, FAULTY, COVER_OPEN = range(READY + 1, 8)
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


class Unit(FramedUnit):
    """A wheel unit."""

    document: ClassVar[Document] = wire
    trouble: Trouble

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
        super().__init__(pace.boot, pace.self_test, serial, model, boots)
        self.trouble = Trouble()
        self.works = self.wheel = Wheel(key, fates, shelf, pace, self.trouble, self.report)
        self.cover_open = False
        self.temperature = 31
        self.lamp = bytes(4)
        self._boot(now)

    # ---- power and time ---------------------------------------------------------------------------------------------

    def _boot(self, now: float) -> None:
        """Power comes: what was under way is read from the wheel, or is lost."""
        self._switch_on(now)
        self.wheel.wake(self._up_at)
        self.wheel.store()
        self._report_boot()

    def cut_power(self, seconds: float, now: float) -> None:
        """Nothing works until power is back, then the unit boots."""
        self._off_until = now + seconds
        self.wheel.stop()

    def _advance(self, now: float) -> None:
        cut = None if self.is_dead(now) else self.wheel.advance(now)
        if cut is not None:
            self.trouble.unread = cut.unread
            self.cut_power(cut.seconds, now)

    # ---- requests ---------------------------------------------------------------------------------------------------

    def _answer(self, kind: int, payload: bytes, now: float) -> bytes:
        return ANSWERS[kind](self, payload, now)

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

    def _light(self, payload: bytes, _: float) -> bytes:
        self.lamp = payload
        return b""

    # ---- what happens to the unit -----------------------------------------------------------------------------------

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
