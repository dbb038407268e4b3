"""What is wanted of the unit, and what it answered: the driver's mind, without port, socket or clock.

Who is there, what it is told, and what it says of itself stands here; what becomes of plays, in `plays`. Nothing of
either outlives the process.
"""

from controller.protocol.devices.unit import (
    LinkDown,
    LinkUp,
    NothingWanted,
    UnitIdentity,
    UnitRebooted,
    WantedLamp,
)
from controller.protocol.message import Message, cut
from drivers.common.serial.codec import VERSION
from drivers.common.serial.link import Answered, Event, Link, Reported, Silent, Unanswered
from drivers.common.serial.messages import (
    AbortVerdict,
    BootReport,
    FaultReport,
    Found,
    Hello,
    Identity,
    Lamp,
    OpenReport,
    Result,
    SelfTested,
    Spoken,
    StartVerdict,
    StatusReply,
    StillLatched,
)
from drivers.common.unit.identity import ExpectedUnit, UnitThere, identity_of
from drivers.common.unit.orders import Orders
from drivers.common.unit.plays import Plays
from drivers.common.unit.words import Words

PATTERNS = ("steady", "blink", "chase")


class UnitSession:
    """One unit, as the driver knows it now. What it has to say gathers in `said`."""

    def __init__(self, link: Link, port: str, expected: ExpectedUnit, words: Words) -> None:
        self.link = link
        self.port = port
        self.expected = expected
        self.said: list[Message] = []
        self._words = words
        self._there = UnitThere()
        self._plays = Plays(link, port, words, self._there, lambda message: self.said.append(message))
        self._orders = Orders(link, port, words.unit)
        self._lamp: WantedLamp | None = None
        self._last_down: LinkDown | None = None
        self._early: dict[type[Spoken], Spoken] = {}  # progress told before we knew by whom, the newest of each kind
        self._boot: tuple[int, int] | None = None  # serial and boot id of the unit met last

    # ---- the port --------------------------------------------------------------------------------

    @property
    def unit(self) -> UnitIdentity | None:
        return self._there.identity

    @property
    def up(self) -> bool:
        return self._there.identity is not None

    def standing(self) -> LinkUp | LinkDown | None:
        """How things stand, for a controller that just came; nothing while the first greeting is under way."""
        return LinkUp(port=self.port, unit=self.unit) if self.unit is not None else self._last_down

    def opened(self, now: float) -> None:
        """The port was opened: find out who is there before anything else."""
        self.link.reset()
        self._greet(now)

    def lost(self, why: LinkDown) -> None:
        """The unit cannot be spoken to: say so once for each new reason."""
        self._there.forget()
        self.link.reset()
        self._plays.lost()
        if why != self._last_down:
            self.said.append(why)
        self._last_down = why
        self.said += self._orders.lost()

    def deadline(self) -> float:
        return min(self.link.deadline(), self._plays.deadline())

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
                    self._plays.greeted(request, reply, now)
            if down is not None:
                return down
        return None

    def due(self, now: float) -> None:
        """Whatever is due though the unit says nothing."""
        self._plays.due(now)

    # ---- what the controller wants ---------------------------------------------------------------

    def told(self, message: Message, now: float) -> None:
        """The controller's word: a wish or an order."""
        if (wish := self._words.wish(message)) is not None:
            self._plays.want(wish, now)
        elif isinstance(message, NothingWanted):
            self._plays.want_nothing(now)
        elif isinstance(message, WantedLamp):
            self._lamp_wanted(message, now)
        elif (request := self._words.order(message)) is not None:
            self._ordered(message, request, now)

    def _ordered(self, order: Message, request: Spoken, now: float) -> None:
        if (abort := self._words.abort(order)) is not None:
            self._plays.was_wanted(abort.id, now)
        self.said += self._orders.give(order, request, self._state(), now)

    def _lamp_wanted(self, lamp: WantedLamp, now: float) -> None:
        if lamp != self._lamp:
            self._lamp = lamp
            self._light(now)

    def _state(self) -> str | None:
        """The unit's state as far as it is known; None while the unit is not there."""
        if not self.up:
            return None
        status = self._there.status
        return str(self._words.states.of(status.state)) if status else "unknown"

    # ---- meeting the unit ------------------------------------------------------------------------

    def _greet(self, now: float) -> None:
        self._there.forget()
        self.link.forget_requests()
        self.said += self._orders.lost()
        self.link.ask(Hello(), now)

    def _met(self, found: Identity, now: float) -> LinkDown | None:
        unit = identity_of(found)
        if self.expected.refuses(unit):
            seen = f"model {unit.model}, serial {unit.serial}, protocol version {VERSION}"
            return self._wrong(seen)
        self._booted(unit.serial, unit.boot_id)
        self._there.identity = unit
        self._last_down = None
        self.said.append(LinkUp(port=self.port, unit=unit))
        self._plays.met(now)
        self._light(now)
        for report in self._early.values():
            self._progress(report)
        self._early.clear()
        self._plays.judge_held(now)
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
        self._plays.refused()
        self._early.clear()
        text = f"{self.port}: wrong {self._words.unit}: found {seen}; configured {self.expected}"
        return LinkDown(port=self.port, why="wrong_unit", text=cut(text))

    def _light(self, now: float) -> None:
        lamp = self._lamp
        if lamp is not None and self.up:
            self.link.ask(Lamp(lamp.red, lamp.green, lamp.blue, PATTERNS.index(lamp.pattern)), now)

    # ---- answers ---------------------------------------------------------------------------------

    def _answered(self, reply: object, now: float) -> None:
        match reply:
            case StatusReply():
                self._there.status = reply
                self._plays.faulty(reply.faults)
                self.said.append(self._words.status(reply))
                self._plays.judge_held(now, last=reply.last_play)
            case Found():
                self._plays.result(reply, now)
                self.link.begin_polling(now)
            case StartVerdict():
                self._plays.verdict(reply, now)
            case AbortVerdict():
                self.said.append(self._words.aborted(reply))
            case StillLatched(faults=faults):
                self.said.append(self._words.cleared(faults))
            case SelfTested(results=results):
                self.said.append(self._words.tested(results))

    # ---- reports ---------------------------------------------------------------------------------

    def _reported(self, report: Spoken, now: float) -> None:
        if isinstance(report, Found):
            self._plays.found(report, now)
        elif self.up:
            self._told_by_unit(report, now)
        else:  # nobody knows yet whose words these are, and STATUS and HELLO tell all of them but progress
            if self._words.progress(report) is not None:
                self._early[type(report)] = report

    def _told_by_unit(self, report: Spoken, now: float) -> None:
        match report:
            case FaultReport(faults=faults):
                self._plays.faulty(faults)
                self.said.append(self._words.faulty(faults))
            case OpenReport(open=is_open):
                self.said.append(self._words.opened(is_open != 0))
            case BootReport(boot_id=boot_id):
                if self.unit is not None and boot_id != self.unit.boot_id:
                    self._booted(self.unit.serial, boot_id)
                    self._greet(now)  # a reboot is a loss: who is it, and what of the play in flight?
            case _:
                self._progress(report)

    def _progress(self, report: Spoken) -> None:
        if (told := self._words.progress(report)) is not None:
            self.said.append(told)
