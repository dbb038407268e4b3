"""The acceptor behind the interface: what is asked of the unit next, and what its answers tell. No port, no clock.

Its status is polled all the time. In between, in this order: who it is, RESET where it has started anew, its settings,
what is let in; and the orders for the paper at escrow, each right behind a status by which that paper stands there.
"""

from typing import ClassVar

from drivers.cash.acceptor import (
    Accept,
    Booked,
    Enable,
    Enabled,
    Foreign,
    KeepAtEscrow,
    LineCounts,
    Lost,
    NotRouted,
    Order,
    Ready,
    Return,
    Told,
)
from drivers.cash.id003.codec import Id003Frame
from drivers.cash.id003.link import NEVER, AnswerHeard, Id003Link
from drivers.cash.id003.messages import AcceptorSays, AcceptorStatus, OrderRefused, OrderTaken, Reply, RequestCode
from drivers.cash.id003.path import POWER_UPS, Path
from drivers.cash.id003.setup import Expected, Id003Identity, Misfit, Script, identify, let_in, set_up, shut_out

POLL_EVERY, POLL_MOVING = 0.1, 0.05
"""Seconds; the second while a paper goes into the box, whose credit somebody waits for."""
RESET_EVERY = 1.0
LOOK_EVERY = 5.0
"""Seconds between looks at a unit that does not belong here."""
SILENCE = 3.0
"""Seconds without a good answer after which the line is lost."""
MISSES = 6
"""Times that anything but its status is asked in vain, after which the line is lost too."""
REFUSALS = 3
"""Times that a setting may be refused: a paper may just have come in."""
AT_REST = (AcceptorStatus.IDLING, AcceptorStatus.INHIBITED, AcceptorStatus.INITIALIZING)
"""In these a unit takes settings, whatever its model."""
STUCK = (
    AcceptorStatus.JAM_IN_ACCEPTOR,
    AcceptorStatus.JAM_IN_STACKER,
    AcceptorStatus.CHEATED,
    AcceptorStatus.FAILED,
    AcceptorStatus.COMMUNICATION_ERROR,
)
"""What may not end without RESET; that is sent when something is to be let in, for then it has been settled."""
AT_ESCROW = (AcceptorStatus.ESCROW, AcceptorStatus.HOLDING)


