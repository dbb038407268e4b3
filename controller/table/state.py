"""The whole state of a table. A step forks it, changes the fork, and leaves the old one as it was."""

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, NamedTuple

from controller.games.interface import Shown, TableGame
from controller.table.care.session import PlaySession
from controller.table.cash.seat import CashSeat, House
from controller.table.commands.answers import Answers
from controller.table.jackpots.state import LOCK, NO_JACKPOTS, JackpotState
from controller.table.phases import Phase
from controller.table.sas.state import SasHost, of_seat
from controller.table.service.state import Door, Trial
from controller.table.staff.settings import TableSettings
from controller.table.staff.state import Person, Shift

MOST_CLIENTS = 2048
"""Terminals, operators and their successors after a replacement; the one unheard for longest is forgotten first."""

REFUSALS_RECORDED = 20
"""A seat and round; further refusals are answered and counted, not recorded one by one."""


class SeatState(NamedTuple):
    """What the table knows of a seat besides its money."""

    open: bool = True
    linked: bool = False
    done: bool = False
    choice: bool | None = None
    hand_pay: int = 0
    """Locked until an attendant has paid this much by hand."""
    large_win: int = 0
    """Locked until an attendant has seen that this much was won."""
    refusals: int = 0
    called: bool = False
    """Its player has called an attendant, and none has attended to it yet."""
    screen: bool | None = None
    """Whether a page is open on its screen; None where none ever was, or its terminal does not say."""
    form: int = 0
    """How much of the large win has to be told to the tax office."""
    jackpot: bool = False
    """What is paid by hand is a win, and no cash-out."""
    claims: int = 0
    """Locked until the floor has said of so many jackpots what it won."""

    @property
    def lock(self) -> str | None:
        """Why this seat is locked; the reasons go one after the other."""
        if self.hand_pay:
            return "jackpot" if self.jackpot else "hand_pay"
        if self.large_win:
            return "large_win"
        return LOCK if self.claims else None


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
    by: str = ""
    """Whose shift it belongs to, if a person's."""
    shift: int = 0
    back_by: str = ""
    """Whose shift it was taken back in: the one it was made in, or a supervisor's where that was handed over."""
    back_shift: int = 0
    form: int = 0
    """How much of it has to be told to the tax office."""

    def is_of(self, name: str, shift: int) -> bool:
        """Whether it counts in this shift, as it was made or as it was taken back."""
        return (name, shift) in ((self.by, self.shift), (self.back_by, self.back_shift))


class Client(NamedTuple):
    """The last commands of one client, and what it was told."""

    last_id: int = 0
    answers: Answers = Answers()
    series: int = 0
    """How often it has begun its numbers anew."""


CHANGING = {"changing": True}
"""Of a field whose dictionary is changed where it is, so that a fork has one of its own. All others are replaced."""


