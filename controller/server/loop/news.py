"""What a turn's decisions are news for: whom they concern, and whether everybody may see them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from controller.table.decisions import (
    Accepted,
    Asked,
    Decision,
    DrawTaken,
    HoldChanged,
    NoRoll,
    Noted,
    PhaseEntered,
    Posting,
    ResultKnown,
    Returned,
    RoundEnded,
    SeatChanged,
    SettingsChanged,
    Settled,
    ShooterChosen,
)
from controller.table.service.ending import ENDINGS

OF_A_SEAT = ("credits", "layout", "vigorish")


@dataclass(slots=True)
class Ending:
    """A round that has ended, and what it brought each seat."""

    ended: RoundEnded
    rows: dict[int, list[Settled]]
    returned: dict[int, list[Returned]]


@dataclass(slots=True)
class Turn:
    """The news of one turn."""

    public: bool = False
    seats: set[int] = field(default_factory=set)
    """Seats that changed otherwise than by a wager of their own that put something up."""
    everybody: bool = False
    """Every seat with wagers has changed."""
    endings: list[Ending] = field(default_factory=list)
    rolls: int = 0
    ending: str = ""
    """How the machine is to end, if a person said so."""
    accepted: list[str] = field(default_factory=list)
    """The kinds of the commands that were taken."""


class News:
    """Gathers, event by event, until the turn's end."""

    def __init__(self) -> None:
        self._turn = Turn()
        self._rows: dict[int, list[Settled]] = {}
        self._returned: dict[int, list[Returned]] = {}

    def note(self, decisions: Iterable[Decision], by: int | None) -> None:
        """Decisions of one event; `by` is the seat that put something up itself, and knows what it did."""
        turn = self._turn
        for decision in decisions:
            match decision:
                case Posting():
                    if decision.account in OF_A_SEAT and decision.of != str(by):
                        turn.seats.add(int(decision.of))
                case Settled():
                    self._rows.setdefault(decision.seat, []).append(decision)
                case Returned():
                    self._returned.setdefault(decision.seat, []).append(decision)
                case SeatChanged():
                    turn.seats.add(decision.seat)
                case RoundEnded():
                    turn.endings.append(Ending(decision, self._rows, self._returned))
                    self._rows, self._returned = {}, {}
                    turn.public = turn.everybody = True
                case ResultKnown():
                    turn.rolls += 1
                case Accepted():
                    turn.accepted.append(decision.what)
                    if decision.seat != by:
                        turn.seats.add(decision.seat)
                case Asked() | SettingsChanged():
                    turn.public = turn.everybody = True
                case Noted(what=what) if what in ENDINGS:
                    turn.ending, turn.public = what, True
                case PhaseEntered() | HoldChanged() | ShooterChosen() | DrawTaken() | NoRoll():
                    turn.public = True
                case _:
                    pass

    def take(self) -> Turn:
        """The news so far; the next turn begins with none."""
        turn, self._turn = self._turn, Turn()
        if self._returned:
            turn.seats.update(self._returned)
            self._returned = {}
        return turn
