"""What is wanted of the unit, and what it answered: the driver's mind, without port, socket or clock.

Nothing here outlives the process. A wanted roll goes through these steps, and any loss of the unit takes it back to
the first:

    ASKING    RESULT asked: does the unit know this roll?      unknown → SHAKING, being rolled → ROLLING, else DONE
    SHAKING   SHAKE sent, verdict awaited                      accepted or done → ROLLING, else REFUSED
    ROLLING   the dice move, ROLLED is awaited; overdue, RESULT is asked
    DONE      the answer was passed on; wanted again, it is asked for again
    REFUSED   the refusal was passed on, or that the roll is unknown and must not shake; wanted again, it is tried again
"""

from dataclasses import dataclass
from enum import Enum, auto

from controller.protocol.devices.dice import (
    AbortAnswer,
    AbortRoll,
    ClearFaults,
    FaultsCleared,
    FromDiceDriver,
    LinkDown,
    LinkUp,
    NotDone,
    NothingWanted,
    RollOverdue,
    RollRefused,
    RollStarted,
    RollUnknown,
    RunSelfTest,
    SelfTestDone,
    ToDiceDriver,
    UnitFaults,
    UnitIdentity,
    UnitLid,
    UnitRebooted,
    WantedLamp,
    WantedRoll,
)
from controller.protocol.message import cut
from drivers.dice.codec import VERSION
from drivers.dice.identity import ExpectedUnit, identity_of
from drivers.dice.link import NEVER, Answered, Event, Link, Reported, Silent, Unanswered
from drivers.dice.messages import (
    ROLL_UNDER_WAY,
    ROLL_UNKNOWN,
    AbortVerdict,
    Booted,
    Faulted,
    Hello,
    Identity,
    Lamp,
    Lid,
    Result,
    ResultNow,
    Roll,
    Rolled,
    SelfTested,
    Shake,
    ShakeVerdict,
    StatusNow,
    StillLatched,
)
from drivers.dice.orders import Orders
from drivers.dice.reports import Reports, Whose
from drivers.dice.words import (
    PATTERNS,
    faults_of,
    impossible,
    malfunction_of,
    report_of,
    status_of,
    test_failures_of,
    verdict_of,
)

OVERDUE_AFTER = 3.5
"""Seconds after the end of the shake: the unit promises ROLLED within three."""
ASK_AGAIN_AFTER = 1.0
VERDICT_ACCEPTED, VERDICT_DONE = 0, 6


class RollStep(Enum):
    ASKING = auto()
    SHAKING = auto()
    ROLLING = auto()
    DONE = auto()
    REFUSED = auto()


@dataclass(slots=True)
class TrackedRoll:
    roll: WantedRoll
    step: RollStep
    begun: float
    due: float = NEVER  # when to ask RESULT, while the dice move

    @property
    def answered(self) -> bool:
        return self.step in (RollStep.DONE, RollStep.REFUSED)


