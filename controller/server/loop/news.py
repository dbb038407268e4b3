"""What a turn's decisions are news for: whom they concern, and whether everybody may see them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from controller.facts.cabinet_kinds import MachineEnds
from controller.facts.cash_kinds import PaperBack, PaperKept, TicketCame
from controller.facts.host_kinds import CashOutOffered, TransferDone
from controller.facts.jackpot_kinds import JackpotPaid
from controller.facts.kinds import Accepted, Decision, ResultKnown, RoundEnded
from controller.facts.table import FACTS, Audience
from controller.games.interface import Returned, Settled

Paper: TypeAlias = PaperKept | PaperBack | TicketCame | TransferDone | CashOutOffered


@dataclass(slots=True)
class EndedRound:
    """A round that has ended, and what it brought each seat."""

    ended: RoundEnded
    rows: dict[int, list[Settled]]
    returned: dict[int, list[Returned]]


@dataclass(slots=True)
class TurnNews:
    """The news of one turn."""

    public: bool = False
    seats: set[int] = field(default_factory=set)
    """Seats that changed otherwise than by a wager of their own that put something up."""
    everybody: bool = False
    """Every seat with wagers has changed."""
    own: set[int] = field(default_factory=set)
    """Seats that put something up themselves, and know what they did; not what they may do by then."""
    endings: list[EndedRound] = field(default_factory=list)
    papers: list[Paper] = field(default_factory=list)
    """Notes and tickets that came in, went back, or came out, and money that the casino's host moves."""
    pots: list[JackpotPaid] = field(default_factory=list)
    """What seats have won of jackpots."""
    rolls: int = 0
    ending: str = ""
    """How the machine is to end, if a person said so."""
    accepted: list[str] = field(default_factory=list)
    """The kinds of the commands that were taken."""


class News:
    """Gathers, event by event, until the turn's end."""

    def __init__(self) -> None:
        self._turn = TurnNews()
        self._rows: dict[int, list[Settled]] = {}
        self._returned: dict[int, list[Returned]] = {}

    def note(self, facts: Iterable[Decision], by: int | None) -> None:
        """Decisions of one event; `by` is the seat that put something up itself, and knows what it did."""
        turn = self._turn
        if by is not None:
            turn.own.add(by)
        for fact in facts:
            seat: int = getattr(fact, "seat", 0)
            match FACTS[type(fact).__name__].told:
                case Audience.SEAT:
                    turn.seats.add(seat)
                case Audience.SEAT_UNASKED if seat not in (0, by):
                    turn.seats.add(seat)
                case Audience.PUBLIC:
                    turn.public = True
                case Audience.EVERYBODY:
                    turn.public = turn.everybody = True
            self._gather(fact)

    def _gather(self, fact: Decision) -> None:
        """What is told with the rest of the turn."""
        turn = self._turn
        match fact:
            case Settled():
                self._rows.setdefault(fact.seat, []).append(fact)
            case Returned():
                self._returned.setdefault(fact.seat, []).append(fact)
            case RoundEnded():
                turn.endings.append(EndedRound(fact, self._rows, self._returned))
                self._rows, self._returned = {}, {}
            case PaperKept() | PaperBack() | TicketCame() | TransferDone() | CashOutOffered():
                turn.papers.append(fact)
            case JackpotPaid():
                turn.pots.append(fact)
            case ResultKnown():
                turn.rolls += 1
            case Accepted(what=what):
                turn.accepted.append(what)
            case MachineEnds(act=act):
                turn.ending = act

    def take(self) -> TurnNews:
        """The news so far; the next turn begins with none."""
        turn, self._turn = self._turn, TurnNews()
        if self._returned:
            turn.seats.update(self._returned)
            self._returned = {}
        return turn
