"""The acceptor behind the interface: what is asked of the unit next, and what its answers tell. No port, no clock.

In this order, whenever the line is free: after a lost answer its serial number, which shows that line and unit are the
same and in step; its events, at most 200 ms after the last time; the paper at escrow; its setup and what is let in;
whether it works.
"""

from typing import ClassVar

from drivers.cash.acceptor import (
    Accept,
    Enable,
    Enabled,
    Foreign,
    KeepAtEscrow,
    LineCounts,
    Lost,
    Mark,
    NotRouted,
    Order,
    Ready,
    Return,
    TicketAtEscrow,
    Told,
)
from drivers.cash.cctalk.health import Health
from drivers.cash.cctalk.link import CctalkAnswered, CctalkLink, Event, Unanswered
from drivers.cash.cctalk.messages import (
    RETURN,
    STACK,
    Answer,
    AskMaster,
    AskSerial,
    CheckYourself,
    Events,
    Number,
    ReadEvents,
    ReadTicket,
    Request,
    Route,
    SetMaster,
    TextReply,
)
from drivers.cash.cctalk.reading import Reading
from drivers.cash.cctalk.routing import Routing
from drivers.cash.cctalk.setup import (
    CctalkIdentity,
    Expected,
    Misfit,
    Script,
    identify,
    let_in,
    modes_are_set,
    set_modes,
)

POLL_EVERY = 0.15
"""Seconds; 0.2 are the most that a unit bears."""
MISSES = 8
"""Answers lost in a row after which the line is."""
LOOK_EVERY = 0.5
LOOKS = (AskMaster(), AskSerial(), CheckYourself())
"""What is looked at in turn, and how many seconds apart."""
QUIET = 0.15
"""Seconds after a lost answer in which nothing is asked: a late one falls into them, and answers nothing else."""
STRANGER_EVERY = 5.0
"""Seconds after which a unit that does not belong here, and lets nothing in, is asked again who it is."""


NOW = float("-inf")


