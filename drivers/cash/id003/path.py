"""What the acceptor's statuses tell of the paper in its path. Statuses are levels, so each thing is told once."""

from dataclasses import dataclass

from drivers.cash.acceptor import (
    Fault,
    FaultOver,
    Faulty,
    Idle,
    Note,
    NoteAtEscrow,
    PaperPlace,
    Rejected,
    Reset,
    Returned,
    Stacked,
    TicketAtEscrow,
    Told,
)
from drivers.cash.id003.messages import (
    FAILED,
    REJECTED,
    STATUSES,
    AcceptorSays,
    AcceptorStatus,
    note_type_of,
    ticket_of,
)
from drivers.cash.id003.routing import Routing

SAME_WITHIN = 2.0
"""Seconds between two looks at escrow: no unit gives one paper back and draws in another in less."""
SAY_AGAIN = 1.0
"""Seconds after which a paper that is to be acknowledged is told again."""
POWER_UPS = {
    AcceptorStatus.POWER_UP: PaperPlace.NONE,
    AcceptorStatus.POWER_UP_IN_ACCEPTOR: PaperPlace.IN_PATH,
    AcceptorStatus.POWER_UP_IN_STACKER: PaperPlace.IN_STACKER,
}
FAULTS = {
    AcceptorStatus.STACKER_FULL: (Fault.STACKER_FULL, "the box is full"),
    AcceptorStatus.STACKER_OPEN: (Fault.STACKER_REMOVED, "the box is out"),
    AcceptorStatus.JAM_IN_ACCEPTOR: (Fault.JAMMED, "a paper is stuck in the acceptor"),
    AcceptorStatus.JAM_IN_STACKER: (Fault.STACKER_JAMMED, "a paper is stuck in the stacker"),
    AcceptorStatus.PAUSED: (Fault.PAUSED, "a second paper was pushed in behind the first"),
    AcceptorStatus.CHEATED: (Fault.CHEATED, "somebody may have pulled a paper out"),
    AcceptorStatus.COMMUNICATION_ERROR: (Fault.LINE, "the acceptor does not understand what it hears"),
}


@dataclass(frozen=True, slots=True)
class PaperAtEscrow:
    """The paper at escrow: a note, a ticket, or nothing that is known."""

    data: bytes
    note: Note | None
    ticket: str | None

    @property
    def known(self) -> bool:
        return self.note is not None or self.ticket is not None


@dataclass(slots=True)
class _Course:
    """How one paper has fared so far."""

    standing: PaperAtEscrow | None = None
    vends: bool = False  # VEND VALID was told
    booked: bool = False
    say_at: float = 0.0
    boxed: bool = False  # STACKED was told
    goes_back: bool = False  # what stood at escrow, or was on its way from there
    was_rejected: bool = False  # and that was told


