"""What is wanted of the unit, and what it answered: the driver's mind, without port, socket or clock.

Nothing here outlives the process. How a wanted play goes, step by step, is in `wanted`.
"""

from controller.protocol.devices.unit import (
    LinkDown,
    LinkUp,
    NotDone,
    NothingWanted,
    UnitIdentity,
    UnitRebooted,
    WantedLamp,
)
from controller.protocol.message import Message, cut
from drivers.common.serial.codec import VERSION
from drivers.common.serial.link import NEVER, Answered, Event, Link, Reported, Silent, Unanswered
from drivers.common.serial.messages import (
    PLAY_UNDER_WAY,
    UNKNOWN_PLAY,
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
from drivers.common.unit.greeting import Greeting
from drivers.common.unit.identity import ExpectedUnit, identity_of
from drivers.common.unit.judge import ASK_AGAIN_AFTER, Judge
from drivers.common.unit.orders import Orders
from drivers.common.unit.wanted import PlayStep, PlayWanted
from drivers.common.unit.words import ACCEPTED, BUSY, DONE_ALREADY, UnitSeen, Wish, Words

PATTERNS = ("steady", "blink", "chase")


class UnitSession:
    """One unit, as the driver knows it now. What it has to say gathers in `said`."""

    def __init__(self, link: Link, port: str, expected: ExpectedUnit, words: Words) -> None:
        self.link = link
        self.port = port
        self.expected = expected
        self.unit: UnitIdentity | None = None
        self.status: StatusReply | None = None
        self.said: list[Message] = []
        self.wanted: PlayWanted | None = None
        self._words = words
        self._greeting = Greeting(link, words.greeting())
        self._orders = Orders(link, port, words.unit)
        self._lamp: WantedLamp | None = None
        self._judge = Judge(link, port, words)
        self._last_down: LinkDown | None = None
        self._early: dict[type[Spoken], Spoken] = {}  # progress told before we knew by whom, the newest of each kind
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
                    self._greeted(request, reply, now)
            if down is not None:
                return down
        return None

    def due(self, now: float) -> None:
        """Dice or wheel have been moving for too long, or the unit was busy: ask."""
        wanted = self.wanted
        if wanted is None or now < wanted.due:
            return
        if wanted.step is PlayStep.BUSY:
            wanted.go(PlayStep.ASKING)
            self._take_step(now)
            return
        wanted.due = now + ASK_AGAIN_AFTER
        self.said.append(self._words.overdue(wanted.id, int((now - wanted.begun) * 1000)))
        if not self.link.is_asking(Result):
            self.link.ask(Result(wanted.id), now)

    # ---- what the controller wants ---------------------------------------------------------------

    def told(self, message: Message, now: float) -> None:
        """The controller's word: a wish or an order."""
        if (wish := self._words.wish(message)) is not None:
            self._judge.told(wish.id)
            self._want(wish, now)
            self._judge_held(now)
        elif isinstance(message, NothingWanted):
            self._judge.told(None)
            self.wanted = None
            self._judge_held(now)
        elif isinstance(message, WantedLamp):
            self._lamp_wanted(message, now)
        elif (request := self._words.order(message)) is not None:
            self._ordered(message, request, now)

    def _ordered(self, order: Message, request: Spoken, now: float) -> None:
        if (abort := self._words.abort(order)) is not None:
            self._judge.told(abort.id)  # it was asked for, before this process perhaps
            self._judge_held(now)
        self.said += self._orders.give(order, request, self._state(), now)

    def _lamp_wanted(self, lamp: WantedLamp, now: float) -> None:
        if lamp != self._lamp:
            self._lamp = lamp
            self._light(now)

    def _want(self, wish: Wish, now: float) -> None:
        wanted = self.wanted
        if wanted is None or wanted.id != wish.id:
            fresh = wish.fresh and wish.may_start and self.up
            self.wanted = PlayWanted(wish, PlayStep.ASKING, begun=now)
            self._start(self.wanted, now) if fresh else self._take_step(now)
        elif wanted.wish.nonce != wish.nonce:
            play = self._words.play
            text = f"{play} {wish.id} is wanted already, with other words; a new one needs a new {play} id"
            self.said.append(NotDone(command=f"wanted_{play}", text=text))
        else:
            wanted.wish = wish  # whether it may start changes with the table's holds
            if wanted.answered:
                wanted.go(PlayStep.ASKING)
                self._take_step(now)

    def _state(self) -> str | None:
        """The unit's state as far as it is known; None while the unit is not there."""
        if not self.up:
            return None
        return str(self._words.states.of(self.status.state)) if self.status else "unknown"

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
        self._greeting.begin(now)
        self._light(now)
        for report in self._early.values():
            self._progress(report)
        self._early.clear()
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
        self._judge.forget_held()  # refused with the unit that said them
        self._early.clear()
        text = f"{self.port}: wrong {self._words.unit}: found {seen}; configured {self.expected}"
        return LinkDown(port=self.port, why="wrong_unit", text=cut(text))

    def _light(self, now: float) -> None:
        lamp = self._lamp
        if lamp is not None and self.up:
            self.link.ask(Lamp(lamp.red, lamp.green, lamp.blue, PATTERNS.index(lamp.pattern)), now)

    # ---- the wanted play -------------------------------------------------------------------------

    def _to_the_start(self) -> None:
        if self.wanted is not None and not self.wanted.answered:
            self.wanted.go(PlayStep.ASKING)

    def _take_step(self, now: float) -> None:
        wanted = self.wanted
        if wanted is None or self.unit is None:
            return
        here = wanted.wish.only_on in (None, self.unit.serial)  # elsewhere its id may be another play's
        if wanted.step is PlayStep.ASKING and here:
            self.link.ask(Result(wanted.id), now)
        elif wanted.step is PlayStep.ASKING or (wanted.step is PlayStep.STARTING and not self._greeting.waits):
            self._start_or_say_why_not(wanted, self.unit, now)

    def _start(self, wanted: PlayWanted, now: float) -> None:
        wanted.go(PlayStep.STARTING)
        if wanted.wish.greeting is not None:
            self._greeting.change(wanted.wish.greeting)
        self._greeting.ask_again(now)
        self._take_step(now)

    def _start_or_say_why_not(self, wanted: PlayWanted, unit: UnitIdentity, now: float) -> None:
        seen = UnitSeen(unit.serial, self.status, self._greeting.taken, wanted.known, wanted.faults)
        if (bar := self._words.bar(wanted.wish, seen)) is None:
            self.link.ask(wanted.wish.start, now)
        else:
            wanted.go(PlayStep.REFUSED)
            self.said.append(bar)

    def _greeted(self, request: Spoken, reply: Spoken, now: float) -> None:
        if not self._greeting.is_awaited(request):
            return
        if (complaint := self._words.ungreeted(request, reply)) is not None:
            self.said.append(complaint)
        self._greeting.answered(request, taken=complaint is None)
        if not self._greeting.waits and self.wanted is not None and self.wanted.step is PlayStep.STARTING:
            self._take_step(now)

    def _answered(self, reply: object, now: float) -> None:
        match reply:
            case StatusReply():
                self.status = reply
                self._faults_told(reply.faults)
                self.said.append(self._words.status(reply))
                self._judge_held(now, last=reply.last_play)
            case Found():
                self._result(reply, now)
                self.link.begin_polling(now)
            case StartVerdict():
                self._verdict(reply, now)
            case AbortVerdict():
                self.said.append(self._words.aborted(reply))
            case StillLatched(faults=faults):
                self.said.append(self._words.cleared(faults))
            case SelfTested(results=results):
                self.said.append(self._words.tested(results))

    def _result(self, result: Found, now: float) -> None:
        wanted = self.wanted
        if wanted is None or wanted.answered or wanted.id != result.id:
            return
        if result.tells(UNKNOWN_PLAY) and not wanted.wish.may_start:
            wanted.go(PlayStep.REFUSED)
            self.said.append(self._words.unknown(result.id))
        elif result.tells(UNKNOWN_PLAY):
            self._start(wanted, now)
        elif result.tells(PLAY_UNDER_WAY):
            wanted.known = True
            if wanted.step is not PlayStep.PLAYING:
                self._playing(wanted, now)
        else:
            self._found(result, now)

    def _verdict(self, answer: StartVerdict, now: float) -> None:
        wanted = self.wanted
        if wanted is None or wanted.id != answer.id or wanted.step is not PlayStep.STARTING:
            return  # the report overtook its verdict, or the wish has changed
        if answer.verdict == ACCEPTED:
            self._playing(wanted, now)
        elif answer.verdict == DONE_ALREADY:
            wanted.known = True
            wanted.go(PlayStep.PLAYING, now + ASK_AGAIN_AFTER)  # the report comes again as it was
        else:
            self._refused(wanted, answer, now)

    def _refused(self, wanted: PlayWanted, answer: StartVerdict, now: float) -> None:
        pause = self._words.busy_pause if answer.verdict == BUSY else NEVER
        wanted.go(PlayStep.REFUSED if pause == NEVER else PlayStep.BUSY, now + pause)
        if not self._words.knows(answer):
            name = type(wanted.wish.start).__name__.upper()
            text = f"verdict {answer.verdict} to {name} does not exist"
            self.said.append(self._judge.malfunction("impossible_answer", text))
        self.said.append(self._words.refused(answer))

    def _playing(self, wanted: PlayWanted, now: float) -> None:
        wanted.go(PlayStep.PLAYING, now + wanted.wish.longest)
        self.said.append(self._words.started(wanted.id))

    # ---- reports ---------------------------------------------------------------------------------

    def _reported(self, report: Spoken, now: float) -> None:
        if isinstance(report, Found):
            self._found(report, now)
        elif self.up:
            self._told_by_unit(report, now)
        else:  # nobody knows yet whose words these are, and STATUS and HELLO tell all of them but progress
            if self._words.progress(report) is not None:
                self._early[type(report)] = report

    def _told_by_unit(self, report: Spoken, now: float) -> None:
        match report:
            case FaultReport(faults=faults):
                self._faults_told(faults)
                self.said.append(self._words.faulty(faults))
            case OpenReport(open=is_open):
                self.said.append(self._words.opened(is_open != 0))
            case BootReport(boot_id=boot_id):
                if self.unit is not None and boot_id != self.unit.boot_id:
                    self._booted(self.unit.serial, boot_id)
                    self._greet(now)  # a reboot is a loss: who is it, and what of the play in flight?
            case _:
                self._progress(report)

    def _faults_told(self, faults: int) -> None:
        if self.wanted is not None:
            self.wanted.faults |= faults

    def _progress(self, report: Spoken) -> None:
        if (told := self._words.progress(report)) is not None:
            self.said.append(told)

    def _judge_held(self, now: float, last: int | None = None) -> None:
        self.said += self._judge.judge_held(self.unit, self.wanted, now, last)

    def _found(self, found: Found, now: float) -> None:
        self.said += self._judge.judge(found, self.unit, self.wanted, now)