class CcTalkAcceptor:
    """One acceptor, as it is known now."""

    baud: ClassVar[int] = 9600
    parity: ClassVar[str] = "N"

    _identity: CctalkIdentity | None
    _script: Script[None] | None
    _request: Request | None  # what the script waits for

    def __init__(self, expected: Expected, mark: Mark | None = None) -> None:
        """`mark` is the stored one; without one, what the unit shows at first is taken as told."""
        self.link = CctalkLink(expected.checksum)
        self._expected = expected
        self._reading = Reading(expected.ticket_stacked, mark)
        self._said: list[Told] = []
        self._last_lost = self._last_foreign = ""
        self._health = Health()
        self._begin(0.0)

    # ---- the port --------------------------------------------------------------------------------

    def opened(self, now: float) -> None:
        self.link.reset()
        self._begin(now)
        self._next(now)

    def lost(self, text: str) -> None:
        self.link.reset()
        self._ready = False
        if text != self._last_lost:
            self._say(Lost(text))
        self._last_lost = text

    def feed(self, data: bytes, now: float) -> None:
        self._handle(self.link.feed(data, now), now)

    def due(self, now: float) -> None:
        if self._foreign and self._request is None and now >= self._check_at:
            self._begin(now)
        self._handle(self.link.due(now), now)

    def deadline(self) -> float:
        if self.link.asked is not None or self._quiet_until > 0.0:
            return max(self.link.deadline() if self.link.asked else 0.0, self._quiet_until)
        return self._check_at if self._foreign else min(self._poll_at, self._routing.hold_at, self._check_at)

    def take_output(self) -> bytes:
        return self.link.take_output()

    def counts(self) -> LineCounts:
        return self.link.counts

    def take_said(self) -> list[Told]:
        said, self._said = self._said, []
        return said

    def told(self, order: Order, now: float) -> None:
        match order:
            case Enable() if self._ready:
                self._tickets = order.tickets and self._expected.ticket_stacked is not None
                self._script = self._enabling(order)
                self._request = next(self._script)
            case Accept() | Return() if self._identity is None:
                self._say(NotRouted("it is not known who is there"))
            case Accept() | Return() if self._reading.standing is None:
                self._say(NotRouted("nothing stands at escrow"))
            case Accept() | Return():
                self._routing.order(STACK if isinstance(order, Accept) else RETURN)
            case KeepAtEscrow() if self._reading.standing is not None:
                self._routing.hold(now)
        self._next(now)

    # ---- what is asked next ----------------------------------------------------------------------

    def _begin(self, now: float) -> None:
        """Find out who is there, and let nothing in till it is known."""
        self._ready = self._foreign = self._tickets = self._ticket_waits = False
        self._in_step, self._others_turn = True, False
        self._misses = self._looks = self._master = 0
        self._quiet_until = 0.0
        self._identity = None
        self._script = self._setting_up()
        self._request = next(self._script)
        self._routing = Routing()
        self._poll_at = self._check_at = now

    def _next(self, now: float) -> None:
        if now >= self._quiet_until:
            self._quiet_until = 0.0
        if not self._quiet_until and self.link.asked is None and (request := self._wanted(now)) is not None:
            self.link.ask(request, now)

    def _wanted(self, now: float) -> Request | None:
        if not self._in_step:
            return AskSerial()
        if self._foreign:
            return self._request
        due = now >= self._poll_at
        if not due or self._others_turn:
            self._others_turn = False
            if (other := self._besides(now)) is not None or not due:
                return other
        self._poll_at, self._others_turn = now + POLL_EVERY, True
        return ReadEvents()

    def _besides(self, now: float) -> Request | None:
        """What else is to be asked; of a slow unit, whose events are always due, in turn with them."""
        if (route := self._routing.wanted(now)) is not None:
            return route
        return ReadTicket() if self._ticket_waits else self._request or self._look_at_itself(now)

    def _look_at_itself(self, now: float) -> Request | None:
        """Whether it works, is the same, and was not started anew unseen."""
        if now < self._check_at:
            return None
        self._check_at = now + LOOK_EVERY
        self._looks = (self._looks + 1) % len(LOOKS)
        return LOOKS[self._looks]

    # ---- what was answered -----------------------------------------------------------------------

    def _handle(self, event: Event | None, now: float) -> None:
        match event:
            case Unanswered(request):
                self._unanswered(request, now)
            case CctalkAnswered(request, answer):
                self._misses = 0
                self._answered(request, answer, now)
        self._next(now)

    def _unanswered(self, request: Request, now: float) -> None:
        self._misses += 1
        self._in_step, self._quiet_until = False, now + QUIET
        if isinstance(request, Route) and self._routing.unanswered(request):
            self._poll_at = now
            self._say(*self._routing.take_said())
        if self._misses == MISSES:
            self.lost(f"no answer from the acceptor, asked {MISSES} times")

    def _answered(self, request: Request, answer: Answer, now: float) -> None:
        if not self._in_step:
            self._back_in_step(answer, now)
        elif self._foreign:
            self._request, self._check_at = None, now + STRANGER_EVERY
        elif isinstance(answer, Events):
            self._shown(answer, now)
        elif isinstance(request, Route):
            self._routing.answered(request, answer)
            self._say(*self._routing.take_said())
        elif isinstance(request, ReadTicket) and isinstance(answer, TextReply):
            self._ticket_waits = False
            self._say(TicketAtEscrow(answer.text))
        elif request is self._request:
            self._go_on(answer)
        elif isinstance(answer, Number):
            self._looked(request, answer.number, now)

    def _looked(self, request: Request, number: int, now: float) -> None:
        identity = self._identity
        if isinstance(request, CheckYourself):
            self._say(*self._health.checked(number))
        elif isinstance(request, AskSerial) and identity is not None and number != identity.serial:
            self._begin(now)
        elif isinstance(request, AskMaster) and number & 1 != self._master:
            self._reading.found_unset()
            self._begin(now)

    def _back_in_step(self, answer: Answer, now: float) -> None:
        self._in_step = True
        if isinstance(answer, Number):
            self._looked(AskSerial(), answer.number, now)

    def _shown(self, shown: Events, now: float) -> None:
        """The unit's events, taken in as soon as it is known to be ours."""
        if self._reading.was_silent(now) and self._ready:
            self._begin(now)
        if self._identity is None:
            return
        if not self._reading.believes(shown):
            self._poll_at = NOW
            return
        stood = self._reading.standing
        again = self._reading.take(shown, self._identity.notes, self._tickets)
        self._routing.looked(stood, self._reading.standing)
        self._hear_reading()
        if again:
            self._begin(now)

    def _hear_reading(self) -> None:
        """What the events told, and what follows from it."""
        reading = self._reading
        self._said += reading.said
        self._health.heard(reading.said)
        reading.said.clear()
        self._ticket_waits = (self._ticket_waits or reading.ticket_to_read) and reading.standing is not None
        if reading.unwanted and reading.standing is not None:
            self._routing.order(RETURN)
        reading.ticket_to_read = reading.unwanted = False

    def _go_on(self, answer: Answer) -> None:
        assert self._script is not None, "a script asked"
        try:
            self._request = self._script.send(answer)
        except StopIteration:
            self._script = self._request = None
        except Misfit as misfit:
            self._script, self._request = None, SetMaster(0)
            self._foreign, self._ready = True, False
            self._reading.forget_time()
            if str(misfit) != self._last_foreign:
                self._say(Foreign(str(misfit)))
            self._last_foreign = str(misfit)

    def _setting_up(self) -> Script[None]:
        identity = yield from identify(self._expected)
        if not (yield from modes_are_set()):
            self._reading.found_unset()
        self._identity = identity
        self._poll_at = NOW  # what happened meanwhile is told before anything is set
        yield from set_modes()
        yield from let_in((), tickets=False)
        self._reading.was_set()
        check = yield CheckYourself()
        assert isinstance(check, Number)
        self._say(*self._health.checked(check.number))
        self._ready = True
        self._last_lost = self._last_foreign = ""
        notes = tuple(identity.notes.values())
        self._say(Ready(str(identity.serial), identity.product, identity.country, notes))

    def _enabling(self, order: Enable) -> Script[None]:
        assert self._identity is not None, "ready"
        notes = [note for note in self._identity.notes.values() if note.value in order.notes]
        yield from set_modes()
        self._master = yield from let_in([note.type for note in notes], self._tickets)
        self._say(Enabled(frozenset(note.value for note in notes), self._tickets))

    def _say(self, *told: Told) -> None:
        self._said += [self._reading.marked(one) for one in told]
