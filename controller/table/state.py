"""The whole state of a table. A step forks it, changes the fork, and leaves the old one as it was."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from controller.door import Game
from controller.table.decisions import Answer
from controller.table.phases import TIMER, Phase
from controller.table.settings import TableSettings

ANSWERS_KEPT = 256
"""A client; its last that many commands can be repeated and get the same answer."""

MOST_CLIENTS = 2048
"""Terminals, operators and their successors after a replacement; the one unheard for longest is forgotten first."""

REFUSALS_RECORDED = 20
"""A seat and round; further refusals are answered and counted, not recorded one by one."""

CREDITS_REMEMBERED = 256
"""Movements of cash that a supervisor can still reverse."""


class SeatState(NamedTuple):
    """What the table knows of a seat besides its money."""

    open: bool = True
    linked: bool = False
    done: bool = False
    choice: bool | None = None
    lock: str | None = None
    lock_amount: int = 0
    refusals: int = 0


class Throw(NamedTuple):
    """The throw that is wanted: its id and nonce, journalled before the dice move."""

    id: int
    nonce: str


class Unit(NamedTuple):
    """The dice unit that this table plays with."""

    serial: int
    last_roll: int
    linked: bool


class Move(NamedTuple):
    """A movement of cash in or out of a seat."""

    seat: int
    instrument: str
    amount: int
    into_seat: bool
    state: str


class Client(NamedTuple):
    """The commands of one client. Two generations of answers, so that keeping them costs little."""

    last_id: int = 0
    answers: dict[int, Answer] = {}
    older: dict[int, Answer] = {}

    def answer_to(self, id: int) -> Answer | None:
        """The answer that this command got, if it is still known."""
        return self.answers.get(id) or self.older.get(id)

    def with_answer(self, id: int, answer: Answer) -> "Client":
        """This client with one more answer, and never fewer than the last 256."""
        if len(self.answers) >= ANSWERS_KEPT:
            return Client(id, {id: answer}, self.answers)
        return Client(id, {**self.answers, id: answer}, self.older)


@dataclass(slots=True)
class Table:
    """One table, between two events."""

    game: Game
    settings: TableSettings
    phase: Phase = Phase.IDLE
    round: int = 1
    left: int | None = None
    """Milliseconds until this phase is due to end; None where time does not end it."""
    holds: dict[str, str] = field(default_factory=dict)
    """Why the table stands still, and what is known of it."""
    seats: dict[int, SeatState] = field(default_factory=dict)
    throw: Throw | None = None
    levels: dict[str, str] = field(default_factory=dict)
    """What chance gave the spots for this round."""
    last_roll: int = 0
    """The highest roll id ever drawn here."""
    result: tuple[int, int] | None = None
    """An authentic result that has not been settled yet."""
    no_rolls: int = 0
    malfunctions: int = 0
    declined: frozenset[int] = frozenset()
    """Seats that passed the dice in this round."""
    other_refusals: int = 0
    """In this round, of those that belong to no seat."""
    goes_on: Phase | None = None
    """Where a round that power loss broke off goes on."""
    abandoned: int | None = None
    """The throw of a voided round that the unit may still report."""
    unit: Unit | None = None
    unit_found: Unit | None = None
    """A unit that is not the one this table plays with, until a supervisor accepts it."""
    outside: int = 0
    """What house and cash hold: what all seats hold, with the sign turned."""
    doors: dict[str, bool] = field(default_factory=dict)
    moves: dict[str, Move] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)

    def fork(self) -> "Table":
        """A table that can be changed while this one stays as it is."""
        return Table(
            self.game.fork(),
            self.settings,
            self.phase,
            self.round,
            self.left,
            self.holds.copy(),
            self.seats.copy(),
            self.throw,
            self.levels,
            self.last_roll,
            self.result,
            self.no_rolls,
            self.malfunctions,
            self.declined,
            self.other_refusals,
            self.goes_on,
            self.abandoned,
            self.unit,
            self.unit_found,
            self.outside,
            self.doors.copy(),
            self.moves.copy(),
            self.clients.copy(),
        )

    def time_for(self, phase: Phase) -> int | None:
        """Milliseconds that this phase lasts, None where time does not end it."""
        setting = TIMER.get(phase)
        return None if setting is None else getattr(self.settings, setting) * 1000

    def runs(self) -> bool:
        """Whether time runs: a timer is set and nothing holds the table."""
        return self.left is not None and not self.holds

    def on_seats(self) -> int:
        """All the money of all seats, with what is locked on its way out."""
        locked = sum(move.amount for move in self.moves.values() if move.state == "asked" and not move.into_seat)
        return locked + sum(sum(self.game.money(seat)) for seat in self.game.seat_numbers())

    def seats_with_wagers(self) -> list[int]:
        """Ascending."""
        return [seat for seat in self.game.seat_numbers() if self.game.has_wagers(seat)]


def plain(table: Table) -> dict[str, Any]:
    """The state as plain data: the same state, the same data, whatever way led there."""
    common = {
        "phase": table.phase.value,
        "round": table.round,
        "left": table.left,
        "holds": table.holds,
        "throw": table.throw,
        "levels": table.levels,
        "last_roll": table.last_roll,
        "result": table.result,
        "no_rolls": table.no_rolls,
        "malfunctions": table.malfunctions,
        "declined": sorted(table.declined),
        "other_refusals": table.other_refusals,
        "goes_on": table.goes_on,
        "abandoned": table.abandoned,
        "unit": table.unit,
        "unit_found": table.unit_found,
        "outside": table.outside,
        "doors": table.doors,
        "moves": table.moves,
        "clients": {name: client.last_id for name, client in table.clients.items()},
        "settings": table.settings.model_dump(),
        "game": table.game.common_data(),
    }
    seats = {
        str(seat): {"seat": table.seats[seat], "game": table.game.seat_data(seat)} for seat in table.game.seat_numbers()
    }
    return {"table": common, "seats": seats}
