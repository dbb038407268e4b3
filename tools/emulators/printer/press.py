"""The mechanics: the job under way, the paper that comes of it, the bezel, and what of it survives power loss.

The record of a job is written as "power lost" before the motor starts, and as what it came to before anybody is told.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tools.emulators.common.reports import FOREVER
from tools.emulators.printer import trouble as cuts
from tools.emulators.printer import wire
from tools.emulators.printer.fate import CUT, DONE, FATES, HALFWAY, RUNNING, STARTING, Fate
from tools.emulators.printer.memory import Shelf
from tools.emulators.printer.paper.tray import Tray
from tools.emulators.printer.trouble import Trouble
from tools.emulators.printer.wire import Job

ENOUGH, LOW, OUT = range(3)
HALF = 0.5
CUT_AT = {RUNNING: cuts.STARTING, HALFWAY: cuts.PRINTING}
"""Stage that is coming → where the power may go instead."""


@dataclass(frozen=True)
class Pace:
    """Seconds that the machinery takes."""

    boot: float = 0.4
    start: float = 0.2
    printing: float = 2.0
    finish: float = 0.2
    self_test: float = 2.0


REAL = Pace()
FAST = Pace(boot=0.03, start=0.004, printing=0.02, finish=0.004, self_test=0.03)


@dataclass
class Run:
    """A job under way."""

    job: Job
    request: bytes
    texts: tuple[str, ...]
    """As they were when it was accepted."""
    fate: Fate
    moments: list[tuple[float, int]]
    stage: int = STARTING


class Press:
    """Head, motor, cutter and bezel, and the memory behind them."""

    def __init__(
        self,
        shelf: Shelf,
        tray: Tray,
        pace: Pace,
        trouble: Trouble,
        report: Callable[[int, bytes], None],
        fail: Callable[[str, float], None],
        power_goes: Callable[[str, float], bool],
    ) -> None:
        """`fail` latches a fault by its name; `power_goes` is asked at every stage whether it does, and stops us."""
        self._shelf, self._tray, self._pace, self._trouble = shelf, tray, pace, trouble
        self._report, self._fail, self._power_goes = report, fail, power_goes
        self.memory = shelf.load()
        self.run: Run | None = None
        self.powered = False
        self.take_after: float | None = None
        """Seconds until somebody takes what has come out; None leaves it."""
        self._take_at = FOREVER

    def store(self) -> None:
        """Keep the memory as it is now."""
        self._shelf.store(self.memory)

    # ---- power ------------------------------------------------------------------------------------------------------

    def stop(self, now: float) -> None:
        """Power is gone. What the motor had brought out hangs at the bezel, and is cut off when power is back."""
        run, self.run, self.powered = self.run, None, False
        if run is not None and run.stage in (RUNNING, HALFWAY):
            self._come_out(run, HALF, now)

    def wake(self, now: float) -> None:
        """Power is there; the sensor at the bezel says what the memory cannot."""
        self.powered = True
        self.memory.make_room()
        last = self.memory.last()
        if self.memory.bezel and self._take_at == FOREVER:
            self._wait_for_a_hand(now)
        if last is None:
            return
        if self.memory.bezel:
            last.taken = wire.AT_BEZEL
        elif last.taken == wire.AT_BEZEL:
            self._taken()
        last.told = last.taken if last.told is None else last.told

    # ---- the clock --------------------------------------------------------------------------------------------------

    def next_time(self) -> float:
        """When something happens here."""
        return min(self._take_at, self.run.moments[0][0] if self.run else FOREVER)

    def advance(self, now: float) -> None:
        """Let everything happen that was to happen until now, in its order."""
        while self.next_time() <= now:
            if self._take_at <= self.next_time():
                self.take()
            elif self.run is not None:
                self._enter(self.run, *self.run.moments.pop(0))

    # ---- a job ------------------------------------------------------------------------------------------------------

    def begin(self, job: Job, request: bytes, now: float) -> None:
        """Print this, unless the power goes before or after its record is written."""
        if self._power_goes(cuts.BEFORE_RECORD, now):
            return
        self.memory.begin(job.number, request)
        self.store()
        if self._power_goes(cuts.RECORDED, now):
            return
        fate = self._trouble.next.popleft() if self._trouble.next else FATES["whole"]
        started = now + self._pace.start
        printing = self._pace.printing if self._trouble.printing is None else self._trouble.printing
        printed = started + printing
        moments = [(started, RUNNING), (started + printing * HALF, HALFWAY), (printed, CUT)]
        moments.append((printed + self._pace.finish, DONE))
        self.run = Run(job, request, tuple(self.memory.texts), fate, moments)

    def _enter(self, run: Run, when: float, stage: int) -> None:
        if stage in CUT_AT and self._power_goes(CUT_AT[stage], when):
            return
        run.stage = stage
        if stage == run.fate.ends:
            self._end(run, run.fate, when)
        elif stage == CUT:
            self._come_out(run, 1.0, when)
            self._power_goes(cuts.CUT, when)

    def interrupt(self, fate: Fate, now: float) -> bool:
        """The job under way ends by force; whether there was one that could. Once it is cut off it goes on."""
        run = self.run
        if run is None or run.stage >= CUT:
            return False
        self._end(run, fate.now(run.stage), now)
        return True

    def _end(self, run: Run, fate: Fate, now: float) -> None:
        """What it came to is written, and then told."""
        self.run = None
        if fate.fault:
            self._fail(fate.fault, now)
        if fate.paper_out:
            self.load(OUT, now)
        if run.stage != DONE and fate.outcome != wire.NOT_AT_ALL:
            self._come_out(run, 1.0 if run.stage == CUT else HALF, now, fate.at_bezel)
        number = run.job.number
        record = self.memory.record(number)
        if record is None:  # what was written has been lost meanwhile
            record = self.memory.begin(number, run.request)
        said, self._trouble.said = self._trouble.said, {}
        record.outcome = said.get("outcome", fate.outcome)
        record.taken = record.told = said.get("taken", self._whereabouts(fate))
        self.memory.printed += fate.outcome == wire.WHOLE
        self.memory.make_room()
        self.store()
        if not self._power_goes(cuts.KEPT, now):
            self._report(wire.PRINTED, record.as_it_was(number))

    def _whereabouts(self, fate: Fate) -> int:
        if self.memory.bezel:
            return wire.AT_BEZEL
        return wire.WAS_TAKEN if fate.in_hand or fate.at_bezel else wire.NOT_KNOWN

    # ---- paper ------------------------------------------------------------------------------------------------------

    def _come_out(self, run: Run, part: float, now: float, at_bezel: bool = True) -> None:
        self._tray.lay(run.job, run.texts, part)
        if at_bezel:
            self.memory.bezel = True
            self._wait_for_a_hand(now)
        self.store()

    def _wait_for_a_hand(self, now: float) -> None:
        self._take_at = FOREVER if self.take_after is None else now + self.take_after

    def leave(self) -> None:
        """Nobody takes what has come out, nor what will."""
        self.take_after, self._take_at = None, FOREVER

    def take_each(self, seconds: float, now: float) -> None:
        """Somebody takes whatever comes out, so long after it came; what is there now counts as just come."""
        self.take_after = seconds
        if self.memory.bezel:
            self._wait_for_a_hand(now)

    def take(self) -> None:
        """Somebody takes what is at the bezel, whether there is power or not."""
        self.memory.bezel, self._take_at = False, FOREVER
        if self.powered and self.run is None:  # of a job that is not told yet, PRINTED will say it
            self._taken()
        self.store()

    def _taken(self) -> None:
        last = self.memory.last()
        if last is not None:
            last.taken = wire.WAS_TAKEN
        self._report(wire.TAKEN, wire.JOB.pack(self.memory.last_job))

    def load(self, paper: int, now: float) -> None:
        """The supply of paper is so from now on; none left, the job under way ends."""
        if paper == self.memory.paper:
            return
        self.memory.paper = paper
        self.store()
        if self.powered:
            self._report(wire.PAPER, bytes([paper]))
            if paper == OUT:
                self.interrupt(FATES["paper-out"], now)
