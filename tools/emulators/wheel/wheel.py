"""The wheel itself: the spin under way, how it ends, and what of it survives power loss.

Everything is durable before it is reported. A spin ends once, whatever ends it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tools.emulators.common.reports import FOREVER
from tools.emulators.wheel import wire
from tools.emulators.wheel.fate import OUTCOMES, Fates
from tools.emulators.wheel.memory import Shelf, SpinKept
from tools.emulators.wheel.spin import DONE, LANDED, LAUNCHED, WAITING, Spin, Wish, begin
from tools.emulators.wheel.trouble import PowerCut, Trouble

SECOND_LOOK, CLOCK_RESTARTED = 0b01, 0b10


@dataclass(frozen=True)
class Pace:
    """How long the unit takes for things; `second` is how long a second of the wheel takes."""

    boot: float = 0.4
    second: float = 1.0
    self_test: float = 2.0


REAL = Pace()
FAST = Pace(boot=0.03, second=0.01, self_test=0.03)


class Wheel:
    """Rotor, ball, sensors and the memory behind them."""

    def __init__(
        self,
        key: bytes,
        fates: Fates,
        shelf: Shelf,
        pace: Pace,
        trouble: Trouble,
        report: Callable[[int, bytes], None],
    ) -> None:
        self._key, self.fates, self._shelf, self._second = key, fates, shelf, pace.second
        self._trouble, self._report = trouble, report
        self.memory = shelf.load()
        self.spin: Spin | None = None
        self.woken: tuple[float, SpinKept] | None = None
        """A ball found in a compartment after power loss, and when it is read."""
        self._cut_at = FOREVER
        self._clock_restarted = True

    # ---- power ------------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Power is gone; what is not in the memory is forgotten."""
        self.spin = self.woken = None
        self._cut_at = FOREVER
        self._clock_restarted = True

    def wake(self, up_at: float) -> None:
        """A ball that lay in a compartment lies there still, and is read; any other spin is lost."""
        kept = self.memory.under_way
        unread, self._trouble.unread = self._trouble.unread, False
        if kept is not None and kept.stage == LANDED and not unread:
            self.woken = (up_at + self._second, kept)
        elif kept is not None:
            self._conclude(replace(kept, outcome=OUTCOMES["power-lost"]))

    def _conclude(self, kept: SpinKept) -> None:
        found = wire.Spun(
            kept.spin_id,
            kept.outcome,
            kept.lies_in if kept.outcome == OUTCOMES["ok"] else wire.NO_NUMBER,
            kept.revolutions,
            kept.ball,
            kept.rotor,
            kept.elapsed,
            CLOCK_RESTARTED,
        )
        self._clock_restarted = False
        self._judge(found, bytes.fromhex(kept.nonce))

    # ---- the clock --------------------------------------------------------------------------------------------------

    def next_time(self) -> float:
        """When something happens here."""
        times = [self._cut_at]
        times += [self.spin.next_time()] if self.spin else []
        times += [self.woken[0]] if self.woken else []
        return min(times)

    def advance(self, now: float) -> PowerCut | None:
        """Let everything happen that was to happen until now, in its order, unless the power goes meanwhile."""
        while self.next_time() <= now:
            if self._cut_at <= self.next_time():
                break
            if self.spin is not None:
                self._next_stage(self.spin)
            elif self.woken is not None:
                kept, self.woken = self.woken[1], None
                self._conclude(kept)
        return self._cut() if self._cut_at <= now else None

    def _cut(self) -> PowerCut | None:
        cut, self._trouble.cut = self._trouble.cut, None
        self._cut_at = FOREVER
        return cut

    def _next_stage(self, spin: Spin) -> None:
        when, stage = spin.moments.pop(0)
        if stage == DONE:
            self.end(spin.fate.outcome, when)
        else:
            self._enter(spin, stage, when)

    # ---- the spin ---------------------------------------------------------------------------------------------------

    def begin(self, wish: Wish, now: float) -> None:
        """Wait for the launch of this spin."""
        fate, self.memory.scripted = self.fates.next(self.memory.scripted)
        spin = begin(wish, fate, self.fates, self._trouble.times, now, self._second)
        self._trouble.times = {}
        spin.flags = self._flags()
        self.memory.last_spin, self.memory.last_nonce = wish.spin_id, wish.nonce.hex()
        self.spin = spin
        self._enter(spin, WAITING, now)

    def _flags(self) -> int:
        second_look = self._trouble.second_looks > 0
        self._trouble.second_looks = max(0, self._trouble.second_looks - 1)
        restarted, self._clock_restarted = self._clock_restarted, False
        return SECOND_LOOK * second_look | CLOCK_RESTARTED * restarted

    def _enter(self, spin: Spin, stage: int, now: float) -> None:
        spin.stage = stage
        self.memory.spins += stage == LAUNCHED
        kept = self.memory.under_way = spin.kept(now)
        self._shelf.store(self.memory)
        if stage != WAITING and stage not in self._trouble.skipped:
            self._report(wire.BALL, wire.BALL_LAYOUT.pack(kept.spin_id, stage, kept.revolutions))
        if self._trouble.cut is not None and self._trouble.cut.stage == stage:
            self._cut_at = spin.middle_of(now)

    def end(self, outcome: str, now: float) -> None:
        """The spin under way has this outcome, from now on and for ever."""
        spin, self.spin = self.spin, None
        if spin is None:
            return
        self._trouble.skipped.clear()
        self._judge(spin.measured(now, OUTCOMES[outcome]), spin.wish.nonce)
        cut = self._trouble.cut
        self._cut_at = now if cut is not None and cut.stage == DONE else FOREVER

    def _judge(self, found: wire.Spun, nonce: bytes) -> None:
        """What was found is signed, with the lies that were ordered."""
        contradiction, self._trouble.contradiction = self._trouble.contradiction, None
        result = (contradiction(found) if contradiction else found).signed(self._key, nonce)
        if self._trouble.forge_macs > 0:
            self._trouble.forge_macs -= 1
            result = result[: -wire.MAC_BYTES] + bytes(byte ^ 0x5A for byte in result[-wire.MAC_BYTES :])
        self._keep(found.spin_id, result)

    def _keep(self, spin_id: int, result: bytes) -> None:
        self.memory.keep(spin_id, result)
        self._shelf.store(self.memory)
        self._report(wire.SPUN, result)

    # ---- what is asked of it, and what happens to it ----------------------------------------------------------------

    def under_way(self) -> int | None:
        """The spin that has no result yet."""
        return self.memory.under_way.spin_id if self.memory.under_way else None

    def stage(self) -> int | None:
        """Of the spin under way; None once the unit has woken to it, or where there is none."""
        return self.spin.stage if self.spin else None

    def store(self) -> None:
        """Keep the memory as it is now."""
        self._shelf.store(self.memory)

    def retell(self, number: int) -> None:
        """Report the last spin once more, soundly signed and with another number."""
        last = wire.unpacked(self.memory.result(self.memory.last_spin) or bytes(wire.RESULT_LAYOUT.size))
        told = replace(last, spin_id=self.memory.last_spin, outcome=OUTCOMES["ok"], number=number)
        self._keep(self.memory.last_spin, told.signed(self._key, bytes.fromhex(self.memory.last_nonce)))