class Id003Acceptor:
    """One acceptor, as it is known now."""

    baud: ClassVar[int] = 9600
    parity: ClassVar[str] = "E"

    _unit: Id003Identity | None
    _status: int | None  # the last; None before the first
    _script: Script[None] | None
    _request: Id003Frame | None  # what the script waits for
    _poll_at: float

    def __init__(self, expected: Expected) -> None:
        self.link = Id003Link()
        self._expected = expected
        self._path = Path()
        self._reset_at = 0.0
        self._last_lost = self._last_foreign = ""
        self._begin(0.0)

    # ---- the port --------------------------------------------------------------------------------

    def opened(self, now: float) -> None:
        self.link.reset()
        said, self._path = self._path.said, Path()
        self._path.said += said
        self._begin(now)
        self._poll_at = now
        self._go_on(now)

    def lost(self, text: str) -> None:
        self.link.reset()
        self._begin(NEVER)
        if text != self._last_lost:
            self._say(Lost(text))
        self._last_lost = text

    def feed(self, data: bytes, now: float) -> None:
        for heard in self.link.feed(data):
            self._hear(heard, now)
            self._go_on(now)

    def due(self, now: float) -> None:
        asked = self.link.unanswered(now)
        if asked is not None:
            self._unanswered(asked, now)
        self._go_on(now)

    def deadline(self) -> float:
        return self.link.deadline() if self.link.asked is not None else self._poll_at

    def take_output(self) -> bytes:
        return self.link.take_output()

    def counts(self) -> LineCounts:
        return self.link.counts

    def take_said(self) -> list[Told]:
        said = list(self._path.said)
        self._path.said.clear()
        return said

    # ---- orders ----------------------------------------------------------------------------------

    def told(self, order: Order, now: float) -> None:
        match order:
            case Enable() if self._unit is not None:
                self._enable(self._unit, order)
            case Accept() | Return():
                self._order(RequestCode.STACK_1 if isinstance(order, Accept) else RequestCode.RETURN)
            case KeepAtEscrow() if self._path.standing is not None:
                self._path.routing.hold(now)
            case Booked():
                self._path.book()
        if self._poll_at != NEVER:  # whatever it is, it waits for the next status
            self._poll_at, self._fresh = now, False
            self._go_on(now)

    def _order(self, where: RequestCode) -> None:
        standing = self._path.standing
        if standing is None or not standing.known:
            self._say(NotRouted("nothing stands at escrow"))
        elif self._path.vends:
            self._say(NotRouted("the paper is in the box"))
        else:
            self._path.routing.order(where)

    def _enable(self, unit: Id003Identity, order: Enable) -> None:
        self._reset_wanted = bool(self._status in STUCK and (order.notes or order.tickets))
        if self._ready:
            self._run(self._enabling(unit, order))

    # ---- what is asked next ----------------------------------------------------------------------

    def _begin(self, now: float) -> None:
        """Find out who is there, and let nothing in till it is known."""
        self._unit = None
        self._ready = self._foreign = self._takes_tickets = False
        self._status = None
        self._fresh = False  # the last thing heard is what stands at escrow
        self._starting = False  # it has said that it started, and not yet been reset
        self._reset_wanted = self._was_reset = False
        self._misses = self._refusals = 0
        self._answered_at = now
        self._poll_at, self._look_at = now + POLL_EVERY, NEVER
        self._run(self._meeting())

    def _go_on(self, now: float) -> None:
        if self.link.asked is None and (frame := self._wanted(now)) is not None:
            self._fresh = False
            self.link.ask(frame, now)

    def _wanted(self, now: float) -> Id003Frame | None:
        if self._fresh and (frame := self._of_the_paper(now)) is not None:
            return frame
        if now >= self._poll_at:
            self._poll_at = now + self._pace()
            return Id003Frame(RequestCode.STATUS)
        if self._status is None:
            return None
        if self._must_reset():
            return self._reset(now)
        return self._request if (self._unit is None and not self._foreign) or self._status in AT_REST else None

    def _pace(self) -> float:
        """Faster while a paper moves."""
        return POLL_MOVING if self._path.routing.stacks else POLL_EVERY

    def _of_the_paper(self, now: float) -> Id003Frame | None:
        standing = self._path.standing
        if standing is None:
            return None
        if not standing.known:
            self._path.routing.order(RequestCode.RETURN)
        return self._path.routing.wanted(now)

    def _must_reset(self) -> bool:
        if self._unit is None:
            return False
        return self._reset_wanted or (self._status in POWER_UPS and self._path.start_is_booked)

    def _reset(self, now: float) -> Id003Frame | None:
        if now < self._reset_at:
            return None
        self._reset_at = now + RESET_EVERY
        return Id003Frame(RequestCode.RESET)

    # ---- what was answered -----------------------------------------------------------------------

    def _hear(self, heard: AnswerHeard, now: float) -> None:
        reply, asked = heard.reply, heard.asked
        if isinstance(reply, AcceptorSays):
            self._answered_at = now
            self._see(reply, now)
        if asked is None or asked.code == RequestCode.STATUS:
            return
        self._answered_at, self._misses = now, 0
        if asked.code == RequestCode.RESET:
            self._told_to_reset(reply, now)
        elif asked == self._request:
            self._answer(reply, now)
        else:
            self._path.routing.answered(asked, reply)

    def _see(self, status: AcceptorSays, now: float) -> None:
        self._status = status.code
        if self._has_started(status.code):
            self._begin(now)
            self._starting, self._status = True, status.code
        if self._unit is None:
            self._look_again(now)
            return
        self._reset_wanted = self._reset_wanted and status.code in STUCK
        self._path.see(status, now)
        self._fresh = status.code in AT_ESCROW
        if status.code == AcceptorStatus.VEND_VALID and self._path.booked:
            self.link.say(Id003Frame(RequestCode.ACK))

    def _has_started(self, code: int) -> bool:
        """Whether this is the first status of a start that was not our doing."""
        if code in POWER_UPS:
            return not self._starting
        if code == AcceptorStatus.INITIALIZING and not (self._starting or self._was_reset):
            self._path.was_reset()
            return True
        if code == AcceptorStatus.INITIALIZING:
            return False
        if code in (AcceptorStatus.IDLING, AcceptorStatus.INHIBITED):
            self._was_reset = False
        self._starting = False
        return False

    def _look_again(self, now: float) -> None:
        """At a unit that does not belong here."""
        if self._foreign and now >= self._look_at:
            self._begin(now)

    def _told_to_reset(self, reply: Reply, now: float) -> None:
        if isinstance(reply, OrderTaken):
            self._path.was_reset()
            self._begin(now)
            self._was_reset = self._starting = True

    def _unanswered(self, asked: Id003Frame, now: float) -> None:
        self._poll_at = now
        self._misses += asked.code != RequestCode.STATUS
        if self._misses == MISSES:
            self.lost(f"the acceptor says how it is, and {MISSES} times nothing to {asked.code:02X}")
        elif now - self._answered_at >= SILENCE:
            self.lost(f"no answer from the acceptor for {SILENCE:g} s")

    # ---- scripts ---------------------------------------------------------------------------------

    def _run(self, script: Script[None]) -> None:
        self._script, self._request, self._refusals = script, next(script), 0

    def _answer(self, reply: Reply, now: float) -> None:
        """One request of the script is answered. A refusal may be due to a paper that has just come in."""
        if isinstance(reply, OrderRefused) and self._refusals < REFUSALS:
            self._refusals += 1
            self._poll_at = now
            return
        self._refusals = 0
        assert self._script is not None, "a script asked"
        try:
            self._request = self._script.send(reply)
        except StopIteration:
            self._script = self._request = None
        except Misfit as misfit:
            self._is_foreign(str(misfit), now)

    def _is_foreign(self, text: str, now: float) -> None:
        self._unit, self._ready, self._foreign = None, False, True
        self._look_at = now + LOOK_EVERY
        self._run(shut_out())
        if text != self._last_foreign:
            self._say(Foreign(text))
        self._last_foreign = text

    def _meeting(self) -> Script[None]:
        self._unit = unit = yield from identify(self._expected)
        self._path.notes = unit.notes
        self._poll_at = 0.0  # how it is has not been heeded yet
        self._takes_tickets = yield from set_up()
        self._ready, self._last_lost, self._last_foreign = True, "", ""
        self._say(Ready("", unit.version, unit.country, tuple(unit.notes.values())))

    def _enabling(self, unit: Id003Identity, order: Enable) -> Script[None]:
        notes = [note for note in unit.notes.values() if note.value in order.notes]
        tickets = order.tickets and self._takes_tickets
        yield from let_in([note.type for note in notes], tickets=tickets, knows_kinds=self._takes_tickets)
        self._say(Enabled(frozenset(note.value for note in notes), tickets))

    def _say(self, told: Told) -> None:
        self._path.said.append(told)
