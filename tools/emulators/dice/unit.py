"""The emulated unit: requests in, replies and reports out, by a clock that is handed in.

A shake passes through `shaking`, `settling` and `sensing`; each ends at a time fixed when it begins.
"""

import hashlib
import hmac
import random
import struct

from tools.emulators.common.frame import ANSWER, PROTOCOL, framed
from tools.emulators.common.reports import FOREVER, Reports
from tools.emulators.dice import wire
from tools.emulators.dice.dice import OUTCOMES, DiceBox, Thrown
from tools.emulators.dice.memory import Memory, Shelf
from tools.emulators.dice.pace import Pace
from tools.emulators.dice.roll import RollUnderWay
from tools.emulators.dice.trouble import ENDS_ROLL_AS, Trouble

BOOTING, READY, SHAKING, SETTLING, SENSING, FAULTY, LID_OPEN = range(7)
ACCEPTED, BUSY, LID_IS_OPEN, FAULT_LATCHED, STALE, BAD_PARAMETER, ALREADY_DONE = range(7)
UNKNOWN_ROLL, BEING_ROLLED = 0xFF, 0xFE
CLOCK_RESTARTED = 0b100
RESULT_LAYOUT = struct.Struct(">QBBBBHB")


class Unit:
    def __init__(
        self,
        key: bytes,
        box: DiceBox,
        shelf: Shelf,
        pace: Pace,
        now: float,
        serial: int,
        model: str,
        boots: random.Random | None = None,
    ) -> None:
        """`boots` makes the boot ids; the operating system does where none is given."""
        self._boots = boots or random.SystemRandom()
        self.key, self.box, self.pace = key, box, pace
        self.serial, self.model = serial, model
        self.trouble = Trouble()
        self.lid_open = False
        self.temperature = 31
        self.lamp = bytes(4)
        self.off_until = 0.0
        self.memory = Memory()
        self._shelf = shelf
        self._boot(now)

    # ---- power ------------------------------------------------------------------------------------------------------

    def _boot(self, now: float) -> None:
        """Power comes: what was under way is lost, and its roll says so from now on."""
        self.memory = self._shelf.load() if self.memory.boot_id == 0 else self.memory
        before = self.memory.boot_id
        while self.memory.boot_id in (0, before):
            self.memory.boot_id = self._boots.randrange(1, 2**32)
        self._ear = wire.Ear()
        self._reports = Reports()
        self._late: list[tuple[float, bytes]] = []
        self._roll: RollUnderWay | None = None
        self._testing: tuple[float, int] | None = None
        self._clock_restarted = True
        self._host_heard = False
        self._up_at = now + self.pace.boot
        if self.memory.under_way is not None:
            roll_id, nonce = self.memory.under_way
            self._keep(int(roll_id), bytes.fromhex(nonce), Thrown(OUTCOMES["power-lost"]), 1, 0, 0)
        self._shelf.store(self.memory)
        self.report(wire.BOOT, struct.pack(">I", self.memory.boot_id))

    def cut_power(self, seconds: float, now: float) -> None:
        """Nothing works until power is back, then the unit boots."""
        self.off_until = now + seconds
        self._roll = None

    def is_dead(self, now: float) -> bool:
        return now < self.trouble.frozen_until or self.off_until > 0

    # ---- the clock --------------------------------------------------------------------------------------------------

    def tick(self, now: float) -> bytes:
        """Let time pass; returns what goes out on the line."""
        if self.off_until and now >= self.off_until:
            self.off_until = 0.0
            self._boot(now)
        if self.is_dead(now):
            return b""
        self._advance_roll(now)
        self._finish_self_test(now)
        out = b"".join(data for when, data in self._late if when <= now)
        self._late = [(when, data) for when, data in self._late if when > now]
        if self._host_heard and now >= self._up_at:
            out += self._repeat_reports(now)
        return self.trouble.flip(out) + self.trouble.noise(now)

    def next_time(self) -> float:
        """When `tick` next has something to do."""
        trouble = self.trouble
        if self.off_until:
            return self.off_until
        times = [when for when, _ in self._late]
        times += [self._reports.next_time()] if self._host_heard else []
        times += [self._next_of(self._roll)] if self._roll else []
        times += [self._testing[0]] if self._testing else []
        times += [trouble.next_noise] if trouble.next_noise < trouble.babble_until else []
        return max(min(times, default=FOREVER), trouble.frozen_until)

    def host_left(self) -> None:
        """Nobody has the port open: what would be sent is lost, reports wait for the next one to speak."""
        self._host_heard = False
        self._late.clear()

    def _repeat_reports(self, now: float) -> bytes:
        return b"".join(self._framed(*report) for report in self._reports.due(now))

    def _framed(self, kind: int, number: int, payload: bytes) -> bytes:
        return framed(kind, number, payload, self.trouble.protocol or PROTOCOL)

    def report(self, kind: int, payload: bytes) -> None:
        """Say this until the host acknowledges it, or until there is newer of its kind."""
        self._reports.add(kind, payload)

    # ---- requests ---------------------------------------------------------------------------------------------------

    def hear(self, data: bytes, now: float) -> None:
        """Bytes from the host; replies come out of the next tick."""
        if self.is_dead(now) or now < self._up_at:
            return
        for kind, number, payload in self._ear.hear(self.trouble.flip(data)):
            self._host_heard = True  # the link is up: what is to be reported goes out from now on
            self._request(kind, number, payload, now)

    def _request(self, kind: int, number: int, payload: bytes, now: float) -> None:
        if kind == wire.ACK:
            self._reports.acknowledge(payload[0], payload[1])
            return
        answer = ANSWERS[kind](self, payload, now)
        if kind == wire.SELF_TEST and answer is not None:
            self._testing = self._testing or (now + self.pace.self_test, number)
        elif answer is not None and not self.trouble.swallows_reply():
            when = now + self.trouble.reply_delay
            self._late.append((when, self._framed(kind | ANSWER, number, answer)))

    def _hello(self, _: bytes, __: float) -> bytes:
        return struct.pack(">8sIHHI", self.model.encode("ascii").ljust(8), self.serial, 1, 4, self.memory.boot_id)

    def _status(self, _: bytes, now: float) -> bytes:
        memory = self.memory
        return struct.pack(
            ">BHBQbII",
            self.state(now),
            memory.faults,
            self.lid_open,
            memory.last_roll,
            self.temperature,
            memory.shakes,
            self._ear.errors,
        )

    def state(self, now: float) -> int:
        if now < self._up_at:
            return BOOTING
        if self._roll is not None:
            roll = self._roll
            return SHAKING if now < roll.shaken else SETTLING if now < roll.settled else SENSING
        return FAULTY if self.memory.faults else LID_OPEN if self.lid_open else READY

    def _shake(self, payload: bytes, now: float) -> bytes:
        roll_id, duration, strength, nonce = struct.unpack(">QHB8s", payload)
        verdict = self._verdict(roll_id, duration, strength)
        if verdict == ACCEPTED and self._roll is None:
            self._begin_roll(roll_id, duration / 1000, nonce, now)
        elif verdict == ALREADY_DONE:
            self.report(wire.ROLLED, self.memory.result(roll_id) or b"")
        return struct.pack(">QB", roll_id, verdict)

    def _verdict(self, roll_id: int, duration: int, strength: int) -> int:
        if self.memory.result(roll_id):
            return ALREADY_DONE
        if self._roll is not None:
            return ACCEPTED if self._roll.roll_id == roll_id else BUSY
        if roll_id <= self.memory.last_roll:
            return STALE
        if not 1000 <= duration <= 10_000 or strength == 0:
            return BAD_PARAMETER
        if self._testing is not None:
            return BUSY
        if self.lid_open:
            return LID_IS_OPEN
        return FAULT_LATCHED if self.memory.faults else ACCEPTED

    def _result(self, payload: bytes, _: float) -> bytes:
        (roll_id,) = struct.unpack(">Q", payload)
        found = self.memory.result(roll_id)
        if found is not None:
            return found
        under_way = self._roll is not None and self._roll.roll_id == roll_id
        return RESULT_LAYOUT.pack(roll_id, BEING_ROLLED if under_way else UNKNOWN_ROLL, 0, 0, 0, 0, 0) + bytes(8)

    def _abort(self, payload: bytes, now: float) -> bytes:
        (roll_id,) = struct.unpack(">Q", payload)
        if self._roll is not None and self._roll.roll_id == roll_id:
            self._end_roll(Thrown(OUTCOMES["aborted"]), now)
            verdict = ACCEPTED
        elif self.memory.result(roll_id):
            verdict = ALREADY_DONE
        elif self._roll is not None:
            verdict = BUSY
        else:
            verdict = STALE if roll_id <= self.memory.last_roll else BAD_PARAMETER
        return struct.pack(">QB", roll_id, verdict)

    def _clear(self, payload: bytes, _: float) -> bytes:
        (mask,) = struct.unpack(">H", payload)
        self.latch(self.memory.faults & ~mask | self.trouble.stuck_faults)
        return struct.pack(">H", self.memory.faults)

    def _light(self, payload: bytes, _: float) -> bytes:
        self.lamp = payload
        return b""

    def _self_test(self, _: bytes, now: float) -> bytes | None:
        return b"" if self.state(now) == READY else None

    def _finish_self_test(self, now: float) -> None:
        if self._testing is None or now < self._testing[0]:
            return
        number = self._testing[1]
        self._testing = None
        if not self.trouble.swallows_reply():
            frame = self._framed(wire.SELF_TEST | ANSWER, number, struct.pack(">H", self.trouble.failing))
            self._late.append((now, frame))

    # ---- the roll ---------------------------------------------------------------------------------------------------

    def _begin_roll(self, roll_id: int, duration: float, nonce: bytes, now: float) -> None:
        thrown, self.memory.scripted = self.box.throw(roll_id, self.memory.scripted)
        shaken = now + (duration if self.pace.shake is None else self.pace.shake)
        rests = thrown.outcome != OUTCOMES["never-rest"]
        settled = shaken + (self.pace.settle if rests else self.pace.unrest)
        flags = CLOCK_RESTARTED if self._clock_restarted else 0
        attempts = 1 + self.trouble.stalls
        self.trouble.stalls = 0
        self._clock_restarted = False
        self._roll = RollUnderWay(
            roll_id, nonce, now, shaken, settled, settled + self.pace.sense, attempts, flags, thrown
        )
        self.memory.last_roll = roll_id
        self.memory.shakes += attempts
        self.memory.under_way = [str(roll_id), nonce.hex()]
        self._shelf.store(self.memory)

    def _next_of(self, roll: RollUnderWay) -> float:
        return roll.sensed if self.trouble.cut_in_shake is None else (roll.began + roll.shaken) / 2

    def _advance_roll(self, now: float) -> None:
        roll = self._roll
        if roll is None or now < self._next_of(roll):
            return
        if self.trouble.cut_in_shake is not None:
            seconds, self.trouble.cut_in_shake = self.trouble.cut_in_shake, None
            self.cut_power(seconds, now)
        else:
            self._end_roll(roll.thrown, now)

    def _end_roll(self, thrown: Thrown, now: float) -> None:
        roll = self._roll
        if roll is None:
            return
        self._roll = None
        elapsed = min(int((now - roll.began) * 1000), 0xFFFF)
        self._keep(roll.roll_id, roll.nonce, thrown, roll.attempts, elapsed, roll.flags)
        self._shelf.store(self.memory)
        self.report(wire.ROLLED, self.memory.result(roll.roll_id) or b"")

    def _keep(self, roll_id: int, nonce: bytes, thrown: Thrown, attempts: int, elapsed: int, flags: int) -> None:
        payload = RESULT_LAYOUT.pack(roll_id, thrown.outcome, thrown.die_a, thrown.die_b, attempts, elapsed, flags)
        mac = hmac.new(self.key, nonce + payload, hashlib.sha256).digest()[:8]
        if self.trouble.forge_macs > 0:
            self.trouble.forge_macs -= 1
            mac = bytes(byte ^ 0x5A for byte in mac)
        self.memory.keep(roll_id, payload + mac)

    # ---- what happens to the unit -----------------------------------------------------------------------------------

    def latch(self, faults: int) -> None:
        """The fault latch as it is from now on."""
        if faults != self.memory.faults:
            self.memory.faults = faults
            self._shelf.store(self.memory)
            self.report(wire.FAULT, struct.pack(">H", faults))

    def fail(self, bit: int, now: float) -> None:
        """A fault happens; a roll under way ends with it."""
        self.latch(self.memory.faults | 1 << bit)
        self._end_roll(Thrown(OUTCOMES[ENDS_ROLL_AS.get(bit, "never-rest")]), now)

    def move_lid(self, is_open: bool, now: float) -> None:
        if is_open == self.lid_open:
            return
        self.lid_open = is_open
        self.report(wire.LID, bytes([is_open]))
        if is_open:
            self._end_roll(Thrown(OUTCOMES["lid"]), now)


ANSWERS = {
    wire.HELLO: Unit._hello,
    wire.STATUS: Unit._status,
    wire.SHAKE: Unit._shake,
    wire.RESULT: Unit._result,
    wire.ABORT: Unit._abort,
    wire.CLEAR: Unit._clear,
    wire.LAMP: Unit._light,
    wire.SELF_TEST: Unit._self_test,
}