class UnitSession:
    """One unit, as the driver knows it now. What it has to say gathers in `said`."""

    def __init__(self, link: Link, port: str, expected: ExpectedUnit) -> None:
        self.link = link
        self.port = port
        self.expected = expected
        self.unit: UnitIdentity | None = None
        self.status: StatusNow | None = None
        self.said: list[FromDiceDriver] = []
        self.wanted: TrackedRoll | None = None
        self._orders = Orders(link, port)
        self._lamp: WantedLamp | None = None
        self._reports = Reports()
        self._last_down: LinkDown | None = None
        self._boot: tuple[int, int] | None = None  # serial and boot id of the unit met last

    # ---- the port --------------------------------------------------------------------------------

    @property
    def up(self) -> bool:
        return self.unit is not None

    def standing(self) -> LinkUp | LinkDown | None:
        """How things stand, for a controller that just came; nothing while the first greeting is under way."""
        return LinkUp(port=self.port, unit=self.unit) if self.unit is not None else self._last_down

    def opened(self, now: float) -> None:
        """The port was opened: find out who is there before anything else."""
        self.link.reset()
        self._greet(now)

    def lost(self, why: LinkDown) -> None:
        """The unit cannot be spoken to: say so once for each new reason."""
        self.unit = self.status = None
        self.link.reset()
        self._to_the_start()
        if why != self._last_down:
            self.said.append(why)
        self._last_down = why
        self.said += self._orders.lost()

    def deadline(self) -> float:
        return min(self.link.deadline(), self.wanted.due if self.wanted else NEVER)

    def handle(self, events: list[Event], now: float) -> LinkDown | None:
        """Take in what the link tells; a LinkDown means that the port is to be closed and opened anew."""
        for event in events:
            down: LinkDown | None = None
            match event:
                case Silent(text):
                    down = self._silent(text)
                case Reported(report):
                    self._reported(report, now)
                case Answered(Hello(), Identity() as identity):
                    down = self._met(identity, now)
                case Unanswered(request):
                    self.said += self._orders.unanswered(request)
                case Answered(request, reply):
                    self._orders.answered(request)
                    self._answered(reply, now)
            if down is not None:
                return down
        return None

    def due(self, now: float) -> None:
        """The dice have been moving for too long: ask."""
        wanted = self.wanted
        if wanted is None or now < wanted.due:
            return
        wanted.due = now + ASK_AGAIN_AFTER
        roll_id = wanted.roll.roll_id
        self.said.append(RollOverdue(roll_id=roll_id, waited_ms=int((now - wanted.begun) * 1000)))
        if not self.link.is_asking(Result):
            self.link.ask(Result(roll_id), now)

    # ---- what the controller wants ---------------------------------------------------------------

    def told(self, message: ToDiceDriver, now: float) -> None:
        match message:
            case WantedRoll(roll_id=roll_id):
                self._reports.told(roll_id)
                self._want(message, now)
                self._judge_held(now)
            case NothingWanted():
                self._reports.told(None)
                self.wanted = None
                self._judge_held(now)
            case WantedLamp():
                if message != self._lamp:
                    self._lamp = message
                    self._light(now)
            case AbortRoll() | ClearFaults() | RunSelfTest():
                if isinstance(message, AbortRoll):
                    self._reports.told(message.roll_id)  # it was asked for, before this process perhaps
                    self._judge_held(now)
                self.said += self._orders.give(message, self._state(), now)

    def _want(self, roll: WantedRoll, now: float) -> None:
        wanted = self.wanted
        if wanted is None or wanted.roll.roll_id != roll.roll_id:
            fresh = roll.fresh and roll.shake and self.up
            self.wanted = TrackedRoll(roll, RollStep.SHAKING if fresh else RollStep.ASKING, begun=now)
            self._take_step(now)
        elif wanted.roll.nonce != roll.nonce:
            text = f"roll {roll.roll_id} is wanted with another nonce already; a new throw needs a new roll id"
            self.said.append(NotDone(command="wanted_roll", text=text))
        else:
            wanted.roll = roll  # whether it may shake changes with the table's holds
            if wanted.answered:
                wanted.step = RollStep.ASKING
                self._take_step(now)

    def _state(self) -> str | None:
        """The unit's state as far as it is known; None while the unit is not there."""
        if not self.up:
            return None
        return status_of(self.status).state if self.status else "unknown"

    # ---- meeting the unit ------------------------------------------------------------------------

    def _greet(self, now: float) -> None:
        self.unit = self.status = None
        self.link.forget_requests()
        self.said += self._orders.lost()
        self.link.ask(Hello(), now)

    def _met(self, found: Identity, now: float) -> LinkDown | None:
        unit = identity_of(found)
        if self.expected.refuses(unit):
            seen = f"model {unit.model}, serial {unit.serial}, protocol version {VERSION}"
            return self._wrong(seen)
        self._booted(unit.serial, unit.boot_id)
        self.unit = unit
        self._last_down = None
        self.said.append(LinkUp(port=self.port, unit=unit))
        self._to_the_start()
        self._take_step(now)
        self._light(now)
        self._judge_held(now)
        if not self.link.is_asking(Result):
            self.link.begin_polling(now)
        return None

    def _booted(self, serial: int, boot_id: int) -> None:
        """BOOT or HELLO tell of this boot: a reboot is counted once, whoever tells of it first."""
        if self._boot is not None and self._boot != (serial, boot_id) and self._boot[0] == serial:
            self.link.statistics.reboots += 1
            self.said.append(UnitRebooted(boot_id=boot_id))
        self._boot = serial, boot_id

    def _silent(self, text: str) -> LinkDown:
        version = self.link.foreign_version
        if self.unit is None and version is not None:
            return self._wrong(f"protocol version {version}")
        return LinkDown(port=self.port, why="silence", text=cut(f"{self.port}: {text}; opening it again"))

    def _wrong(self, seen: str) -> LinkDown:
        self._reports.take_held()  # refused with the unit that said them
        text = f"{self.port}: wrong dice unit: found {seen}; configured {self.expected}"
        return LinkDown(port=self.port, why="wrong_unit", text=cut(text))

    def _light(self, now: float) -> None:
        lamp = self._lamp
        if lamp is not None and self.up:
            self.link.ask(Lamp(lamp.red, lamp.green, lamp.blue, PATTERNS.index(lamp.pattern)), now)

    # ---- the wanted roll -------------------------------------------------------------------------

    def _to_the_start(self) -> None:
        if self.wanted is not None and not self.wanted.answered:
            self.wanted.step = RollStep.ASKING
            self.wanted.due = NEVER

    def _take_step(self, now: float) -> None:
        """Ask the unit what the step of the wanted roll calls for, if it is there."""
        wanted = self.wanted
        if wanted is None or not self.up:
            return
        if wanted.step is RollStep.ASKING:
            self.link.ask(Result(wanted.roll.roll_id), now)
        elif wanted.step is RollStep.SHAKING:
            roll = wanted.roll
            nonce = bytes.fromhex(roll.nonce)
            self.link.ask(Shake(roll.roll_id, roll.duration_ms, roll.strength, nonce), now)

    def _answered(self, reply: object, now: float) -> None:
        match reply:
            case StatusNow():
                self.status = reply
                self.said.append(status_of(reply))
                self._judge_held(now, last_roll=reply.last_roll)
            case ResultNow():
                self._result(reply, now)
                self.link.begin_polling(now)
            case ShakeVerdict():
                self._verdict(reply, now)
            case AbortVerdict(roll_id=roll_id, verdict=verdict):
                self.said.append(AbortAnswer(roll_id=roll_id, verdict=verdict_of(verdict)))
            case StillLatched(faults=faults):
                self.said.append(FaultsCleared(faults=faults_of(faults)))
            case SelfTested(results=results):
                self.said.append(SelfTestDone(failures=test_failures_of(results)))

    def _result(self, result: ResultNow, now: float) -> None:
        wanted = self.wanted
        if wanted is None or wanted.answered or wanted.roll.roll_id != result.roll_id:
            return
        if result.outcome == ROLL_UNKNOWN and not wanted.roll.shake:
            wanted.step, wanted.due = RollStep.REFUSED, NEVER
            self.said.append(RollUnknown(roll_id=result.roll_id))
        elif result.outcome == ROLL_UNKNOWN:
            wanted.step, wanted.due = RollStep.SHAKING, NEVER
            self._take_step(now)
        elif result.outcome == ROLL_UNDER_WAY:
            if wanted.step is not RollStep.ROLLING:
                self._rolling(wanted, now)
        else:
            self._roll(result, now)

    def _verdict(self, answer: ShakeVerdict, now: float) -> None:
        wanted = self.wanted
        if wanted is None or wanted.roll.roll_id != answer.roll_id or wanted.step is not RollStep.SHAKING:
            return  # ROLLED overtook its verdict, or the wish has changed
        if answer.verdict == VERDICT_ACCEPTED:
            self._rolling(wanted, now)
        elif answer.verdict == VERDICT_DONE:
            wanted.step, wanted.due = RollStep.ROLLING, now + ASK_AGAIN_AFTER  # ROLLED comes again as it was
        else:
            wanted.step = RollStep.REFUSED
            verdict = verdict_of(answer.verdict)
            if verdict == "accepted" or verdict == "unknown":
                self._malfunction("impossible_answer", f"verdict {answer.verdict} to SHAKE does not exist")
                verdict = "unknown"
            self.said.append(RollRefused(roll_id=answer.roll_id, verdict=verdict))

    def _rolling(self, wanted: TrackedRoll, now: float) -> None:
        wanted.step = RollStep.ROLLING
        wanted.due = now + wanted.roll.duration_ms / 1000 + OVERDUE_AFTER
        self.said.append(RollStarted(roll_id=wanted.roll.roll_id))

    # ---- reports ---------------------------------------------------------------------------------

    def _reported(self, report: object, now: float) -> None:
        if isinstance(report, Rolled):
            self._roll(report, now)
            return
        if not self.up:
            return  # nobody knows yet whose words these are, and STATUS and HELLO tell the same
        match report:
            case Faulted(faults=faults):
                self.said.append(UnitFaults(faults=faults_of(faults)))
            case Lid(open=is_open):
                self.said.append(UnitLid(open=is_open != 0))
            case Booted(boot_id=boot_id) if self.unit and boot_id != self.unit.boot_id:
                self._booted(self.unit.serial, boot_id)
                self._greet(now)  # a reboot is a loss: who is it, and what of the roll in flight?

    def _judge_held(self, now: float, last_roll: int | None = None) -> None:
        """More is known than when these reports came."""
        if self.up:
            for roll in self._reports.take_held():
                self._roll(roll, now, last_roll)

    def _roll(self, roll: Roll, now: float, last_roll: int | None = None) -> None:
        wanted = self.wanted
        match self._whose(roll, last_roll):
            case Whose.UNSURE:
                if (displaced := self._reports.hold(roll)) is not None:
                    text = f"roll {displaced.roll_id} was reported with more others than a sound unit has to report"
                    self._malfunction("unasked_roll", text, displaced)
            case Whose.REPEAT:
                self.link.statistics.repeats += 1
            case Whose.UNASKED:
                self._malfunction("unasked_roll", f"roll {roll.roll_id} was not asked for", roll)
            case _ if (flaw := impossible(roll)) != "":
                self._malfunction("impossible_roll", flaw, roll)
                if wanted is not None and wanted.roll.roll_id == roll.roll_id and not wanted.answered:
                    wanted.step, wanted.due = RollStep.ROLLING, now + ASK_AGAIN_AFTER
            case Whose.OLD:
                self._pass_on(roll)
            case Whose.WANTED if wanted is not None:
                if self._reports.contradicted(roll):
                    text = f"roll {roll.roll_id} was reported before, and otherwise"
                    self._malfunction("contradicting_roll", text, roll)
                if not wanted.answered or wanted.step is RollStep.REFUSED:
                    wanted.step, wanted.due = RollStep.DONE, NEVER
                    self._pass_on(roll)

    def _whose(self, roll: Roll, last_roll: int | None) -> Whose:
        if not self.up:
            return Whose.UNSURE
        wanted = self.wanted
        if wanted is None:
            return self._reports.whose(roll, None, last_roll)
        return self._reports.whose(roll, wanted.roll.roll_id, last_roll, unanswered=not wanted.answered)

    def _pass_on(self, roll: Roll) -> None:
        self._reports.pass_on(roll)
        self.said.append(report_of(roll))

    def _malfunction(self, what: str, text: str, roll: Roll | None = None) -> None:
        self.link.statistics.malfunctions += 1
        self.said.append(malfunction_of(what, f"{self.port}: {text}; it is no result", roll))