@dataclass(slots=True)
class Table:
    """One table, between two events."""

    game: TableGame
    settings: TableSettings
    phase: Phase = Phase.IDLE
    round: int = 1
    left: int | None = None
    """Milliseconds until this phase is due to end; None where time does not end it."""
    least: int = 0
    """Milliseconds until the device may begin again: what is left of the least that a round takes, held or not."""
    holds: dict[str, dict[str, Any]] = field(default_factory=dict, metadata=CHANGING)
    """Why the table stands still, and what is known of it: a door, faults, who holds it."""
    seats: dict[int, SeatState] = field(default_factory=dict, metadata=CHANGING)
    throw: Throw | None = None
    levels: dict[str, str] | None = None
    """What chance gave the spots for this round; None before it has been drawn."""
    last_roll: int = 0
    """The highest roll id ever drawn here."""
    result: Shown | None = None
    """An authentic result of the game that has not been settled yet."""
    no_rolls: int = 0
    voids: int = 0
    """Rounds in a row that an outcome voided, where the game counts them."""
    malfunctions: int = 0
    declined: frozenset[int] = frozenset()
    """Seats that passed the dice in this round."""
    other_refusals: int = 0
    """In this round, of those that belong to no seat."""
    goes_on: Phase | None = None
    """Where a round that power loss broke off goes on."""
    abandoned: Throw | None = None
    """The throw of a voided round that the unit may still report."""
    unit: Unit | None = None
    unit_found: Unit | None = None
    """A unit that is not the one this table plays with, until a supervisor accepts it."""
    outside: int = 0
    """What house and cash hold: what all seats hold, with the sign turned."""
    doors: dict[str, Door] = field(default_factory=dict, metadata=CHANGING)
    alarms: tuple[str, ...] = ()
    """Doors that were opened without key and role, and whose alarm sounds."""
    moves: dict[str, Move] = field(default_factory=dict, metadata=CHANGING)
    """Movements of cash under way."""
    finished: dict[str, Move] = field(default_factory=dict)
    """The last that are not; a new dictionary for each, so that whoever knows this one knows what is in it."""
    people: dict[str, Person] = field(default_factory=dict)
    """Who works here. Replaced like `finished`, never changed; so are the shifts."""
    shifts: dict[str, Shift] = field(default_factory=dict)
    receipts: dict[str, str] = field(default_factory=dict)
    """Number of a receipt, or `form/` and that of a form → what it was given for; replaced like `finished`."""
    papers: int = 0
    """The number of the last paper that an act of the staff gave; none is left out, and none is used twice."""
    media: tuple[tuple[str, int], ...] = ()
    """The last releases that the installed files were compared with, and when each was first."""
    clients: dict[str, Client] = field(default_factory=dict, metadata=CHANGING)
    cash: dict[int, CashSeat] = field(default_factory=dict)
    """Seats that take notes or give tickets. Replaced like `finished`, never changed; so is what holds for all."""
    house: House = field(default_factory=House)
    sas: dict[int, SasHost] = field(default_factory=dict)
    """The addresses on the casino's line. Replaced like `finished`, never changed."""
    jackpots: JackpotState = NO_JACKPOTS
    """Progressive jackpots of the floor. Replaced, never changed."""
    lease_left: int = 0
    """Milliseconds for which the floor's lease of them is still good, held or not."""
    care: dict[int, PlaySession] = field(default_factory=dict)
    """Players' sessions, by seat. Replaced like `finished`, never changed."""
    clock: int = 0
    """Milliseconds that have passed since the first session began: what sessions are measured by."""
    trial: Trial | None = None
    """What of the hardware is being tested, in service."""
    touched: set[int] = field(default_factory=set, compare=False)
    """Seats whose state here has changed since the fork; no part of the state."""

    def fork(self) -> "Table":
        """A table that can be changed while this one stays as it is."""
        forked = Table(*_ALL_OF(self))
        forked.game = self.game.fork()
        for name in _CHANGING:
            setattr(forked, name, getattr(forked, name).copy())
        return forked

    def later(self, elapsed: int) -> "Table":
        """This table when some time has passed; like any state that was reached, neither is changed any more."""
        later = Table(*_ALL_OF(self))
        later.least = max(0, self.least - elapsed)
        later.lease_left = max(0, self.lease_left - elapsed)
        if self.care:
            later.clock = self.clock + elapsed
        if self.runs():
            later.left = max(0, (self.left or 0) - elapsed)
        return later

    def change_seat(self, seat: int, state: SeatState) -> None:
        """This seat's state is another one now."""
        self.seats[seat] = state
        self.touched.add(seat)

    def all_touched(self) -> frozenset[int]:
        """Every seat that has changed since the fork, here or in the game."""
        return frozenset(self.touched).union(self.game.touched())

    def count_refusal(self, seat: int) -> bool:
        """One more thing was not taken from this seat, or from nobody's. Returns whether it is still recorded."""
        state = self.seats.get(seat)
        if state is None:
            self.other_refusals += 1
            return self.other_refusals <= REFUSALS_RECORDED
        self.change_seat(seat, state._replace(refusals=state.refusals + 1))
        return state.refusals < REFUSALS_RECORDED

    def time_for(self, phase: Phase) -> int | None:
        """Milliseconds that this phase lasts from now on, as `length_of`; None too where its time cannot run yet. The
        device begins when betting ends, which therefore lasts for what is left of the least that a round takes."""
        length = self.length_of(phase)
        if phase is not Phase.BETTING or length is None:
            return length
        return None if self.waits_for_device() else max(length, self.least)

    def waits_for_device(self) -> bool:
        """Whether no bet timer may start: the device may still be at work for a round that was broken off."""
        return self.abandoned is not None and self.game.course.waits_for_device

    def length_of(self, phase: Phase) -> int | None:
        """Milliseconds that this phase lasts, 0 where the settings leave it none; None where time does not end it."""
        named = self.game.course.timers.get(phase)
        if named is None or (phase is Phase.ROLLING and self.result is None):
            return None
        seconds = self.setting(named[0])
        for name in named[1:]:
            seconds -= self.setting(name)
        return max(0, seconds) * 1000

    def setting(self, name: str) -> int:
        """A setting in whole numbers, of the table or of the game."""
        value = None if name in self.game.course.not_of_table else getattr(self.settings, name, None)
        return int(self.game.settings()[name] if value is None else value)

    def runs(self) -> bool:
        """Whether time runs: a timer is set and nothing holds the table."""
        return self.left is not None and not self.holds

    def may_still_bet(self, seat: int) -> bool:
        """Whether this seat could bet and has not said that it is done."""
        state = self.seats[seat]
        return (
            state.open
            and state.lock is None
            and not state.done
            and not (self.turned_off(seat) or self.busy_by_host(seat))
        )

    def turned_off(self, seat: int) -> bool:
        """Whether the casino's host has turned off play at this seat; of the whole table, that is a hold."""
        return any(host.disabled and host.seat for host in of_seat(self.sas, seat))

    def busy_by_host(self, seat: int) -> bool:
        """Whether the casino's host has locked this seat for a transfer, or is offered its cash-out."""
        return any(host.aft.is_busy for host in self.sas.values() if host.seat == seat)

    def unit_speaks(self) -> bool:
        """Whether the dice unit that this table plays with can be believed now."""
        return self.unit is not None and self.unit.linked and self.unit_found is None

    def on_seats(self) -> int:
        """All the money of all seats, with what is locked on its way out."""
        locked = sum(move.amount for move in self.moves.values() if not move.into_seat)
        found = sum(seat.found_money for seat in self.cash.values())
        return locked + found + sum(sum(self.game.money(seat)) for seat in self.game.seat_numbers())

    def seats_with_wagers(self) -> list[int]:
        """Ascending."""
        return [seat for seat in self.game.seat_numbers() if self.game.has_wagers(seat)]


_ALL_OF = attrgetter(*(part.name for part in fields(Table) if part.compare))
"""The values of a table, in the order of its fields."""
_CHANGING = tuple(part.name for part in fields(Table) if part.metadata)