class Path:
    """Of one unit, from one opening of the port to the next."""

    def __init__(self) -> None:
        self.said: list[Told] = []
        self.routing = Routing(self.said)
        self.notes: dict[int, Note] = {}
        self._course = _Course()
        self._seen_at = 0.0  # the paper at escrow
        self._fault: tuple[Fault, str] | None = None
        self._powered: PaperPlace | None = None  # told, and the unit has not started since
        self.start_is_booked = False
        """RESET may take from the unit what it says of the paper that was in it when it started."""
        self._after_stacker = False  # what it tells next is of the paper that was there at its start
        self._idle = False

    @property
    def standing(self) -> PaperAtEscrow | None:
        """What came to escrow last, until it is known to be elsewhere."""
        return self._course.standing

    @property
    def vends(self) -> bool:
        """VEND VALID stands, as far as we know."""
        return self._course.vends

    @property
    def booked(self) -> bool:
        """What VEND VALID tells is on the disk: it may be acknowledged, as often as it is told."""
        return self._course.booked

    def see(self, now_is: AcceptorSays, now: float) -> None:
        """One status."""
        fault = _fault_of(now_is)
        self._tell_fault(fault)
        if fault is None:
            self._see(AcceptorStatus(now_is.code), now_is.data, now)

    def was_reset(self) -> None:
        """The unit has carried out our RESET."""
        if self._powered is None:
            self.said.append(Reset(PaperPlace.UNKNOWN))
        self._leave()

    def book(self) -> None:
        self._course.booked = self._course.vends
        self.start_is_booked = self._powered is not None

    def _see(self, status: AcceptorStatus, data: bytes, now: float) -> None:
        self._idle = self._idle and status in (AcceptorStatus.IDLING, AcceptorStatus.INHIBITED)
        if status not in POWER_UPS:
            self._powered = None
        match status:
            case AcceptorStatus.POWER_UP | AcceptorStatus.POWER_UP_IN_ACCEPTOR | AcceptorStatus.POWER_UP_IN_STACKER:
                self._starts(POWER_UPS[status])
            case AcceptorStatus.IDLING | AcceptorStatus.INHIBITED:
                self._empty()
            case AcceptorStatus.ACCEPTING:
                self._comes_in()
            case AcceptorStatus.ESCROW:
                self._at_escrow(data, now)
            case AcceptorStatus.HOLDING:
                self._held(now)
            case AcceptorStatus.STACKING:
                self.routing.moves()
            case AcceptorStatus.VEND_VALID:
                self._vend(now)
            case AcceptorStatus.STACKED:
                self._in_the_box()
            case AcceptorStatus.REJECTING:
                self._rejected(data)
            case AcceptorStatus.RETURNING:
                self._course.goes_back = not self._course.was_rejected

    # ---- coming in -------------------------------------------------------------------------------

    def _comes_in(self) -> None:
        """A paper, so the path was empty before, though nobody may have looked just then."""
        if self._course != _Course():
            self._empty()
        self._idle = self._after_stacker = False

    def _at_escrow(self, data: bytes, now: float) -> None:
        if not self._is_same(now, data):
            self._comes_in()
            self._tell_escrow(data)
        self._seen_at = now

    def _held(self, now: float) -> None:
        """As ESCROW, but the unit does not say again what it is."""
        if self.standing is not None and not self._is_same(now, self.standing.data):
            self._leave()
        self._seen_at = now

    def _is_same(self, now: float, data: bytes) -> bool:
        """Whether it is the paper that was there at the last look."""
        standing = self.standing
        if standing is None or self._course.vends or self._course.goes_back:
            return False
        return standing.data == data and now - self._seen_at <= SAME_WITHIN

    def _tell_escrow(self, data: bytes) -> None:
        note = self.notes.get(note_type_of(data) or 0)
        self._course.standing = standing = PaperAtEscrow(data, note, ticket_of(data))
        if note is not None:
            self.said.append(NoteAtEscrow(note))
        elif standing.ticket is not None:
            self.said.append(TicketAtEscrow(standing.ticket))
        else:
            self._course.was_rejected = True
            self.said.append(Rejected(f"the unit says {data.hex() or 'nothing'} of it, which is no paper we know"))

    # ---- going on --------------------------------------------------------------------------------

    def _vend(self, now: float) -> None:
        self.routing.moves()
        course = self._course
        course.vends = True
        if not course.booked and now >= course.say_at:
            course.say_at = now + SAY_AGAIN
            self._tell_stacked(to_acknowledge=True)

    def _in_the_box(self) -> None:
        self.routing.moves()
        if not (self._course.vends or self._course.boxed or self._after_stacker):
            self._tell_stacked(to_acknowledge=False)
        self._course.boxed = True
        self._leave()
        self._course.boxed = True

    def _tell_stacked(self, *, to_acknowledge: bool) -> None:
        standing = self.standing
        note = standing.note if standing is not None else None
        self.said.append(Stacked(note, from_escrow=standing is not None, to_acknowledge=to_acknowledge))

    def _rejected(self, data: bytes) -> None:
        """At once; or what stood at escrow, or was on its way from there, comes back."""
        if self.standing is not None or self._course.goes_back:
            self._course.goes_back = not self._course.was_rejected
        elif not self._course.was_rejected:
            self._course.was_rejected = True
            code = data[0] if data else 0
            self.said.append(Rejected(REJECTED.get(code, f"the acceptor gives code {code:02X}")))

    def _empty(self) -> None:
        """Nothing is in the path, says the unit."""
        gone_back = not self._course.was_rejected and (self._course.goes_back or self.routing.returns)
        self._leave()
        if gone_back:
            self.said.append(Returned())
        if not self._idle:
            self.said.append(Idle())
        self._idle = True
        self._after_stacker = False

    def _starts(self, paper: PaperPlace) -> None:
        if self._powered != paper:
            self._leave()
            self.said.append(Reset(paper))
            self.start_is_booked = False
        self._powered = paper
        self._after_stacker = paper is PaperPlace.IN_STACKER

    def _leave(self) -> None:
        """What was known of a paper is of no more use."""
        self.routing.ended(stacked=self._course.vends or self._course.boxed, text="the paper is no longer at escrow")
        self._course = _Course()

    # ---- faults ----------------------------------------------------------------------------------

    def _tell_fault(self, fault: tuple[Fault, str] | None) -> None:
        if fault == self._fault:
            return
        if self._fault is not None:
            self.said.append(FaultOver(self._fault[0]))
        if fault is not None:
            self._idle = False
            self.said.append(Faulty(*fault))
        self._fault = fault


def _fault_of(now_is: AcceptorSays) -> tuple[Fault, str] | None:
    if now_is.code not in STATUSES:
        return Fault.UNKNOWN, f"the unit says status {now_is.code:02X}, which nobody knows"
    if now_is.code == AcceptorStatus.FAILED:
        code = now_is.data[0] if now_is.data else 0
        return Fault.FAILED, FAILED.get(code, f"the acceptor gives code {code:02X}")
    return FAULTS.get(AcceptorStatus(now_is.code))
